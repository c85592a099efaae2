/** Digests, over HTTP. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { backends, type Backend } from '../store/contract/backends.ts';
import { directedSender, openReplicas } from './fixtures.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const digest = { key: 'likes', window_seconds: 60 };
const like = {
  user_id: 'ann',
  channel: 'email',
  title: 'Bob likes it',
  body: 'Your photo',
  digest,
};
const minute = 60_000;

for (const backend of backends) {
  describe(`digests over HTTP, on ${backend.name}`, { skip: backend.skip }, () => suite(backend));
}

function suite({ open }: Backend): void {
  async function setUp(t: TestContext) {
    const sender = directedSender();
    const { one, other } = await openReplicas(t, open, { email: sender, push: sender });
    return { one, other, sender };
  }

  test('each that joins is 201 digested; one notification goes out at the end, with all items', async (t) => {
    const { one, other, sender } = await setUp(t);
    const answers = [await one.post(like)];
    one.clock.advance(30_000);
    answers.push(await other.post({ ...like, title: 'Eve likes it' }));
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.status], [201, 'digested']);
    }
    await one.pass(29_999);
    assert.equal(sender.asked.length, 0);
    await other.pass(1);
    await one.pass(minute);
    assert.equal(sender.asked.length, 1);
    const sent = sender.asked[0]!;
    const items = answers.map(({ body }) => ({
      title: body.title,
      body: 'Your photo',
      at: body.created_at,
    }));
    assert.deepEqual(sent.items, items);
    const trace = (id: string) => one.get(`/notifications/${id}/trace`);
    const { body } = await trace(answers[0]!.body.id);
    const [accepted, joined] = body.trace;
    assert.equal(accepted.step, 'accepted');
    const step = { at: T0, step: 'digest', key: 'likes', ends_at: T0 + minute };
    assert.deepEqual(joined, { ...step, digest: `notif_${sent.n}` });
    const whole = await trace(joined.digest);
    assert.deepEqual(whole.body.trace.slice(1), [
      { at: T0 + minute, step: 'digest', key: 'likes', items: 2 },
      { at: T0 + minute, step: 'attempt', attempt: 1, result: 'sent' },
      { at: T0 + minute, step: 'result', status: 'sent' },
    ]);
  });

  test('one into an inbox: items in the list, by its id, and in one piece', async (t) => {
    const { one, other } = await setUp(t);
    const inApp = { ...like, channel: 'in_app' };
    for (const title of ['a', 'b']) await other.post({ ...inApp, title });
    assert.deepEqual((await one.get('/notifications?user=ann')).body.notifications, []);
    await one.pass(minute);
    const [shown, ...rest] = (await other.get('/notifications?user=ann')).body.notifications;
    assert.equal(rest.length, 0);
    assert.deepEqual(
      shown.items.map(({ title }: { title: string }) => title),
      ['a', 'b'],
    );
    assert.equal(shown.status, 'delivered');
    assert.deepEqual((await one.get(`/notifications/${shown.id}`)).body, shown);
    const read = await one.ask('POST', `/notifications/${shown.id}/read`);
    assert.equal(read.body.read_at, T0 + minute);
  });

  test('in quiet hours it goes out at their end, with what joined within its window', async (t) => {
    const { one, sender } = await setUp(t);
    const quiet_hours = { timezone: 'UTC', from: '12:00', to: '12:10' };
    await one.ask('PUT', '/preferences/ann', { quiet_hours });
    await one.post(like);
    await one.pass(2 * minute);
    assert.equal(sender.asked.length, 0);
    await one.post({ ...like, title: 'Later' });
    await one.post({ ...like, title: 'Now', urgent: true, digest: { ...digest, key: 'other' } });
    await one.pass(minute);
    const titles = () => sender.asked.map(({ items }) => items!.map(({ title }) => title));
    assert.deepEqual(titles(), [['Now']]);
    await one.pass(7 * minute);
    assert.deepEqual(new Set(titles().slice(1).flat()), new Set(['Bob likes it', 'Later']));
    assert.equal(sender.asked.length, 3);
  });

  test('each address gets its own digest, and each device', async (t) => {
    const { one, other, sender } = await setUp(t);
    const device = (name: string) => ({
      endpoint: `https://push.example/${name}`,
      keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
    });
    const push = { ...like, channel: 'push' };
    for (const [i, to] of ['a', 'b', 'a'].entries()) {
      const via = i % 2 ? other : one;
      const title = `${i}`;
      await via.post({ ...like, title, address: `${to}@shop.example` });
      await via.post({ ...push, title, subscription: device(to) });
    }
    await one.pass(minute);
    const sent = sender.asked
      .map(({ address, subscription, items }) => ({
        to: address ?? subscription?.endpoint,
        titles: items!.map(({ title }) => title).join(),
      }))
      .toSorted((a, b) => a.to!.localeCompare(b.to!));
    assert.deepEqual(sent, [
      { to: 'a@shop.example', titles: '0,2' },
      { to: 'b@shop.example', titles: '1' },
      { to: device('a').endpoint, titles: '0,2' },
      { to: device('b').endpoint, titles: '1' },
    ]);
  });

  test('in quiet hours urgent parts go out at the end of the window, and traces say so', async (t) => {
    const { one, other, sender } = await setUp(t);
    const quiet_hours = { timezone: 'UTC', from: '12:00', to: '12:10' };
    await one.ask('PUT', '/preferences/ann', { quiet_hours });
    const later = await one.post({ ...like, title: 'Later' });
    const now = await other.post({ ...like, title: 'Now', urgent: true });
    const quietEnd = T0 + 10 * minute;
    assert.deepEqual([later.body.deliver_at, now.body.deliver_at], [quietEnd, undefined]);
    await one.pass(minute);
    await one.pass(9 * minute - 1);
    const titles = () => sender.asked.map(({ items }) => items!.map(({ title }) => title));
    assert.deepEqual(titles(), [['Now']]);
    await other.pass(1);
    assert.deepEqual(titles(), [['Now'], ['Later']]);

    const trace = async (id: string) => (await one.get(`/notifications/${id}/trace`)).body.trace;
    const said = async (answer: { body: { id: string } }) => (await trace(answer.body.id)).slice(2);
    const [lifted, joined, ...rest] = await said(now);
    assert.deepEqual([lifted, rest], [{ at: T0, step: 'quiet_hours', result: 'lifted' }, []]);
    const [deferred, , moved] = await said(later);
    const quiet = { step: 'quiet_hours', result: 'deferred', deliver_at: quietEnd };
    assert.deepEqual(deferred, { at: T0, ...quiet });
    const digest = `notif_${sender.asked[1]!.n}`;
    const end = { at: T0 + minute, step: 'digest', key: 'likes' };
    assert.deepEqual(moved, { ...end, digest, deliver_at: quietEnd });
    const attempts = (at: number) => [
      { at, step: 'attempt', attempt: 1, result: 'sent' },
      { at, step: 'result', status: 'sent' },
    ];
    assert.deepEqual((await trace(joined.digest)).slice(1), [
      { ...end, items: 1 },
      ...attempts(T0 + minute),
    ]);
    assert.deepEqual((await trace(digest)).slice(1), [
      { at: T0 + minute, ...quiet },
      { ...end, at: quietEnd, items: 1 },
      ...attempts(quietEnd),
    ]);
  });

  test('a notification that a preference forbids joins none', async (t) => {
    const { one, sender } = await setUp(t);
    await one.ask('PUT', '/preferences/ann', { channels: { email: false } });
    assert.equal((await one.post(like)).body.status, 'suppressed');
    await one.pass(minute);
    assert.equal(sender.asked.length, 0);
  });

  test('DELETE takes one out of it, until it is out', async (t) => {
    const { one, other, sender } = await setUp(t);
    const [kept, gone] = [await one.post(like), await one.post({ ...like, title: 'Oops' })];
    const cancel = (id: string) => other.ask('DELETE', `/notifications/${id}`);
    assert.deepEqual((await cancel(gone.body.id)).body, { id: gone.body.id, status: 'cancelled' });
    await one.pass(minute);
    assert.deepEqual(
      sender.asked[0]?.items?.map(({ title }) => title),
      ['Bob likes it'],
    );
    assert.equal((await cancel(kept.body.id)).status, 409);
  });

  test('one that is full refuses: 409 DIGEST_FULL, and the key is free', async (t) => {
    const { one } = await setUp(t);
    const body = 'x'.repeat(65_536);
    const key = { 'idempotency-key': 'key' };
    for (let i = 0; i < 3; i++) assert.equal((await one.post({ ...like, body })).status, 201);
    const full = await one.post({ ...like, body }, key);
    assert.deepEqual([full.status, full.body.code], [409, 'DIGEST_FULL']);
    await one.pass(minute);
    assert.equal((await one.post({ ...like, body }, key)).status, 201);
    assert.equal((await one.post({ ...like, body }, key)).status, 200);
  });

  test('a push has a text that a browser takes, whatever joined', async (t) => {
    const { one, sender } = await setUp(t);
    const push = { ...like, channel: 'push' };
    for (let i = 0; i < 30; i++) await one.post({ ...push, body: '😀'.repeat(50) });
    await one.pass(minute);
    const { body, items } = sender.asked[0]!;
    assert.ok(body.length <= 1_000 && body.isWellFormed() && body.endsWith('…'));
    assert.equal(items?.length, 30);
    const { body: shown } = await one.get(`/notifications/notif_${sender.asked[0]!.n}/trace`);
    assert.equal(shown.trace[1].truncated, true);
  });
}
