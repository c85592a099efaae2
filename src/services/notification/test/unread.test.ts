/** The inbox and its counts, over HTTP. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { turns } from '#kit/testing/turns.ts';
import { forgetOld } from '../forget.ts';
import { backends, type Backend } from '../store/contract/backends.ts';
import { follow, openReplicas, type Reader } from './fixtures.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const day = 24 * 60 * 60 * 1000;
const inApp = { user_id: 'ann', channel: 'in_app', title: 'Hello', body: 'You have mail' };

for (const backend of backends) {
  describe(`the inbox over HTTP, on ${backend.name}`, { skip: backend.skip }, () => suite(backend));
}

function suite({ open }: Backend): void {
  async function setUp(t: TestContext) {
    const { one, other } = await openReplicas(t, open);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await one.post(inApp)).body.id);
    const count = async () => (await other.get('/notifications/count?user=ann')).body;
    return { one, other, ids, count };
  }

  test('POST /notifications/:id/read: 200, the notification with read_at; counts follow on all replicas', async (t) => {
    const { one, other, ids, count } = await setUp(t);
    assert.deepEqual(await count(), { unread: 3, total: 3 });
    one.clock.advance(500);
    const { status, body } = await one.ask('POST', `/notifications/${ids[1]}/read`);
    assert.equal(status, 200);
    assert.deepEqual(body.read_at, T0 + 500);
    assert.deepEqual(await other.get(`/notifications/${ids[1]}`), { status: 200, body });
    one.clock.advance(500);
    assert.deepEqual((await other.ask('POST', `/notifications/${ids[1]}/read`)).body, body);
    assert.deepEqual(await count(), { unread: 2, total: 3 });
    const { notifications } = (await one.get('/notifications?user=ann')).body;
    const shown = notifications.map((each: { read_at?: number }) => 'read_at' in each);
    assert.deepEqual(shown, [false, true, false]);
  });

  test('POST /notifications/:id/unread: it is as if it had not been read', async (t) => {
    const { one, other, ids, count } = await setUp(t);
    const before = await one.get(`/notifications/${ids[0]}`);
    await one.ask('POST', `/notifications/${ids[0]}/read`);
    assert.deepEqual(await other.ask('POST', `/notifications/${ids[0]}/unread`), before);
    assert.deepEqual(await other.ask('POST', `/notifications/${ids[0]}/unread`), before);
    assert.deepEqual(await count(), { unread: 3, total: 3 });
  });

  test('?unread=true lists those that are not read, in pages', async (t) => {
    const { one, other, ids } = await setUp(t);
    await one.ask('POST', `/notifications/${ids[1]}/read`);
    const list = async (query: string) => {
      const { body } = await other.get(`/notifications?user=ann${query}`);
      return body.notifications.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await list('&unread=true'), [ids[2], ids[0]]);
    assert.deepEqual(await list('&unread=true&limit=1'), [ids[2]]);
    assert.deepEqual(await list(`&unread=true&before=${ids[2]}`), [ids[0]]);
    assert.deepEqual(await list('&unread=false'), ids.toReversed());
    const wrong = await one.get('/notifications?user=ann&unread=some');
    assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, 'unread']);
  });

  test('POST /notifications/read-all reads all of the user, and says how many', async (t) => {
    const { one, other, ids, count } = await setUp(t);
    await one.post({ ...inApp, user_id: 'bob' });
    await one.ask('POST', `/notifications/${ids[0]}/read`);
    const answer = await other.ask('POST', '/notifications/read-all?user=ann');
    assert.deepEqual(answer, { status: 200, body: { read: 2 } });
    assert.deepEqual(await count(), { unread: 0, total: 3 });
    assert.deepEqual((await other.ask('POST', '/notifications/read-all?user=ann')).body, {
      read: 0,
    });
    const bob = await one.get('/notifications/count?user=bob');
    assert.deepEqual(bob.body, { unread: 1, total: 1 });
  });

  test('read-all lets others have their turn, however many there are', async (t) => {
    const { one, count } = await setUp(t);
    await Promise.all(Array.from({ length: 600 }, () => one.post(inApp)));
    const turn = turns(t);
    const markAll = one.store.markAll.bind(one.store);
    const began: number[] = [];
    t.mock.method(one.store, 'markAll', (...range: Parameters<typeof markAll>) => {
      began.push(turn());
      assert.ok(range[2] <= 200);
      return markAll(...range);
    });
    assert.deepEqual((await one.ask('POST', '/notifications/read-all?user=ann')).body, {
      read: 603,
    });
    assert.equal(new Set(began).size, 4);
    assert.deepEqual(await count(), { unread: 0, total: 603 });
  });

  test('DELETE /notifications/:id: 200, also when repeated, and it is in no list', async (t) => {
    const { one, other, ids, count } = await setUp(t);
    const deleted = { status: 200, body: { id: ids[1], status: 'deleted' } };
    assert.deepEqual(await one.ask('DELETE', `/notifications/${ids[1]}`), deleted);
    assert.deepEqual(await other.ask('DELETE', `/notifications/${ids[1]}`), deleted);
    assert.deepEqual(await count(), { unread: 2, total: 2 });
    assert.equal((await other.get(`/notifications/${ids[1]}`)).status, 404);
    for (const act of ['read', 'unread']) {
      assert.equal((await one.ask('POST', `/notifications/${ids[1]}/${act}`)).status, 404);
    }
    assert.equal((await one.get('/notifications?user=ann')).body.notifications.length, 2);
  });

  test('the key of one that was deleted sends no other', async (t) => {
    const { one } = await setUp(t);
    const key = { 'idempotency-key': 'key' };
    const { id } = (await one.post(inApp, key)).body;
    await one.ask('DELETE', `/notifications/${id}`);
    const again = await one.post(inApp, key);
    assert.deepEqual([again.status, again.body.id, again.body.status], [200, id, 'deleted']);
  });

  test('an id that is unknown, or of an email, is 404 for all of these', async (t) => {
    const { one } = await setUp(t);
    const email = await one.post({ ...inApp, channel: 'email' });
    for (const id of [email.body.id, 'notif_1', 'notif_x', '%00']) {
      for (const act of ['read', 'unread']) {
        const { status, body } = await one.ask('POST', `/notifications/${id}/${act}`);
        assert.deepEqual([status, body.code], [404, 'UNKNOWN_NOTIFICATION'], `${id} ${act}`);
      }
    }
    const sent = await one.ask('DELETE', `/notifications/${email.body.id}`);
    assert.deepEqual([sent.status, sent.body.code], [409, 'ALREADY_OUT']);
    assert.equal((await one.ask('DELETE', '/notifications/notif_1')).status, 404);
  });

  test('the stream adds the event `count` after each change, from any replica', async (t) => {
    const { one, other, ids } = await setUp(t);
    const reader = await follow(t, other, 'ann');
    assert.equal(await reader.block(), ': open');
    assert.match((await reader.block())!, /^id: notif_\d+$/);
    assert.equal(other.streams.count, 1);
    await one.ask('POST', `/notifications/${ids[0]}/read`);
    assert.deepEqual(await nextCount(reader), { unread: 2, total: 3 });
    await one.ask('DELETE', `/notifications/${ids[0]}`);
    assert.deepEqual(await nextCount(reader), { unread: 2, total: 2 });
    const { id } = (await one.post(inApp)).body;
    assert.match((await reader.block())!, new RegExp(`^id: ${id}\nevent: notification\n`));
    assert.deepEqual(await nextCount(reader), { unread: 3, total: 3 });
    await one.ask('POST', '/notifications/read-all?user=ann');
    assert.deepEqual(await nextCount(reader), { unread: 0, total: 3 });
    await one.ask('POST', `/notifications/${id}/unread`);
    assert.deepEqual(await nextCount(reader), { unread: 1, total: 3 });
  });

  test('NOTIFICATION_RETENTION_DAYS: inboxes forget what is older, and no other; 0 keeps it', async (t) => {
    const { one, count } = await setUp(t);
    one.clock.advance(day);
    const { id } = (await one.post(inApp)).body;
    one.clock.advance(1);
    await forgetOld(one.store, undefined, one.clock() + 9 * day, t.signal);
    assert.deepEqual(await count(), { unread: 4, total: 4 });
    await forgetOld(one.store, day, one.clock() + 1, t.signal);
    assert.deepEqual(await count(), { unread: 1, total: 1 });
    const { notifications } = (await one.get('/notifications?user=ann')).body;
    assert.deepEqual(
      notifications.map((each: { id: string }) => each.id),
      [id],
    );
  });

  test('a stream that was caught up with says how many there are; one with nothing new does not', async (t) => {
    const { one, ids } = await setUp(t);
    const reader = await follow(t, one, 'ann', ids[1]);
    assert.equal((await reader.next())?.id, ids[2]);
    assert.deepEqual(await nextCount(reader), { unread: 3, total: 3 });
    const idle = await follow(t, one, 'ann', ids[2]);
    assert.equal(await idle.block(), ': open');
    assert.match((await idle.block())!, /^id: notif_\d+$/);
    one.streams.keepAlive();
    assert.equal(await idle.block(), ': alive');
  });
}

async function nextCount(reader: Reader): Promise<unknown> {
  const block = (await reader.block())!;
  const [, data] = /^event: count\ndata: (.*)$/.exec(block) ?? [];
  assert.ok(data !== undefined, block);
  return JSON.parse(data);
}
