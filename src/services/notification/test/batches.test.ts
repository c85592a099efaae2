/** Many at once, over HTTP. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { turns } from '#kit/testing/turns.ts';
import { notification } from '../index.ts';
import { backends, type Backend } from '../store/contract/backends.ts';
import { directedSender, openReplicas } from './fixtures.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const message = { channel: 'in_app', title: 'Sale', body: 'Tea is half the price' };
const users = (count: number) => Array.from({ length: count }, (_, i) => `user-${i}`);
const minute = 60_000;
const hour = 60 * minute;

for (const backend of backends) {
  describe(`many at once over HTTP, on ${backend.name}`, { skip: backend.skip }, () =>
    suite(backend),
  );
}

function suite({ open }: Backend): void {
  async function setUp(t: TestContext) {
    const sender = directedSender();
    const { one, other } = await openReplicas(t, open, { email: sender, push: sender });
    const bulk = (body: object) => one.ask('POST', '/send/bulk', { ...message, ...body });
    const batch = async ({ body }: { body: { batch_id: string } }) =>
      (await other.get(`/batches/${body.batch_id}`)).body;
    return { one, other, sender, bulk, batch };
  }

  test('POST /send/bulk: 202 with a batch_id; each user gets one, even a user who is named twice', async (t) => {
    const { one, other, bulk, batch } = await setUp(t);
    const answer = await bulk({ user_ids: [...users(1_000).slice(0, 998), 'user-7', 'user-8'] });
    assert.equal(answer.status, 202);
    const { batch_id } = answer.body;
    assert.match(batch_id, /^batch_\d+$/);
    assert.deepEqual(await batch(answer), { batch_id, total: 998, counts: { queued: 998 } });
    await Promise.all([one.maker.run(), other.maker.run()]);
    assert.deepEqual(await batch(answer), { batch_id, total: 998, counts: { delivered: 998 } });
    for (const user of ['user-0', 'user-7', 'user-997']) {
      const { notifications } = (await other.get(`/notifications?user=${user}`)).body;
      assert.deepEqual(
        notifications.map(({ title, status }: Record<string, string>) => [title, status]),
        [['Sale', 'delivered']],
      );
    }
  });

  test('1,000 users of large texts leave others their turns', async (t) => {
    const { one, bulk } = await setUp(t);
    await bulk({ user_ids: users(1_000), body: 'x'.repeat(65_536) });
    const turn = turns(t);
    const makePortion = one.store.makePortion.bind(one.store);
    const began: number[] = [];
    t.mock.method(one.store, 'makePortion', (...of: Parameters<typeof makePortion>) => {
      began.push(turn());
      assert.ok(of[1].length * 65_536 <= 256 * 1024);
      return makePortion(...of);
    });
    await one.maker.run();
    assert.equal(new Set(began).size, began.length);
    assert.equal(began.length, 251);
  });

  test('each by the preferences of its user', async (t) => {
    const { one, other, sender, bulk, batch } = await setUp(t);
    const quiet_hours = { timezone: 'UTC', from: '11:00', to: '13:00' };
    await one.ask('PUT', '/preferences/user-0', { channels: { email: false } });
    await one.ask('PUT', '/preferences/user-1', { quiet_hours });
    await one.ask('PUT', '/preferences/user-2', { categories: { ads: { email: false } } });
    const given = { user_ids: users(6), channel: 'email', category: 'ads' };
    const answer = await bulk(given);
    await other.maker.run();
    const counts = async () => (await batch(answer)).counts;
    assert.deepEqual(await counts(), { suppressed: 2, scheduled: 1, queued: 3 });
    await one.pass(0);
    assert.deepEqual(await counts(), { suppressed: 2, scheduled: 1, sent: 3 });
    await one.pass(hour);
    assert.deepEqual(await counts(), { suppressed: 2, sent: 4 });
    assert.deepEqual(
      new Set(sender.asked.map((each) => each.user_id)),
      new Set(
        users(6)
          .slice(1)
          .filter((user) => user !== 'user-2'),
      ),
    );
  });

  test('counts tell what is tried again from what has failed', async (t) => {
    const { one, sender, bulk, batch } = await setUp(t);
    const answer = await bulk({ user_ids: users(3), channel: 'email' });
    const counts = async () => (await batch(answer)).counts;
    const error = 'the server is busy';
    let during: Promise<unknown> | undefined;
    sender.answer = async () => {
      await (during ??= counts());
      return { kind: 'temporary-failure', error };
    };
    await one.pass(0);
    // The first attempts were under way: nothing had failed yet.
    assert.deepEqual(await during, { queued: 3 });
    assert.deepEqual(await counts(), { retrying: 3 });
    sender.answer = () =>
      sender.asked.at(-1)?.user_id === 'user-1'
        ? { kind: 'permanent-failure', error }
        : { kind: 'sent' };
    await one.pass(5_000);
    assert.deepEqual(await counts(), { failed: 1, sent: 2 });
  });

  test('a notification without room in its digest goes out when quiet hours are over', async (t) => {
    const { one, sender, bulk, batch } = await setUp(t);
    const quiet_hours = { timezone: 'UTC', from: '12:00', to: '13:00' };
    await one.ask('PUT', '/preferences/ann', { quiet_hours });
    const body = 'x'.repeat(65_536);
    const digest = { key: 'k', window_seconds: 60 };
    const large = { ...message, channel: 'email', body, digest };
    for (let i = 0; i < 3; i++) await one.post({ ...large, user_id: 'ann' });
    const answer = await bulk({ ...large, user_ids: ['ann'] });
    await one.maker.run();
    await one.pass(minute);
    assert.deepEqual((await batch(answer)).counts, { scheduled: 1 });
    assert.equal(sender.asked.length, 0);
    await one.pass(hour);
    assert.deepEqual((await batch(answer)).counts, { sent: 1 });
    assert.equal(sender.asked.length, 2);
  });

  test('with deliver_at, and into digests', async (t) => {
    const { one, sender, bulk, batch } = await setUp(t);
    const later = await bulk({ user_ids: users(5), deliver_at: T0 + hour });
    const digest = { key: 'ads', window_seconds: 60 };
    const digests = await bulk({ user_ids: users(5), channel: 'push', digest });
    await one.post({ ...message, user_id: 'user-3', channel: 'push', digest });
    await one.pass(0);
    assert.deepEqual((await batch(later)).counts, { scheduled: 5 });
    assert.deepEqual((await batch(digests)).counts, { digested: 5 });
    await one.pass(60_000);
    const sizes = sender.asked.map(({ user_id, items }) => [user_id, items?.length]);
    assert.deepEqual(Object.fromEntries(sizes), {
      ...Object.fromEntries(users(5).map((user) => [user, 1])),
      'user-3': 2,
    });
    await one.pass(hour);
    assert.deepEqual((await batch(later)).counts, { delivered: 5 });
    assert.deepEqual((await one.get('/notifications/count?user=user-1')).body.total, 1);
  });

  test('topics: a subscriber gets each message sent there', async (t) => {
    const { one, other, batch } = await setUp(t);
    const subscriber = (user: string) => `/topics/tea/subscribers/${user}`;
    for (const user of [...users(3), 'user-1']) {
      const { status, body } = await one.ask('PUT', subscriber(user));
      assert.equal(status, 200);
      assert.deepEqual(body, { topic: 'tea', user_id: user, subscribed: true });
    }
    for (let i = 0; i < 2; i++) {
      const { status, body } = await other.ask('DELETE', subscriber('user-0'));
      assert.equal(status, 200);
      assert.deepEqual(body, { topic: 'tea', user_id: 'user-0', subscribed: false });
    }
    const answer = await other.post({ ...message, topic: 'tea' });
    assert.equal(answer.status, 202);
    const { batch_id } = answer.body;
    assert.deepEqual(answer.body, { batch_id });
    await one.maker.run();
    assert.deepEqual(await batch(answer), { batch_id, total: 2, counts: { delivered: 2 } });
    const totals = await Promise.all(
      users(3).map(async (user) => (await one.get(`/notifications/count?user=${user}`)).body.total),
    );
    assert.deepEqual(totals, [0, 1, 1]);
    const none = await one.post({ ...message, topic: 'none' });
    await one.maker.run();
    assert.deepEqual((await batch(none)).counts, {});
  });

  test('a repeated key begins no other batch: 202 with the same; another body is 422', async (t) => {
    const { one } = await setUp(t);
    const key = { 'idempotency-key': 'key' };
    const topic = { ...message, topic: 'tea' };
    const answer = await one.post(topic, key);
    assert.deepEqual(await one.post(topic, key), answer);
    const ask = async (url: string, payload: object) =>
      (await one.app.inject({ method: 'POST', url, payload, headers: key })).statusCode;
    assert.equal(await ask('/send', { ...topic, title: 'Other' }), 422);
    assert.equal(await ask('/send', { ...message, user_id: 'ann' }), 422);
    assert.equal(await ask('/send/bulk', { ...message, user_ids: ['ann'] }), 422);
    assert.equal(await ask('/send', { ...topic, digest: { key: 'k', window_seconds: 10 } }), 422);
    await one.post({ ...message, user_id: 'ann' }, { 'idempotency-key': 'other' });
    const headers = { 'idempotency-key': 'other' };
    const mixed = await one.app.inject({ method: 'POST', url: '/send', payload: topic, headers });
    assert.equal(mixed.statusCode, 422);
  });

  test('an unknown batch is 404', async (t) => {
    const { one } = await setUp(t);
    for (const id of ['batch_1', 'batch_x', 'notif_1']) {
      const { status, body } = await one.get(`/batches/${id}`);
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_BATCH']);
    }
  });
}

describe('invalid batches', () => {
  const rows: [what: string, path: string, body: object][] = [
    ['no users', 'user_ids', { user_ids: undefined }],
    ['an empty list', 'user_ids', { user_ids: [] }],
    ['1,001 users', 'user_ids', { user_ids: users(1_001) }],
    ['an empty user', 'user_ids.1', { user_ids: ['ann', ''] }],
    ['a user that is a number', 'user_ids.0', { user_ids: [1] }],
    ['another channel', 'channel', { channel: 'fax' }],
    ['no title', 'title', { title: undefined }],
    ['an address', 'address', { address: 'ann@shop.example' }],
    ['a subscription', 'subscription', { subscription: { endpoint: 'https://push.example' } }],
    [
      'a digest with deliver_at',
      'deliver_at',
      { deliver_at: 1, digest: { key: 'k', window_seconds: 10 } },
    ],
  ];
  for (const [what, path, more] of rows) {
    test(`${what} is 400 and named`, async (t) => {
      const { app } = await openService(t, notification);
      const payload = { user_ids: ['ann'], ...message, ...more };
      const response = await app.inject({ method: 'POST', url: '/send/bulk', payload });
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, path);
    });
  }
});
