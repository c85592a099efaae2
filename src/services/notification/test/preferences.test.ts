/** Preferences, quiet hours, scheduled notifications; and their steps in the trace. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { notification } from '../index.ts';
import { backends, type Backend } from '../store/contract/backends.ts';
import { directedSender, follow, openReplica } from './fixtures.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const inApp = { user_id: 'ann', channel: 'in_app', title: 'Hello', body: 'You have mail' };
const email = { ...inApp, channel: 'email', address: 'ann@example.com' };
const push = { ...inApp, channel: 'push' };
const hour = 60 * 60 * 1000;
/** It is noon in UTC when a test begins: until 14:00 in Berlin. */
const quiet_hours = { timezone: 'Europe/Berlin', from: '12:30', to: '14:00' };

for (const backend of backends) {
  describe(`preferences over HTTP, on ${backend.name}`, { skip: backend.skip }, () =>
    suite(backend),
  );
}

function suite({ open }: Backend): void {
  async function setUp(t: TestContext) {
    const { first, second } = await open(t);
    const sender = directedSender();
    const one = await openReplica(t, first, { email: sender, push: sender });
    const options = { clock: one.clock };
    const other =
      first === second
        ? one
        : await openReplica(t, second, { email: sender, push: sender }, options);
    const want = (preferences: object) => other.ask('PUT', '/preferences/ann', preferences);
    const trace = async ({ body }: { body: { id: string } }) =>
      (await other.get(`/notifications/${body.id}/trace`)).body.trace;
    return { one, other, sender, want, trace };
  }

  test('PUT replaces all preferences, GET shows them; a user without any wants everything', async (t) => {
    const { one, want } = await setUp(t);
    const none = { channels: {}, categories: {} };
    assert.deepEqual(await one.get('/preferences/ann'), { status: 200, body: none });
    const given = {
      channels: { email: false },
      categories: { news: { email: false, in_app: true }, 'ü 1': { push: false } },
      quiet_hours,
    };
    assert.deepEqual(await want({ ...given, more: 1 }), { status: 200, body: given });
    assert.deepEqual(await one.get('/preferences/ann'), { status: 200, body: given });
    assert.deepEqual(await want({}), { status: 200, body: none });
    assert.deepEqual(await one.get('/preferences/ann'), { status: 200, body: none });
  });

  test('a name that JavaScript uses itself is a name like any other', async (t) => {
    const { one, sender, trace } = await setUp(t);
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const put = async (user: string, categories: string) => {
        const headers = { 'content-type': 'application/json' };
        const payload = `{"categories":{${categories}}}`;
        const url = `/preferences/${user}`;
        return (await one.app.inject({ method: 'PUT', url, payload, headers })).body;
      };
      const given = `"${name}":{"email":false,"in_app":false}`;
      const shown = `{"channels":{},"categories":{${given}}}`;
      assert.equal(await put(name, given), shown);
      assert.equal((await one.app.inject(`/preferences/${name}`)).body, shown);
      const own = { user_id: name, category: name };
      for (const payload of [
        { ...email, ...own },
        { ...inApp, ...own },
      ]) {
        const answer = await one.post(payload);
        assert.deepEqual([answer.body.category, answer.body.reason], [name, 'category_off']);
        assert.equal((await trace(answer))[1].result, 'category_off');
      }
      assert.equal((await one.post({ ...inApp, user_id: name })).body.status, 'delivered');
      await one.ask('PUT', `/topics/${name}/subscribers/${name}`);
      assert.equal((await one.post({ ...inApp, user_id: undefined, topic: name })).status, 202);
      const digest = { key: name, window_seconds: 10 };
      await one.post({ ...push, user_id: name, digest }, { 'idempotency-key': name });
      await one.pass(10_000);
      assert.equal(sender.asked.at(-1)?.user_id, name);
      const { total } = (await one.get(`/notifications/count?user=${name}`)).body;
      assert.equal(total, 2);
      // Preferences of one name say nothing about another.
      assert.equal((await one.post({ ...inApp, user_id: name, category: 'a' })).status, 201);
    }
  });

  test('a notification that a preference forbids is 201, suppressed, with the reason, and goes nowhere', async (t) => {
    const { one, sender, want, trace } = await setUp(t);
    await want({
      channels: { email: false },
      categories: { news: { push: false, in_app: false }, orders: { email: true } },
    });
    const rows: [payload: object, reason: string | undefined][] = [
      [email, 'channel_off'],
      [{ ...email, category: 'orders', urgent: true }, 'channel_off'],
      [{ ...push, category: 'news' }, 'category_off'],
      [{ ...inApp, category: 'news' }, 'category_off'],
      [push, undefined],
      [{ ...push, category: 'orders' }, undefined],
      [{ ...inApp, category: 'constructor' }, undefined],
      [{ ...email, user_id: 'bob', category: 'news' }, undefined],
    ];
    for (const [payload, reason] of rows) {
      const answer = await one.post(payload);
      const { status, body } = answer;
      assert.equal(status, 201);
      assert.deepEqual([body.status === 'suppressed', body.reason], [reason !== undefined, reason]);
      if (reason === undefined) continue;
      assert.deepEqual(await trace(answer), [
        { at: T0, step: 'accepted', channel: body.channel },
        { at: T0, step: 'preference', result: reason },
        { at: body.created_at, step: 'result', status: 'suppressed', reason },
      ]);
      assert.equal((await one.ask('DELETE', `/notifications/${body.id}`)).status, 409);
    }
    await one.pass(hour);
    assert.equal(sender.asked.length, 3);
    assert.deepEqual((await one.get('/notifications/count?user=ann')).body, {
      unread: 1,
      total: 1,
    });
  });

  test('in quiet hours email and push are scheduled, and sent at their end; in_app comes as always', async (t) => {
    const { one, sender, want, trace } = await setUp(t);
    await want({ quiet_hours });
    const key = { 'idempotency-key': 'key' };
    const answer = await one.post(email, key);
    const deliver_at = T0 + hour;
    assert.deepEqual(
      [answer.status, answer.body.status, answer.body.deliver_at],
      [201, 'scheduled', deliver_at],
    );
    assert.deepEqual(await one.post(email, key), { status: 200, body: answer.body });
    assert.equal((await one.post(push)).body.deliver_at, deliver_at);
    assert.equal((await one.post({ ...inApp, category: 'news' })).body.status, 'delivered');
    await one.pass(hour - 1);
    assert.equal(sender.asked.length, 0);
    await one.pass(1);
    assert.equal(sender.asked.length, 2);
    const { body } = await one.post(email, key);
    assert.deepEqual([body.status, body.deliver_at], ['sent', deliver_at]);
    assert.equal((await one.post(email)).body.status, 'sent');
    assert.deepEqual(await trace(answer), [
      { at: T0, step: 'accepted', channel: 'email' },
      { at: T0, step: 'preference', result: 'allowed' },
      { at: T0, step: 'quiet_hours', result: 'deferred', deliver_at },
      { at: deliver_at, step: 'attempt', attempt: 1, result: 'sent' },
      { at: deliver_at, step: 'result', status: 'sent' },
    ]);
  });

  test('urgent lifts quiet hours, and nothing else', async (t) => {
    const { one, want, trace } = await setUp(t);
    await want({ quiet_hours, channels: { push: false } });
    const urgent = await one.post({ ...email, urgent: true });
    assert.equal(urgent.body.status, 'sent');
    assert.deepEqual((await trace(urgent))[2], { at: T0, step: 'quiet_hours', result: 'lifted' });
    assert.equal((await one.post({ ...push, urgent: true })).body.status, 'suppressed');
    const later = { ...email, urgent: true, deliver_at: T0 + 10 };
    assert.equal((await one.post(later)).body.deliver_at, T0 + 10);
  });

  test('deliver_at: scheduled until then; one in quiet hours goes out at their end', async (t) => {
    const { one, sender, want, trace } = await setUp(t);
    const deliver_at = T0 + 500;
    const answer = await one.post({ ...email, deliver_at });
    assert.deepEqual([answer.status, answer.body.status], [201, 'scheduled']);
    assert.equal(answer.body.deliver_at, deliver_at);
    await one.pass(499);
    assert.equal(sender.asked.length, 0);
    await one.pass(1);
    assert.deepEqual(
      sender.asked.map(({ attempts }) => attempts),
      [1],
    );
    assert.deepEqual(
      (await trace(answer)).map(({ step }: { step: string }) => step),
      ['accepted', 'deliver_at', 'attempt', 'result'],
    );
    await want({ quiet_hours });
    const quiet = await one.post({ ...email, deliver_at: T0 + 2_000 });
    assert.equal(quiet.body.deliver_at, T0 + hour);
    const after = await one.post({ ...email, deliver_at: T0 + 2 * hour });
    assert.equal(after.body.deliver_at, T0 + 2 * hour);
    for (const past of [0, T0, one.clock()]) {
      const now = await one.post({ ...email, urgent: true, deliver_at: past });
      assert.deepEqual([now.body.status, now.body.deliver_at], ['sent', undefined]);
    }
  });

  test('deliver_at of an inbox: nobody sees it before; then it is the newest, and streams show it', async (t) => {
    const { one, other, trace } = await setUp(t);
    const answer = await one.post({ ...inApp, title: 'Later', deliver_at: T0 + 500 });
    const { id } = answer.body;
    assert.equal(answer.body.status, 'scheduled');
    assert.equal((await one.get(`/notifications/${id}`)).status, 404);
    assert.equal((await one.ask('POST', `/notifications/${id}/read`)).status, 404);
    const reader = await follow(t, other, 'ann');
    assert.equal(await reader.block(), ': open');
    assert.match((await reader.block())!, /^id: notif_\d+$/);
    const now = (await one.post(inApp)).body;
    assert.equal((await reader.next())?.id, now.id);
    await one.pass(500);
    const event = await reader.next();
    const shown = { ...answer.body, status: 'delivered' };
    assert.deepEqual(event?.notification, shown);
    const [newest, before] = (await other.get('/notifications?user=ann')).body.notifications;
    assert.deepEqual([newest, before], [shown, now]);
    assert.deepEqual((await other.get(`/notifications/${id}`)).body, shown);
    const page = await one.get(`/notifications?user=ann&before=${id}`);
    assert.deepEqual(page.body.notifications, [now]);
    // A reader who has seen it goes on after it.
    const again = await follow(t, other, 'ann', event!.id);
    const last = (await one.post(inApp)).body;
    assert.equal((await again.next())?.id, last.id);
    assert.deepEqual((await trace(answer)).at(-1), {
      at: T0 + 500,
      step: 'result',
      status: 'delivered',
    });
  });

  test('DELETE before then cancels it; afterwards it is too late', async (t) => {
    const { one, other, sender, trace } = await setUp(t);
    const cancelled = [];
    for (const payload of [inApp, email]) {
      const answer = await one.post({ ...payload, deliver_at: T0 + 500 });
      const { id } = answer.body;
      const expected = { status: 200, body: { id, status: 'cancelled' } };
      assert.deepEqual(await other.ask('DELETE', `/notifications/${id}`), expected);
      assert.deepEqual(await one.ask('DELETE', `/notifications/${id}`), expected);
      cancelled.push(answer);
    }
    const sent = await one.post({ ...email, deliver_at: T0 + 500 });
    await one.pass(500);
    assert.equal(sender.asked.length, 1);
    const late = await one.ask('DELETE', `/notifications/${sent.body.id}`);
    assert.deepEqual([late.status, late.body.code], [409, 'ALREADY_OUT']);
    assert.deepEqual((await one.get('/notifications?user=ann')).body.notifications, []);
    for (const answer of cancelled) {
      assert.deepEqual((await trace(answer)).at(-1), { at: T0, step: 'cancelled' });
    }
  });

  test('the trace of what goes out at once: each attempt with the answer, and the result', async (t) => {
    const { one, sender, trace } = await setUp(t);
    const shown = await trace(await one.post(inApp));
    assert.deepEqual(shown, [
      { at: T0, step: 'accepted', channel: 'in_app' },
      { at: T0, step: 'result', status: 'delivered' },
    ]);
    const error = 'the server is busy';
    sender.answer = () => ({ kind: 'temporary-failure', error, answer: 'HTTP 503' });
    const answer = await one.post(push);
    // Its number has run ahead of the clock.
    assert.equal(answer.body.created_at, T0 + 1);
    sender.answer = () => ({ kind: 'sent', answer: '250 OK' });
    await one.pass(5_000);
    const attempt = { step: 'attempt', attempt: 1, result: 'temporary-failure' };
    assert.deepEqual(await trace(answer), [
      { at: T0, step: 'accepted', channel: 'push' },
      { at: T0, ...attempt, answer: 'HTTP 503', error, next_at: T0 + 5_000 },
      { at: T0 + 5_000, step: 'attempt', attempt: 2, result: 'sent', answer: '250 OK' },
      { at: T0 + 5_000, step: 'result', status: 'sent' },
    ]);
    for (const id of ['notif_1', 'notif_x']) {
      const { status, body } = await one.get(`/notifications/${id}/trace`);
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_NOTIFICATION']);
    }
  });
}

