/** Senders of the operator's own: a real server in another process, which may be slow, down or busy. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startProcess } from '#kit/testing/process.ts';
import { fakeClock, temporaryFolder } from '#kit/testing/testing.ts';
import type { OutboxOptions } from '../outbox/outbox.ts';
import { pauseOf } from '../senders/http-failure.ts';
import { httpSender } from '../senders/http.ts';
import { backends } from '../store/contract/backends.ts';
import { openReplica } from './fixtures.ts';
import { Receiver, type Received } from './receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const email = { user_id: 'ann', channel: 'email', title: 'Hello ü', body: 'Your order' };
const hour = 60 * 60 * 1000;

async function startReceiver(t: TestContext): Promise<Receiver> {
  const receiver = new Receiver();
  await receiver.start();
  t.after(() => receiver.kill());
  return receiver;
}

for (const { name, skip, open } of backends) {
  describe(`a sender of the operator's own, on ${name}`, { skip }, () => {
    async function setUp(t: TestContext, options: Partial<OutboxOptions> = {}) {
      const receiver = await startReceiver(t);
      // The library that verifies goes by the clock on the wall.
      const clock = fakeClock(Date.now());
      const sender = httpSender({ url: receiver.url, secret }, clock);
      const { first } = await open(t);
      const senders = { email: sender, push: sender };
      const one = await openReplica(t, first, senders, { clock, ...options });
      const trace = async (id: string) => (await one.get(`/notifications/${id}/trace`)).body.trace;
      return { receiver, trace, ...one };
    }

    test('gets the notification, signed as Standard Webhooks say', async (t) => {
      const { receiver, post, trace } = await setUp(t);
      const category = 'orders';
      const { status, body } = await post({ ...email, address: 'ann@b.example', category });
      assert.deepEqual([status, body.status, body.simulated], [201, 'sent', undefined]);
      const [got] = await receiver.received();
      const { method, url, headers, body: sent } = got!;
      assert.deepEqual(
        [method, url, headers['content-type']],
        ['POST', '/notify?key=1', 'application/json'],
      );
      assert.equal(headers['webhook-id'], body.id);
      const verified = new Webhook(secret).verify(sent, headers as Record<string, string>);
      const { status: _, ...rest } = body;
      assert.deepEqual(verified, { ...rest, address: 'ann@b.example' });
      assert.throws(() =>
        new Webhook(secret).verify(`${sent} `, headers as Record<string, string>),
      );
      assert.equal((await trace(body.id))[1].answer, 'HTTP 204');
    });

    test('gets the subscription of a push, and the items of a digest', async (t) => {
      const { receiver, post, pass } = await setUp(t);
      const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) };
      const subscription = { endpoint: 'https://push.example/1', keys };
      await post({ ...email, channel: 'push', subscription });
      assert.deepEqual(JSON.parse((await receiver.received())[0]!.body).subscription, subscription);
      await post({ ...email, digest: { key: 'k', window_seconds: 10 } });
      await pass(10_000);
      assert.equal(JSON.parse((await receiver.received())[1]!.body).items.length, 1);
    });

    test('that is busy or fails is asked again, with the same id and a new signature; one that refuses is not', async (t) => {
      const { receiver, post, pass, clock } = await setUp(t);
      const rows: [status: number, mayPass: boolean][] = [
        [429, true],
        [500, true],
        [503, true],
        [408, true],
        [400, false],
        [404, false],
        [410, false],
      ];
      for (const [status, mayPass] of rows) {
        await receiver.answer(status);
        receiver.forget();
        const { body } = await post(email);
        assert.deepEqual(
          [body.status, body.retrying, body.error],
          ['failed', mayPass || undefined, `the sender answered ${status}`],
        );
        await receiver.answer(200);
        await pass(hour);
        assert.equal((await receiver.received()).length, mayPass ? 2 : 1, `${status}`);
        if (!mayPass) continue;
        const [before, after] = (await receiver.received()) as [Received, Received];
        assert.equal(after.headers['webhook-id'], before.headers['webhook-id']);
        assert.equal(after.body, before.body);
        const seconds = Math.floor(clock() / 1000);
        assert.equal(after.headers['webhook-timestamp'], String(seconds));
        assert.notEqual(after.headers['webhook-signature'], before.headers['webhook-signature']);
      }
    });

    test('is left alone as long as its Retry-After says', async (t) => {
      const { receiver, post, pass, trace, clock } = await setUp(t);
      await receiver.answer(429, { 'retry-after': '120' });
      const { body } = await post(email);
      const { next_at } = (await trace(body.id))[1];
      assert.equal(next_at, clock() + 120_000);
      await receiver.answer(200);
      await pass(119_999);
      assert.equal((await receiver.received()).length, 1);
      await pass(1);
      assert.equal((await receiver.received()).length, 2);
    });

    test('is not followed when it redirects', async (t) => {
      const { receiver, post, pass } = await setUp(t);
      for (const status of [301, 302, 307, 308]) {
        receiver.forget();
        await receiver.answer(status, { location: '/elsewhere' });
        const { body } = await post(email);
        assert.deepEqual([body.status, body.retrying], ['failed', undefined]);
        await pass(hour);
        assert.deepEqual(
          (await receiver.received()).map(({ url }) => url),
          ['/notify?key=1'],
        );
      }
    });

    test('that is down is asked again when it is back', async (t) => {
      const { receiver, post, pass } = await setUp(t);
      await receiver.kill();
      const { body } = await post(email);
      assert.match(body.error, /^the sender cannot be reached \(\w+\)$/);
      assert.equal(body.retrying, true);
      await receiver.start();
      await pass(hour);
      assert.equal((await receiver.received()).length, 1);
    });

    test('that says nothing is left when the time is up, with its connection', async (t) => {
      const { receiver, post, pass } = await setUp(t, { timeoutMs: 3_000 });
      await receiver.instruct({ kind: 'stall' });
      const closed = receiver.next('closed');
      const { body } = await post(email);
      assert.deepEqual([body.error, body.retrying], ['no result within 3000 ms', true]);
      await closed;
      await receiver.answer(200);
      await pass(hour);
      assert.equal((await receiver.received()).length, 2);
    });

    test('that is slow is waited for', async (t) => {
      const { receiver, post } = await setUp(t, { timeoutMs: 60_000 });
      await receiver.instruct({ kind: 'stall' });
      const received = receiver.next('received');
      const answer = post(email);
      await received;
      await receiver.answer(202);
      assert.equal((await answer).body.status, 'sent');
      assert.equal((await receiver.received()).length, 1);
    });
  });
}

test('Retry-After is seconds or a date, and no longer than a day', () => {
  const now = Date.UTC(2026, 0, 1, 12);
  const rows: [header: string | undefined, ms: number | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['7', 7_000],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2026 11:00:30 GMT', undefined],
    ['99999999999999999999', 24 * hour],
  ];
  for (const [header, ms] of rows) assert.equal(pauseOf(header, now), ms, String(header));
});

test('the process posts to the addresses of the environment, and tells nobody the secret', async (t) => {
  const receiver = await startReceiver(t);
  const { addresses, output } = await startProcess(t, ['notification'], {
    DATA_DIR: temporaryFolder(),
    EMAIL_HTTP_URL: receiver.url,
    PUSH_HTTP_URL: receiver.url,
    WEBHOOK_SECRET: secret,
    LOG_LEVEL: 'info',
  });
  for (const channel of ['email', 'push', 'in_app']) {
    const response = await fetch(`${addresses['notification']}/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...email, channel }),
    });
    assert.equal(response.status, 201);
  }
  assert.deepEqual(
    (await receiver.received()).map(({ body }) => JSON.parse(body).channel),
    ['email', 'push'],
  );
  assert.ok(!output().includes(secret.slice(6)));
});
