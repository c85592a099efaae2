import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { storeUnavailable } from '#kit/web/problem.ts';
import { openService } from '#kit/testing/testing.ts';
import { notification } from '../index.ts';
import { logSender } from '../senders/log.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { turns } from '#kit/testing/turns.ts';
import { backends, type Backend } from '../store/contract/backends.ts';
import { directedSender, openReplica } from './fixtures.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const inApp = { user_id: 'ann', channel: 'in_app', title: 'Hello', body: 'You have mail' };
const email = { ...inApp, user_id: 'ann@example.com', channel: 'email' };
const push = { ...inApp, channel: 'push' };

for (const backend of backends) {
  describe(`notifications over HTTP, on ${backend.name}`, { skip: backend.skip }, () =>
    suite(backend),
  );
}

function suite({ open }: Backend): void {
  const replica = async (t: TestContext) => openReplica(t, (await open(t)).first);

  test('an in-app notification is delivered: 201, at the top level, and stored', async (t) => {
    const { post, get } = await replica(t);
    const { status, body } = await post(inApp);
    assert.equal(status, 201);
    const expected = { id: `notif_${T0}`, ...inApp, status: 'delivered', created_at: T0 };
    assert.deepEqual(body, expected);
    assert.deepEqual(await get(`/notifications/${body.id}`), { status: 200, body: expected });
    const list = await get('/notifications?user=ann');
    assert.deepEqual(list, { status: 200, body: { notifications: [expected] } });
  });

  test('an email or push is sent: 201, and in no inbox', async (t) => {
    const { post, get } = await replica(t);
    for (const payload of [email, push]) {
      const { status, body } = await post(payload);
      assert.equal(status, 201);
      const { id, created_at, ...rest } = body;
      assert.deepEqual(rest, { ...payload, status: 'sent' });
      assert.equal(id, `notif_${created_at}`);
      const found = await get(`/notifications/${id}`);
      assert.deepEqual([found.status, found.body.code], [404, 'UNKNOWN_NOTIFICATION']);
      const list = await get(`/notifications?user=${payload.user_id}`);
      assert.deepEqual(list.body, { notifications: [] });
    }
  });

  test('a notification that was only logged counts as sent, and says that it was simulated, also when repeated', async (t) => {
    const lines: string[] = [];
    const sender = logSender(pino({ level: 'silent' }, { write: (line) => void lines.push(line) }));
    const { first } = await open(t);
    const { post } = await openReplica(t, first, { email: sender, push: sender });
    for (const channel of ['email', 'push']) {
      const key = { 'idempotency-key': channel };
      const { status, body } = await post({ ...inApp, channel }, key);
      assert.deepEqual([status, body.status, body.simulated], [201, 'sent', true]);
      const repeated = await post({ ...inApp, channel }, key);
      assert.deepEqual(repeated, { status: 200, body });
    }
    assert.equal(lines.length, 2);
    assert.equal('simulated' in (await post(inApp)).body, false);
  });

  test('a sender that fails: 201, status failed, the reason, and in no inbox', async (t) => {
    const sender = directedSender();
    const { post, get } = await openReplica(t, (await open(t)).first, { email: sender });
    sender.answer = () => ({ kind: 'permanent-failure', error: 'no such mailbox' });
    const { status, body } = await post(email);
    assert.equal(status, 201);
    const { id, created_at, ...rest } = body;
    assert.deepEqual(rest, { ...email, status: 'failed', error: 'no such mailbox' });
    assert.equal(created_at, T0);
    assert.equal((await get(`/notifications/${id}`)).status, 404);
  });

  test('the body may be empty, unknown members are ignored, never stored', async (t) => {
    const { post, get } = await replica(t);
    const { status, body } = await post({ ...inApp, body: '', status: 'sent', more: 1 });
    assert.deepEqual([status, body.body, body.status], [201, '', 'delivered']);
    assert.equal('more' in (await get(`/notifications/${body.id}`)).body, false);
  });

  test('an inbox lists the newest first, in pages if asked', async (t) => {
    const { post, get, clock } = await replica(t);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift((await post(inApp)).body.id);
      await post({ ...inApp, user_id: 'bob' });
      clock.advance(1_000);
    }
    const list = async (query: string) => {
      const { body } = await get(`/notifications?user=ann${query}`);
      return body.notifications.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await list(''), ids);
    assert.deepEqual(await list('&limit=2'), ids.slice(0, 2));
    assert.deepEqual(await list(`&limit=2&before=${ids[1]}`), ids.slice(2, 4));
    assert.deepEqual(await list(`&before=${ids[4]}`), []);
  });

  test('an inbox of large notifications comes whole, and is never whole in memory', async (t) => {
    const { post, get, store } = await replica(t);
    const sent: object[] = [];
    const body = '\u0001😀'.repeat(32_768);
    for (let i = 0; i < 30; i++) {
      sent.unshift((await post({ ...inApp, title: `${i}`, body })).body);
    }
    await post(inApp);
    const inbox = store.inbox.bind(store);
    const sizes: number[] = [];
    const turn = turns(t);
    const read = new Set<number>();
    t.mock.method(store, 'inbox', async (...range: Parameters<typeof inbox>) => {
      const page = await inbox(...range);
      sizes.push(page.notifications.length);
      read.add(turn());
      return page;
    });
    const all = await get('/notifications?user=ann');
    assert.deepEqual(all.body.notifications.slice(1), sent);
    assert.equal(all.body.notifications.length, 31);
    assert.ok(Math.max(...sizes) <= 2, String(sizes));
    assert.equal(read.size, sizes.length, 'nobody else had a turn between two pages');
    const some = await get('/notifications?user=ann&limit=7');
    assert.deepEqual(some.body.notifications.slice(1), sent.slice(0, 6));
  });

  test('a list that the store fails half-way is cut off, and no list', async (t) => {
    const { app, post, store } = await replica(t);
    const body = 'x'.repeat(65_536);
    for (let i = 0; i < 3; i++) await post({ ...inApp, body });
    const inbox = store.inbox.bind(store);
    const failing = t.mock.method(store, 'inbox', (...range: Parameters<typeof inbox>) =>
      failing.mock.callCount() > 1 ? Promise.reject(storeUnavailable()) : inbox(...range),
    );
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${address}/notifications?user=ann`);
    await assert.rejects(response.text());
    const { statusCode } = await app.inject('/notifications?user=ann');
    assert.equal(statusCode, 503);
  });

  test('an unknown id, or what cannot be one, is 404', async (t) => {
    const { post, get } = await replica(t);
    await post(inApp);
    const known = String(T0);
    for (const id of [
      `notif_${T0 + 1}`,
      known,
      `notif_0${known}`,
      `notif_-1`,
      `notif_${known}.0`,
    ]) {
      const { status, body } = await get(`/notifications/${id}`);
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_NOTIFICATION'], id);
    }
    for (const id of ['notif_9999999999999999', 'notif_99999999999999999999', 'notif_', '%00']) {
      assert.equal((await get(`/notifications/${id}`)).status, 404, id);
    }
  });

  describe('an idempotency key', () => {
    const key = { 'idempotency-key': 'order 1: shipped' };

    test('sends once: a repetition answers 200 with the same notification', async (t) => {
      const { first, second } = await open(t);
      const sender = directedSender();
      const one = await openReplica(t, first, { email: sender });
      const other = await openReplica(t, second, { email: sender });
      for (const [i, payload] of [inApp, email].entries()) {
        const own = { 'idempotency-key': `${i}` };
        const sent = await one.post(payload, own);
        assert.equal(sent.status, 201);
        const repeated = { status: 200, body: sent.body };
        assert.deepEqual(await one.post(payload, own), repeated);
        assert.deepEqual(await other.post({ ...payload, ignored: true }, own), repeated);
      }
      assert.equal(sender.asked.length, 1);
    });

    test('with another body is 422, whichever member differs', async (t) => {
      const { post } = await replica(t);
      await post(email, key);
      for (const more of [
        { user_id: 'x' },
        { channel: 'push' },
        { title: 'x' },
        { body: 'x' },
        { address: 'other@example.com' },
      ]) {
        const { status, body } = await post({ ...email, ...more }, key);
        assert.deepEqual([status, body.code], [422, 'KEY_REUSED'], JSON.stringify(more));
      }
      assert.equal((await post(email, key)).status, 200);
    });

    test('is free again after 24 hours', async (t) => {
      const { post, clock } = await replica(t);
      const { body } = await post(inApp, key);
      clock.advance(keyLifetimeMs - 1);
      assert.equal((await post(inApp, key)).status, 200);
      clock.advance(1);
      const again = await post(inApp, key);
      assert.equal(again.status, 201);
      assert.notEqual(again.body.id, body.id);
    });

    test('of a request that is refused leaves no trace', async (t) => {
      const { post } = await replica(t);
      assert.equal((await post({ ...inApp, channel: 'fax' }, key)).status, 400);
      assert.equal((await post(inApp, key)).status, 201);
    });

    test('repeated while the first waits for its sender waits too, on every replica', async (t) => {
      const { first, second } = await open(t);
      const sender = directedSender();
      const [one, other] = [
        await openReplica(t, first, { email: sender }),
        await openReplica(t, second, { email: sender }),
      ];
      const asked = Promise.withResolvers<void>();
      const sent = Promise.withResolvers<{ kind: 'sent' }>();
      sender.answer = () => (asked.resolve(), sent.promise);
      const original = one.post(email, key);
      await asked.promise;
      const looked = Promise.withResolvers<void>();
      const find = second.find.bind(second);
      let looks = 0;
      t.mock.method(second, 'find', async (n: number) => {
        looked.resolve();
        // From the second look on the result is there, however long it takes to be kept.
        if (looks++ > 0) await original;
        return find(n);
      });
      const repeated = other.post(email, key);
      await looked.promise;
      sent.resolve({ kind: 'sent' });
      const { status, body } = await original;
      assert.equal(status, 201);
      assert.deepEqual(await repeated, { status: 200, body });
      assert.equal(sender.asked.length, 1);
    });

    test('repeated while the first has no result for long is 409, to be tried again', async (t) => {
      const sender = directedSender();
      const { post, app } = await openReplica(t, (await open(t)).first, { email: sender });
      const asked = Promise.withResolvers<void>();
      const sent = Promise.withResolvers<{ kind: 'sent' }>();
      sender.answer = () => (asked.resolve(), sent.promise);
      const original = post(email, key);
      await asked.promise;
      const request = { method: 'POST', url: '/send', payload: email, headers: key } as const;
      const response = await app.inject(request);
      assert.deepEqual([response.statusCode, response.json().code], [409, 'REQUEST_IN_PROGRESS']);
      assert.equal(response.headers['retry-after'], '1');
      sent.resolve({ kind: 'sent' });
      await original;
      assert.equal((await post(email, key)).status, 200);
    });
  });
}

test('HEAD of a stream answers the headers, and no others of its path are allowed', async (t) => {
  const { app } = await openService(t, notification);
  const url = '/notifications/stream?user=ann';
  const head = await app.inject({ method: 'HEAD', url });
  assert.deepEqual(
    [head.statusCode, head.headers['content-type'], head.body],
    [200, 'text/event-stream', ''],
  );
  const post = await app.inject({ method: 'POST', url });
  assert.deepEqual([post.statusCode, post.headers.allow], [405, 'DELETE, GET, HEAD']);
});

test('with SMTP_URL on an open HOST, /send wants the admin token', async (t) => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'shop@example.com' };
  const open = { HOST: '0.0.0.0', ADMIN_TOKEN: 'a long enough token' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  for (const [env, headers, expected] of [
    [{ ...mail, ...open }, {}, 401],
    [{ ...mail, ...open }, bearer('another token, as long'), 401],
    [{ ...mail, ...open }, bearer(open.ADMIN_TOKEN), 201],
    [open, {}, 201],
    [{ ...mail, ADMIN_TOKEN: open.ADMIN_TOKEN }, {}, 201],
  ] as const) {
    const { app } = await openService(t, notification, env);
    const send = (payload: object) =>
      app.inject({ method: 'POST', url: '/send', payload, headers });
    const response = await send(inApp);
    assert.equal(response.statusCode, expected);
    const list = await app.inject('/notifications?user=ann');
    assert.deepEqual([list.statusCode, list.json().notifications.length], [200, +(expected < 300)]);
    if (expected !== 401) continue;
    assert.equal(response.json().code, 'ADMIN_TOKEN_REQUIRED');
    // Checked before the body is read.
    assert.equal((await send({ channel: 'email' })).statusCode, 401);
  }
});

describe('invalid requests', () => {
  const long = (n: number) => 'x'.repeat(n);
  const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) };
  const rows: [what: string, path: string, body: unknown][] = [
    ...['user_id', 'channel', 'title', 'body'].flatMap((name): typeof rows => [
      [`no ${name}`, name, { ...inApp, [name]: undefined }],
      [`a ${name} that is a number`, name, { ...inApp, [name]: 3 }],
      [`a ${name} that is null`, name, { ...inApp, [name]: null }],
    ]),
    ['an empty user_id', 'user_id', { ...inApp, user_id: '' }],
    ['a user_id of 129 characters', 'user_id', { ...inApp, user_id: long(129) }],
    ['a user_id with a line break', 'user_id', { ...inApp, user_id: 'a\nb' }],
    ['an empty title', 'title', { ...inApp, title: '' }],
    ['a title of 257 characters', 'title', { ...inApp, title: long(257) }],
    ['a title with NUL', 'title', { ...inApp, title: 'a\0b' }],
    ['a body of 65,537 characters', 'body', { ...inApp, body: long(65_537) }],
    ['a body that is not Unicode', 'body', { ...inApp, body: '\ud800' }],
    ['two addresses', 'address', { ...email, address: 'a@b.example,c@d.example' }],
    ['an address with a line break', 'address', { ...email, address: 'a@b.example\r\nBcc: c@d' }],
    ['an address without @', 'address', { ...email, address: 'ann' }],
    [
      'a subscription without keys',
      'subscription.keys',
      { ...push, subscription: { endpoint: 'https://p' } },
    ],
    [
      'an endpoint that is not an address',
      'subscription.endpoint',
      { ...push, subscription: { endpoint: 'https://', keys } },
    ],
    [
      'an endpoint of another scheme',
      'subscription.endpoint',
      { ...push, subscription: { endpoint: 'ftp://p', keys } },
    ],
    [
      'a key that is none',
      'subscription.keys.auth',
      { ...push, subscription: { endpoint: 'https://p', keys: { ...keys, auth: '+' } } },
    ],
    ['no object', 'body', [inApp]],
  ];
  for (const [what, path, payload] of rows) {
    test(`${what} is 400 and named`, async (t) => {
      const { app } = await openService(t, notification);
      const response = await app.inject({
        method: 'POST',
        url: '/send',
        payload: payload as object,
      });
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().code, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, path);
    });
  }

  test('at the limits all is well', async (t) => {
    const { app } = await openService(t, notification);
    const payload = { ...inApp, user_id: long(128), title: long(256), body: '😀'.repeat(65_536) };
    const response = await app.inject({ method: 'POST', url: '/send', payload });
    assert.equal(response.statusCode, 201, response.body);
    assert.equal(response.json().body, payload.body);
  });

  test('another channel is 400 with the detail `unknown channel`', async (t) => {
    const { app } = await openService(t, notification);
    for (const channel of ['sms', '', 'IN_APP', 'in_app ', 'constructor', long(1_000)]) {
      const payload = { ...inApp, channel };
      const response = await app.inject({ method: 'POST', url: '/send', payload });
      assert.equal(response.statusCode, 400);
      const { code, detail, errors } = response.json();
      assert.deepEqual(
        [code, detail, errors[0].path],
        ['UNKNOWN_CHANNEL', 'unknown channel', 'channel'],
      );
    }
  });

  const queries: [query: string, path: string][] = [
    ['', 'user'],
    ['?user=', 'user'],
    [`?user=${long(129)}`, 'user'],
    ['?user=a%00', 'user'],
    ['?user=a&limit=0', 'limit'],
    ['?user=a&limit=1001', 'limit'],
    ['?user=a&limit=many', 'limit'],
    ['?user=a&before=5', 'before'],
  ];
  for (const [query, path] of queries) {
    test(`GET /notifications${query.slice(0, 30)} is 400 and names ${path}`, async (t) => {
      const { app } = await openService(t, notification);
      const response = await app.inject(`/notifications${query}`);
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, path);
    });
  }

  test('an idempotency key is 1–128 printable characters', async (t) => {
    const { app } = await openService(t, notification);
    const send = (key: string) =>
      app.inject({
        method: 'POST',
        url: '/send',
        payload: inApp,
        headers: { 'idempotency-key': key },
      });
    for (const key of ['', long(129), 'ä', 'a\tb']) {
      const response = await send(key);
      assert.equal(response.statusCode, 400, key);
      assert.equal(response.json().errors[0].path, 'idempotency-key');
    }
    assert.equal((await send(long(128))).statusCode, 201);
  });

  test('a Last-Event-ID that is none is 400; a stream without a user too', async (t) => {
    const { app } = await openService(t, notification);
    const headers = { 'last-event-id': '17' };
    const response = await app.inject({ url: '/notifications/stream?user=a', headers });
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().errors[0].path, 'last-event-id');
    assert.equal((await app.inject('/notifications/stream')).json().errors[0].path, 'user');
  });
});
