import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import type { Logger } from 'pino';
import { anyText } from '#kit/testing/rubbish.ts';
import { readCommon } from '#kit/host/env.ts';
import { openService, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { assertProblem, secret, sign, stores } from './fixtures.ts';
import { readConfig } from '../config.ts';
import { flashSale } from '../index.ts';

for (const { name, skip, env } of stores) {
  describe(`checkout on ${name}`, { skip }, () => {
    it('sells what is in stock: 200, enveloped', async (t) => {
      const { buy, load, stock } = await open(t, env());
      await load(10);
      const response = await buy({ qty: 2 });
      assert.equal(response.statusCode, 200);
      const { order_id, reservation_id } = response.json().data;
      assert.deepEqual(response.json(), {
        data: { status: 'completed', order_id, reservation_id },
      });
      assert.match(order_id, /^ord_[\w-]{31}$/);
      assert.match(reservation_id, /^res_[\w-]{31}$/);
      const { available, held } = await stock();
      assert.deepEqual([available, held], [8, 2]);
    });

    it('queues the next buyer once stock is exhausted: 202 with the 0-based rank', async (t) => {
      const { buy, load } = await open(t, env());
      await load(1);
      await buy();
      for (const position of [0, 1, 2]) {
        const response = await buy();
        assert.equal(response.statusCode, 202);
        assert.deepEqual(response.json(), { data: { status: 'queued', position } });
      }
    });

    it('queues the buyers of a product that was never loaded', async (t) => {
      const { buy, load } = await open(t, env());
      assert.deepEqual((await buy()).json(), { data: { status: 'queued', position: 0 } });
      assert.equal((await load(1)).json().data.promoted_users.length, 1);
    });

    it('200 concurrent buyers of 100 units: 100 completed, 100 queued in turn', async (t) => {
      const { buy, load, stock } = await open(t, env());
      await load(100);
      const responses = await Promise.all(Array.from({ length: 200 }, () => buy()));
      const { 200: completed, 202: queued } = Object.groupBy(responses, (r) => r.statusCode);
      assert.equal(completed?.length, 100);
      const positions = queued?.map((r) => Number(r.json().data.position)) ?? [];
      assert.deepEqual(
        positions.toSorted((a, b) => a - b),
        [...Array(100).keys()],
      );
      const { available, held, waiting } = await stock();
      assert.deepEqual([available, held, waiting], [0, 100, 100]);
    });

    it('devices with different primary buckets share what is in stock', async (t) => {
      const { buy, load } = await open(t, env());
      await load(2); // one unit each in buckets 0 and 1
      assert.equal((await buy({ device_fp: 'c' })).statusCode, 200); // primary bucket 8
      assert.equal((await buy({ device_fp: 'a' })).statusCode, 200); // primary bucket 0
    });

    it('a repeated key is 409 with what the first request got, and sells nothing', async (t) => {
      const { buy, load, stock, clock } = await open(t, env());
      await load(5);
      const { order_id, reservation_id } = (await buy({ idempotency_key: 'k' })).json().data;
      for (const pause of [0, 29_999, 1, 569_999]) {
        clock.advance(pause);
        const again = await buy({ idempotency_key: 'k', user_id: 'another' });
        assert.equal(again.statusCode, 409);
        const status = 'idempotency_conflict';
        const data = { status, original_status: 'completed', order_id, reservation_id };
        assert.deepEqual(again.json(), { data });
      }
      assert.equal((await stock()).held, 1);
      clock.advance(1);
      assert.equal((await buy({ idempotency_key: 'k' })).statusCode, 200);
    });

    it('a repeated key of a queued request is 409 with its position', async (t) => {
      const { buy } = await open(t, env());
      await buy({ idempotency_key: 'k' });
      const data = { status: 'idempotency_conflict', original_status: 'queued', position: 0 };
      assert.deepEqual((await buy({ idempotency_key: 'k' })).json(), { data });
    });

    it('accepts an expiry up to 30 seconds away, in either direction', async (t) => {
      const { buy, now } = await open(t, env());
      for (const seconds of [-30, 0, 30]) {
        assert.equal((await buy({ expires_at: now() + seconds })).statusCode, 202);
      }
      for (const seconds of [-31, 31, -1e9, 1e9]) {
        const response = await buy({ expires_at: now() + seconds });
        assertProblem(response, 401, 'ATTESTATION_REFUSED');
      }
    });

    it('refuses a token 31 seconds after the instant it was signed for', async (t) => {
      const { buy, now, clock } = await open(t, env());
      const expires_at = now();
      clock.advance(30_000);
      assert.equal((await buy({ expires_at })).statusCode, 202);
      clock.advance(1_000);
      assertProblem(await buy({ expires_at }), 401, 'ATTESTATION_REFUSED');
    });

    it('accepts the token that it issued', async (t) => {
      const { app, buy, now } = await open(t, env());
      const response = await app.inject('/flash-sale/token?device_fp=phone%201');
      const expires_at = now() + 30;
      const token = createHmac('sha256', secret).update(`phone 1:${expires_at}`).digest('hex');
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), { token, expires_at, expires_in: 30 });
      const attested = { device_fp: 'phone 1', attestation: token, expires_at };
      assert.equal((await buy(attested)).statusCode, 202);
    });

    it('refuses every other token', async (t) => {
      const { buy, now } = await open(t, env());
      const expires_at = now();
      const right = sign('d', expires_at);
      const others = [
        sign('another device', expires_at),
        sign('d', expires_at + 1),
        createHmac('sha256', 'another secret').update(`d:${expires_at}`).digest('hex'),
        right.toUpperCase(),
        right.slice(0, 62),
        `${right}00`,
        'z'.repeat(64),
        'é'.repeat(64),
        '',
      ];
      for (const attestation of others) {
        const response = await buy({ device_fp: 'd', expires_at, attestation });
        assertProblem(response, 401, 'ATTESTATION_REFUSED');
      }
    });

    it('25 requests of one device in a second: 20 allowed, 5 refused, from any address', async (t) => {
      const { buy, load, clock, stock } = await open(t, env());
      await load(100);
      const device_fp = 'd';
      const attempts = Array.from({ length: 25 }, (_, i) =>
        buy({ device_fp }, { remoteAddress: `10.0.0.${i}`, headers: { 'user-agent': `${i}` } }),
      );
      const { 200: allowed, 429: refused } = Object.groupBy(
        await Promise.all(attempts),
        (response) => response.statusCode,
      );
      assert.deepEqual([allowed?.length, refused?.length], [20, 5]);
      assertProblem(refused![0]!, 429, 'RATE_LIMITED');
      assert.equal(refused![0]!.headers['retry-after'], '1');
      assert.equal((await stock()).held, 20);
      clock.advance(999);
      assert.equal((await buy({ device_fp })).statusCode, 429);
      clock.advance(1);
      assert.equal((await buy({ device_fp })).statusCode, 200);
    });

    it('devices behind one address have a window each', async (t) => {
      const { buy } = await open(t, env());
      const attempts = Array.from({ length: 25 }, () => buy({}, { remoteAddress: '10.0.0.1' }));
      assert.ok((await Promise.all(attempts)).every(({ statusCode }) => statusCode === 202));
    });

    it('header and body identity both need room when they differ', async (t) => {
      const { buy } = await open(t, env());
      const headers = { 'x-device-fingerprint': 'header' };
      for (let i = 0; i < 20; i++) assert.equal((await buy({}, { headers })).statusCode, 202);
      assert.equal((await buy({}, { headers })).statusCode, 429);
      assert.equal((await buy({ device_fp: 'header' })).statusCode, 429);
      for (let i = 0; i < 20; i++) {
        const attempt = buy({ device_fp: 'body' }, { headers: { 'x-device-fingerprint': `${i}` } });
        assert.equal((await attempt).statusCode, 202);
      }
      assert.equal((await buy({ device_fp: 'body' })).statusCode, 429);
      const borrowed = { headers: { 'x-device-fingerprint': 'fresh' } };
      assert.equal((await buy({ device_fp: 'body' }, borrowed)).statusCode, 429);
    });

    it('a header that is cut to the length of the body identity counts once', async (t) => {
      const { buy } = await open(t, env());
      const device_fp = 'd'.repeat(128);
      const headers = { 'x-device-fingerprint': `${device_fp}, and more` };
      const attempts = Array.from({ length: 25 }, () => buy({ device_fp }, { headers }));
      const allowed = (await Promise.all(attempts)).filter(({ statusCode }) => statusCode === 202);
      assert.equal(allowed.length, 20);
    });

    it('takes its steps in order: key, token, rate, stock', async (t) => {
      const { buy, load } = await open(t, env());
      await load(100);
      const device_fp = 'd';
      await buy({ device_fp, idempotency_key: 'k' });
      for (let i = 1; i < 20; i++) await buy({ device_fp });
      const attestation = 'wrong';
      const again = { device_fp, idempotency_key: 'k' };
      assert.equal((await buy({ ...again, attestation })).statusCode, 409);
      assert.equal((await buy(again)).statusCode, 409);
      assert.equal((await buy({ device_fp, attestation })).statusCode, 401);
      assert.equal((await buy({ device_fp, qty: 1000 })).statusCode, 429);
      assert.equal((await buy({ device_fp, qty: 0, attestation })).statusCode, 400);
    });

    it('a refusal leaves no trace: the key may be used again', async (t) => {
      const { buy, load, stock, clock } = await open(t, env());
      await load(100);
      const device_fp = 'd';
      const again = { device_fp, idempotency_key: 'k' };
      for (let i = 0; i < 30; i++) {
        assert.equal((await buy({ ...again, attestation: 'wrong' })).statusCode, 401);
      }
      for (let i = 0; i < 20; i++) assert.equal((await buy({ device_fp })).statusCode, 200);
      assert.equal((await buy(again)).statusCode, 429);
      const { held, waiting } = await stock();
      assert.deepEqual([held, waiting], [20, 0]);
      clock.advance(1_000);
      assert.equal((await buy(again)).statusCode, 200);
    });

    it('a full slot pool is 503 with Retry-After; slots come back after each sale', async (t) => {
      const { buy, load } = await open(t, { ...env(), FLASH_SALE_SLOTS: '2' });
      await load(3);
      const keys = ['k0', 'k1', 'k2'];
      const attempts = keys.map((idempotency_key) => buy({ idempotency_key }));
      const responses = await Promise.all(attempts);
      assert.deepEqual(responses.map((r) => String(r.statusCode)).toSorted(), [
        '200',
        '200',
        '503',
      ]);
      const full = responses.findIndex((r) => r.statusCode === 503);
      assertProblem(responses[full]!, 503, 'NO_FREE_SLOT');
      assert.equal(responses[full]!.headers['retry-after'], '1');
      assert.equal((await buy({ idempotency_key: keys[full]! })).statusCode, 200);
      for (let i = 0; i < 5; i++) assert.equal((await buy()).statusCode, 202);
    });

    it('while the first request runs, a repeat is 409 without a result', async (t) => {
      const { buy, load } = await open(t, { ...env(), FLASH_SALE_SLOTS: '9' });
      await load(3);
      const twice = [buy({ idempotency_key: 'k' }), buy({ idempotency_key: 'k' })];
      const [first, second] = await Promise.all(twice);
      assert.deepEqual([first!.statusCode, second!.statusCode], [200, 409]);
      assert.deepEqual(second!.json(), { data: { status: 'idempotency_conflict' } });
    });

    it('tells which field is missing or wrong', async (t) => {
      const { buy, stock, load } = await open(t, env());
      await load(9);
      const ids = ['', 3, null, ['a'], 'x'.repeat(129), 'nul\0', 'line\n', '\ud800', '\udc00x'];
      const wrong = {
        product_id: ids,
        user_id: ids,
        device_fp: ids,
        idempotency_key: ids,
        qty: [0, -1, 1.5, 1_000_001, '1', null, true],
        attestation: [3, null, 'x'.repeat(129)],
        expires_at: ['1', 1.5, null],
      };
      for (const [field, values] of Object.entries(wrong)) {
        for (const value of [undefined, ...values]) {
          assertProblem(await buy({ [field]: value }), 400, 'VALIDATION_FAILED', field);
        }
      }
      assert.deepEqual((await stock()).held, 0);
    });

    it('ignores members that it does not know', async (t) => {
      const { buy, load } = await open(t, env());
      await load(9);
      const { statusCode } = await buy({ coupon: 'x', constructor: 1 });
      assert.equal(statusCode, 200);
    });

    it('answers any JSON and any query without a fault', async (t) => {
      const { app, buy } = await open(t, env());
      const text = fc.oneof(anyText(), fc.constantFrom('__proto__', '\0', '"'));
      const values = fc.record(
        {
          product_id: text,
          user_id: text,
          device_fp: text,
          idempotency_key: text,
          qty: fc.oneof(fc.nat(), fc.double()),
          expires_at: fc.oneof(fc.integer(), fc.double()),
          attestation: text,
        },
        { requiredKeys: [] },
      );
      const answers = new Set([200, 202, 400, 401, 409]);
      const check = fc.asyncProperty(fc.jsonValue(), values, text, async (any, body, query) => {
        const url = '/flash-sale/checkout';
        const headers = { 'content-type': 'application/json' };
        const payload = JSON.stringify(any);
        const plain = await app.inject({ method: 'POST', url, headers, payload });
        assert.equal(plain.statusCode, 400);
        assert.ok(answers.has((await buy(body)).statusCode));
        const search = new URLSearchParams({ user_id: query, product_id: query, device_fp: query });
        for (const path of ['queue-status', 'token', 'lottery/result', 'lottery/draws']) {
          const { statusCode } = await app.inject(`/flash-sale/${path}?${search}`);
          assert.ok([200, 400, 404].includes(statusCode), `${path} ${statusCode}`);
        }
      });
      await fc.assert(check, { numRuns: 40 });
    });
  });
}