describe('invalid preferences', () => {
  const night = { timezone: 'UTC', from: '22:00', to: '07:00' };
  const rows: [what: string, path: string, body: object][] = [
    ['a channel that is not a flag', 'channels.email', { channels: { email: 'no' } }],
    ['categories that are not an object', 'categories', { categories: [] }],
    ['a category of 65 characters', 'categories', { categories: { ['x'.repeat(65)]: {} } }],
    ['an empty category', 'categories', { categories: { '': {} } }],
    [
      '101 categories',
      'categories',
      { categories: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, {}])) },
    ],
    ['a category that is not Unicode', 'categories', { categories: { '\ud800': {} } }],
    ['a category without an object', 'categories.news', { categories: { news: true } }],
    ['no time zone', 'quiet_hours.timezone', { quiet_hours: { from: '22:00', to: '07:00' } }],
    [
      'an unknown zone',
      'quiet_hours.timezone',
      { quiet_hours: { ...night, timezone: 'Mars/Base' } },
    ],
    ['an hour that is none', 'quiet_hours.from', { quiet_hours: { ...night, from: '24:00' } }],
    ['a time without a zero', 'quiet_hours.to', { quiet_hours: { ...night, to: '7:00' } }],
    ['an end that is the beginning', 'quiet_hours.to', { quiet_hours: { ...night, to: '22:00' } }],
  ];
  for (const [what, path, payload] of rows) {
    test(`${what} is 400 and named`, async (t) => {
      const { app } = await openService(t, notification);
      const response = await app.inject({ method: 'PUT', url: '/preferences/ann', payload });
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, path);
    });
  }

  const digest = { key: 'k', window_seconds: 10 };
  const sends: [what: string, path: string, body: object][] = [
    ['an empty category', 'category', { category: '' }],
    ['urgent as text', 'urgent', { urgent: 'yes' }],
    ['deliver_at as text', 'deliver_at', { deliver_at: '2026' }],
    ['a negative deliver_at', 'deliver_at', { deliver_at: -1 }],
    ['deliver_at beyond all dates', 'deliver_at', { deliver_at: 8_640_000_000_000_001 }],
    ['a digest without a key', 'digest.key', { digest: { window_seconds: 10 } }],
    ['a window of 9 s', 'digest.window_seconds', { digest: { ...digest, window_seconds: 9 } }],
    [
      'a window of more than a day',
      'digest.window_seconds',
      { digest: { ...digest, window_seconds: 86_401 } },
    ],
    ['a digest with deliver_at', 'deliver_at', { digest, deliver_at: T0 }],
    ['a topic and a user', 'user_id', { topic: 'tea' }],
    [
      'a topic and an address',
      'address',
      { user_id: undefined, topic: 'tea', address: 'ann@shop.example' },
    ],
    [
      'a topic and a subscription',
      'subscription',
      {
        user_id: undefined,
        topic: 'tea',
        subscription: {
          endpoint: 'https://push.example',
          keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
        },
      },
    ],
    ['neither a topic nor a user', 'user_id', { user_id: undefined }],
  ];
  for (const [what, path, more] of sends) {
    test(`${what} is 400 and named`, async (t) => {
      const { app } = await openService(t, notification);
      const response = await app.inject({
        method: 'POST',
        url: '/send',
        payload: { ...inApp, ...more },
      });
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, path);
    });
  }

  test('at the limits all is well', async (t) => {
    const { app } = await openService(t, notification);
    for (const more of [
      { deliver_at: 8_640_000_000_000_000 },
      { category: 'x'.repeat(64) },
      { digest: { key: 'x'.repeat(128), window_seconds: 86_400 } },
    ]) {
      for (const channel of ['in_app', 'push']) {
        const payload = { ...inApp, channel, ...more };
        const response = await app.inject({ method: 'POST', url: '/send', payload });
        assert.equal(response.statusCode, 201, response.body);
      }
    }
    const night = { timezone: 'UTC', from: '23:00', to: '01:00' };
    const payload = { quiet_hours: night };
    await app.inject({ method: 'PUT', url: '/preferences/ann', payload });
    const far = { ...push, deliver_at: 8_640_000_000_000_000 };
    const response = await app.inject({ method: 'POST', url: '/send', payload: far });
    assert.equal(response.statusCode, 201, response.body);
  });
});
