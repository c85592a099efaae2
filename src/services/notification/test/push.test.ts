/** Pushes, sent to a push service of our own. */
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import os from 'node:os';
import { describe, test, type TestContext } from 'node:test';
import webpush from 'web-push';
import { fakeClock } from '#kit/testing/testing.ts';
import type { OutboxOptions } from '../outbox/outbox.ts';
import type { Notification } from '../notification.ts';
import { pushSender } from '../senders/push.ts';
import { backends } from '../store/contract/backends.ts';
import { endTimeOfNextAttempt, openReplica } from './fixtures.ts';

const { publicKey, privateKey } = webpush.generateVAPIDKeys();
const vapid = { subject: 'mailto:shop@example.com', publicKey, privateKey };
const push = { user_id: 'ann', channel: 'push', title: 'Hello', body: 'Your order' };
const hour = 60 * 60 * 1000;

/** The keys of a browser. */
function browser() {
  const ecdh = createECDH('prime256v1');
  const auth = randomBytes(16);
  const p256dh = ecdh.generateKeys('base64url');
  return { ecdh, auth, keys: { p256dh, auth: auth.toString('base64url') } };
}

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

async function setUpOn(
  open: (typeof backends)[number]['open'],
  t: TestContext,
  options: Partial<OutboxOptions> = {},
  allowPrivate = true,
) {
  const received: Received[] = [];
  /** Status of the next answers; 0: no answer. */
  const service = { received, status: 201, endpoint: '', retryAfter: '' };
  const listener = createServer(async (request, response) => {
    received.push({ request, body: await buffer(request) });
    const headers = { location: '/again', 'retry-after': service.retryAfter };
    if (service.status !== 0) response.writeHead(service.status, headers).end();
  }).listen(0, '127.0.0.1');
  t.after(() => {
    listener.close();
    listener.closeAllConnections();
  });
  await once(listener, 'listening');
  service.endpoint = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/device/1`;
  const { first } = await open(t);
  const clock = fakeClock();
  const sender = pushSender(vapid, allowPrivate, clock);
  return { service, ...(await openReplica(t, first, { push: sender }, { clock, ...options })) };
}

/** Opens what was sealed for the browser (RFC 8188, RFC 8291). */
async function unsealed(sealed: Buffer, { ecdh, auth }: ReturnType<typeof browser>) {
  const idLength = sealed[20]!;
  const [salt, serverKey] = [sealed.subarray(0, 16), sealed.subarray(21, 21 + idLength)];
  const derive = async (secret: Buffer, salt: Buffer, info: Buffer, length: number) => {
    return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  };
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const secret = await derive(ecdh.computeSecret(serverKey), auth, info, 32);
  const key = await derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = await derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([
    decipher.update(sealed.subarray(21 + idLength, -16)),
    decipher.final(),
  ]);
  // A delimiter ends the text.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

for (const { name, skip, open } of backends) {
  describe(`pushes, on ${name}`, { skip }, () => {
    const setUp = (t: TestContext, options?: Partial<OutboxOptions>, allowPrivate?: boolean) =>
      setUpOn(open, t, options, allowPrivate);

    test('a push arrives, sealed for the browser and signed for the push service', async (t) => {
      const { service, post } = await setUp(t);
      const reader = browser();
      const subscription = { endpoint: service.endpoint, keys: reader.keys };
      const { status, body } = await post({ ...push, subscription });
      assert.deepEqual([status, body.status], [201, 'sent'], body.error);
      assert.equal('subscription' in body, false);
      const [{ request, body: sealed }] = service.received as [Received];
      assert.deepEqual([request.method, request.url], ['POST', '/device/1']);
      assert.equal(request.headers['content-encoding'], 'aes128gcm');
      assert.equal(request.headers['topic'], body.id);
      const [, token, key] = /^vapid t=(.*), k=(.*)$/.exec(request.headers.authorization!)!;
      assert.equal(key, publicKey);
      const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString());
      assert.equal(claims.sub, vapid.subject);
      assert.equal(claims.aud, new URL(service.endpoint).origin);
      const expected = { id: body.id, title: push.title, body: push.body };
      assert.deepEqual(await unsealed(sealed, reader), expected);
    });

    test('one that is urgent says so, also as part of a digest', async (t) => {
      const { service, post, pass } = await setUp(t);
      const subscription = { endpoint: service.endpoint, keys: browser().keys };
      const digest = { key: 'k', window_seconds: 10 };
      for (const more of [{}, { urgent: true }, { digest }, { digest, urgent: true }]) {
        await post({ ...push, subscription, ...more });
      }
      await pass(10_000);
      const urgencies = service.received.map(({ request }) => request.headers['urgency']);
      assert.deepEqual(urgencies, ['normal', 'high', 'high']);
    });

    test('a text that is too long ends early, between two characters, and the trace says so', async (t) => {
      const { service, post, get } = await setUp(t);
      const reader = browser();
      const subscription = { endpoint: service.endpoint, keys: reader.keys };
      const family = '👨‍👩‍👧';
      const send = async (title: string, body: string) => {
        service.received.length = 0;
        const { body: answer } = await post({ ...push, title, body, subscription });
        const [{ body: sealed }] = service.received as [Received];
        const { trace } = (await get(`/notifications/${answer.id}/trace`)).body;
        assert.ok(sealed.length <= 4_096, `${sealed.length} bytes`);
        return { got: await unsealed(sealed, reader), sealed, truncated: trace[1].truncated };
      };
      for (const part of ['x', 'ü', '漢', '😀', '"', '\n', '\u0001', family, 'e\u0301']) {
        const whole = part.repeat(4_000);
        const { got, sealed, truncated } = await send('Hello', whole);
        assert.ok(got.body.endsWith('…'), part);
        const shown = got.body.slice(0, -1);
        assert.ok(whole.startsWith(shown) && shown.length % part.length === 0, part);
        assert.ok(sealed.length > 4_096 - 2 * Buffer.byteLength(JSON.stringify(part)), part);
        assert.equal(truncated, true);
      }
      const longest = await send('"'.repeat(256), '漢'.repeat(10_000));
      assert.equal(longest.got.title, '"'.repeat(256));
      // A text that fits is sent as it is, to the last byte.
      const { got } = await send('Hello', '');
      const room = 3_993 - Buffer.byteLength(JSON.stringify({ ...got, body: '' }));
      for (const [length, isCut] of [
        [room, undefined],
        [room + 1, true],
      ] as const) {
        const full = await send('Hello', 'x'.repeat(length));
        assert.deepEqual([full.sealed.length <= 4_096, full.truncated], [true, isCut]);
      }
      const one = await send('Hello', `e${'\u0301'.repeat(5_000)}`);
      assert.equal(one.got.body, '…');
    });

    test('a push service is left alone as long as its Retry-After says', async (t) => {
      const { service, post, pass } = await setUp(t);
      const subscription = { endpoint: service.endpoint, keys: browser().keys };
      Object.assign(service, { status: 429, retryAfter: '120' });
      assert.equal((await post({ ...push, subscription })).body.retrying, true);
      service.status = 201;
      await pass(119_999);
      assert.equal(service.received.length, 1);
      await pass(1);
      assert.equal(service.received.length, 2);
    });

    test('a push service that is busy is asked again; one that refuses is not', async (t) => {
      const { service, post, pass } = await setUp(t);
      const subscription = { endpoint: service.endpoint, keys: browser().keys };
      const rows: [status: number, mayPass: boolean, error: RegExp][] = [
        [429, true, /answered 429/],
        [503, true, /answered 503/],
        [404, false, /subscription is gone/],
        [410, false, /subscription is gone/],
        [413, false, /answered 413/],
        [400, false, /answered 400/],
        [307, false, /answered 307/],
      ];
      for (const [status, mayPass, error] of rows) {
        service.status = status;
        service.received.length = 0;
        const { body } = await post({ ...push, subscription });
        assert.deepEqual(
          [body.status, body.retrying],
          ['failed', mayPass || undefined],
          `${status}`,
        );
        assert.match(body.error, error);
        service.status = 201;
        await pass(hour);
        assert.equal(service.received.length, mayPass ? 2 : 1, `${status}`);
      }
    });

    test('a push service that says nothing is left when the time is up', async (t) => {
      const { service, post } = await setUp(t, { timeoutMs: 2_000 });
      const endTime = endTimeOfNextAttempt(t, 2_000);
      service.status = 0;
      const subscription = { endpoint: service.endpoint, keys: browser().keys };
      const pushed = post({ ...push, subscription });
      while (service.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const gone = once(service.received[0]!.request.socket, 'close');
      endTime();
      const { body } = await pushed;
      assert.deepEqual([body.error, body.retrying], ['no result within 2000 ms', true]);
      await gone;
    });

    test('without a subscription, or with keys that are none, it has failed for good', async (t) => {
      const { service, post } = await setUp(t);
      const { body } = await post(push);
      assert.deepEqual(
        [body.error, body.retrying],
        ['the user has no push subscription', undefined],
      );
      const keys = { ...browser().keys, p256dh: 'A'.repeat(87) };
      const answer = await post({ ...push, subscription: { endpoint: service.endpoint, keys } });
      assert.deepEqual(
        [answer.body.error, answer.body.retrying],
        ['the keys are not valid', undefined],
      );
      assert.equal(service.received.length, 0);
    });

    test('a service that others can reach sends no push into its own network, nor to itself', async (t) => {
      const own = { netmask: '', mac: '', internal: false, cidr: null };
      const eth0 = [{ ...own, family: 'IPv4' as const, address: '93.184.216.34' }];
      t.mock.method(os, 'networkInterfaces', () => ({ eth0 }));
      const { service, post } = await setUp(t, {}, false);
      const { port } = new URL(service.endpoint);
      const local = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'];
      for (const host of [...local, '0.0.0.0', '[64:ff9b::7f00:1]', '93.184.216.34']) {
        const endpoint = `http://${host}:${port}/`;
        const { body } = await post({ ...push, subscription: { endpoint, keys: browser().keys } });
        assert.equal(body.error, 'the push endpoint is not on the public network', host);
        assert.equal(body.retrying, undefined);
      }
      assert.equal(service.received.length, 0);
    });
  });
}

test('only what the library says about the subscription is a bad key: the rest is a defect', async (t) => {
  // A key of the service that is none: the library objects to it with the same plain Error.
  const sender = pushSender({ ...vapid, privateKey: 'none' }, true, fakeClock());
  const subscription = { endpoint: 'http://127.0.0.1:9/', keys: browser().keys };
  const draft = { user_id: 'ann', channel: 'push', title: 't', body: 'b', subscription } as const;
  const note: Notification = { ...draft, n: 1, state: 'pending', attempts: 1 };
  await assert.rejects(sender.send(note, t.signal), /[Vv]apid private key/);
  const { first } = await backends[0]!.open(t);
  const { post } = await openReplica(t, first, { push: sender });
  const { body } = await post({ ...push, subscription });
  assert.deepEqual([body.error, body.retrying], ['the sender failed with an internal error', true]);
});