describe('every endpoint of the flash sale', () => {
  const posts = [
    '/flash-sale/checkout',
    '/flash-sale/release',
    '/flash-sale/confirm',
    '/voucher/claim',
    '/flash-sale/lottery/enter',
    '/flash-sale/lottery/checkout',
    '/admin/flash-sale/init-product',
    '/admin/flash-sale/members',
    '/admin/flash-sale/lottery/draw',
  ];
  for (const url of posts) {
    it(`POST ${url}: a body that is not a JSON object is 400`, async (t) => {
      const { app } = await open(t);
      const headers = { 'content-type': 'application/json' };
      for (const payload of ['', '{', '{"a":1,}', 'nonsense', '\0', '{"__proto__":{"a":1}}']) {
        const response = await app.inject({ method: 'POST', url, headers, payload });
        const type = 'application/problem+json; charset=utf-8';
        assert.deepEqual([response.statusCode, response.headers['content-type']], [400, type]);
      }
      for (const payload of ['null', '[]', '"text"', '3', 'true']) {
        const response = await app.inject({ method: 'POST', url, headers, payload });
        assertProblem(response, 400, 'VALIDATION_FAILED', 'body');
      }
    });

    it(`POST ${url}: another content type is 415`, async (t) => {
      const { app } = await open(t);
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
        const headers = { 'content-type': type };
        const response = await app.inject({ method: 'POST', url, headers, payload: '{}' });
        assertProblem(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
      }
    });

    it(`POST ${url}: more than 1 MiB is 413`, async (t) => {
      const { app } = await open(t);
      const payload = { product_id: 'x'.repeat(1024 * 1024) };
      const response = await app.inject({ method: 'POST', url, payload });
      assertProblem(response, 413, 'BODY_TOO_LARGE');
    });
  }

  it('an unknown path is 404, another method 405', async (t) => {
    const { app } = await open(t);
    for (const url of ['/', '/flash-sale', '/flash-sale/checkout/1']) {
      assertProblem(await app.inject(url), 404, 'NOT_FOUND');
    }
    assertProblem(await app.inject('/flash-sale/checkout'), 405, 'METHOD_NOT_ALLOWED');
    const post = await app.inject({ method: 'POST', url: '/flash-sale/token' });
    assertProblem(post, 405, 'METHOD_NOT_ALLOWED');
  });
});

describe('HMAC_SECRET', () => {
  it('unset, is made once and kept for the next start, readable by its owner alone', async (t) => {
    const DATA_DIR = temporaryFolder();
    const first = await openService(t, flashSale, { DATA_DIR });
    const url = '/flash-sale/token?device_fp=d';
    const token = (await first.app.inject(url)).json();
    await first.close();
    const second = await openService(t, flashSale, { DATA_DIR });
    assert.deepEqual((await second.app.inject(url)).json(), token);
    assert.equal(statSync(join(DATA_DIR, 'flash-sale.secret')).mode & 0o777, 0o600);
    const elsewhere = await openService(t, flashSale);
    assert.notEqual((await elsewhere.app.inject(url)).json().token, token.token);
  });

  it('unset, is an error at start with a shared store', async (t) => {
    const STORE_ADDR = 'redis://127.0.0.1:1';
    await assert.rejects(openService(t, flashSale, { STORE_ADDR }), /HMAC_SECRET is required/);
  });

  it('that may be guessed is an error on an open address, and a warning on loopback', async (t) => {
    const open = { HOST: '0.0.0.0', ADMIN_TOKEN: 'the right token' };
    const start = (env: Record<string, string>) => openService(t, flashSale, env);
    const short = { HMAC_SECRET: 'fifteen bytes..' };
    await assert.rejects(start({ ...open, ...short }), /HMAC_SECRET has 15 bytes/);
    await start({ ...open, HMAC_SECRET: 'sixteen bytes...' });
    const warnings: string[] = [];
    const log = { warn: (text: string) => warnings.push(text) } as unknown as Logger;
    const common = readCommon({});
    readConfig({ HMAC_SECRET: 'sixteen bytes...' }, common, log);
    assert.deepEqual(warnings, []);
    readConfig(short, common, log);
    assert.match(warnings.join(), /^HMAC_SECRET has 15 bytes/);
  });

  it('kept in a file that is empty is an error at start', async (t) => {
    const DATA_DIR = temporaryFolder();
    writeFileSync(join(DATA_DIR, 'flash-sale.secret'), '');
    await assert.rejects(openService(t, flashSale, { DATA_DIR }), /flash-sale\.secret is empty/);
  });
});

async function open(t: TestContext, env: Record<string, string> = { HMAC_SECRET: secret }) {
  const { app, clock } = await openService(t, flashSale, env);
  const now = () => Math.floor(clock() / 1000);
  /** A purchase by a user and device of its own, with a good token. */
  function buy(
    more: Record<string, unknown> = {},
    from: { headers?: Record<string, string>; remoteAddress?: string } = {},
  ) {
    const id = unique('u');
    const { device_fp = id, expires_at = now() } = more;
    const attestation = sign(String(device_fp), Number(expires_at));
    const purchase = { product_id: 'p', user_id: id, qty: 1, idempotency_key: id };
    const payload = { ...purchase, device_fp: id, attestation, expires_at, ...more };
    return app.inject({ method: 'POST', url: '/flash-sale/checkout', payload, ...from });
  }
  const load = (total_stock: number) =>
    app.inject({
      method: 'POST',
      url: '/admin/flash-sale/init-product',
      payload: { product_id: 'p', total_stock },
    });
  const stock = async (): Promise<Record<string, number>> =>
    (await app.inject('/admin/flash-sale/stock?product_id=p')).json().data;
  return { app, clock, now, buy, load, stock };
}
