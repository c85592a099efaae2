import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { rateLimiter } from '../index.ts';
import { algorithms } from '../store/rate-limiter-store.ts';
import { stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`the limited route, in ${name}`, { skip }, () => {
    async function open(t: TestContext, more: Environment = {}) {
      const { app, clock } = await openService(t, rateLimiter, { ...env(), ...more });
      const get = (ip = '192.0.2.1', headers = {}) =>
        app.inject({ url: '/limited', remoteAddress: ip, headers });
      const statuses = async (calls: number, ip?: string) => {
        const all: number[] = [];
        for (let i = 0; i < calls; i++) all.push((await get(ip)).statusCode);
        return all;
      };
      const reset = (payload: unknown, headers = {}) =>
        app.inject({ method: 'POST', url: '/admin/reset', payload: payload as object, headers });
      return { app, clock, get, statuses, reset };
    }

    it('GET /limited: 5 requests a second for each client address by default', async (t) => {
      const { clock, get, statuses } = await open(t);
      const first = await get();
      assert.deepEqual(first.json(), { message: 'within rate limit' });
      assert.deepEqual(await statuses(5), [200, 200, 200, 200, 429]);
      assert.deepEqual(await statuses(1, '192.0.2.2'), [200]);
      clock.advance(999);
      assert.deepEqual(await statuses(1), [429]);
      clock.advance(1);
      assert.deepEqual(await statuses(6), [200, 200, 200, 200, 200, 429]);
    });

    it('GET /unlimited has no limit', async (t) => {
      const { app } = await open(t, { RATE_LIMIT: '1' });
      for (let i = 0; i < 10; i++) {
        const answer = await app.inject({ url: '/unlimited' });
        assert.equal(answer.statusCode, 200);
        assert.deepEqual(answer.json(), { message: 'no rate limit' });
        assert.equal(answer.headers['ratelimit'], undefined);
      }
    });

    it('every limited answer says what is left; 429 also when to try again', async (t) => {
      const { clock, get } = await open(t, { RATE_LIMIT: '2', RATE_LIMIT_WINDOW_MS: '60000' });
      const first = await get();
      assert.equal(first.headers['ratelimit-policy'], '"default";q=2;w=60');
      assert.equal(first.headers['ratelimit'], '"default";r=1;t=60');
      assert.equal(first.headers['retry-after'], undefined);
      clock.advance(10_500);
      await get();
      const refused = await get();
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['ratelimit-policy'], '"default";q=2;w=60');
      assert.equal(refused.headers['ratelimit'], '"default";r=0;t=60');
      assert.equal(refused.headers['retry-after'], '50');
      assert.match(String(refused.headers['content-type']), /^application\/problem\+json/);
      const { code, detail, limit, window_ms, retry_after_ms } = refused.json();
      assert.equal(code, 'RATE_LIMITED');
      assert.equal(detail, 'at most 2 requests in 60000 ms; try again in 50 s');
      assert.deepEqual([limit, window_ms, retry_after_ms], [2, 60_000, 49_500]);
      clock.advance(50_000);
      assert.equal((await get()).statusCode, 200);
    });

    for (const algorithm of algorithms) {
      it(`counts by ${algorithm} where it is told so`, async (t) => {
        const { clock, statuses } = await open(t, { RATE_LIMIT_ALGORITHM: algorithm });
        clock.advance(999);
        await statuses(5);
        clock.advance(201);
        const passed = (await statuses(9)).filter((status) => status === 200).length;
        assert.equal(
          passed,
          { 'sliding-window': 0, 'token-bucket': 1, 'fixed-window': 5 }[algorithm],
        );
      });
    }

    it('POST /admin/reset: the next request of that client passes', async (t) => {
      const { statuses, reset } = await open(t, { RATE_LIMIT: '1' });
      assert.deepEqual(await statuses(2), [200, 429]);
      assert.deepEqual(await statuses(2, '192.0.2.2'), [200, 429]);
      const answer = await reset({ ip: '192.0.2.1' });
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { message: 'rate limit reset', ip: '192.0.2.1' });
      assert.deepEqual(await statuses(2), [200, 429]);
      assert.deepEqual(await statuses(1, '192.0.2.2'), [429]);
    });

    it('clients of IPv6 are counted, and reset, by their /56', async (t) => {
      const { statuses, reset } = await open(t, { RATE_LIMIT: '1' });
      assert.deepEqual(await statuses(1, '2001:db8:0:100::1'), [200]);
      assert.deepEqual(await statuses(1, '2001:db8:0:1ff::2'), [429]);
      assert.deepEqual(await statuses(1, '2001:db8:0:200::1'), [200]);
      assert.equal((await reset({ ip: '2001:db8:0:1aa::' })).statusCode, 200);
      assert.deepEqual(await statuses(1, '2001:db8:0:100::9'), [200]);
      assert.deepEqual(await statuses(1, '198.51.100.7'), [200]);
      assert.deepEqual(await statuses(1, '::ffff:198.51.100.7'), [429]);
    });

    it('X-Forwarded-For counts only from trusted proxies', async (t) => {
      const forwarded = { 'x-forwarded-for': '203.0.113.9' };
      const open1 = await open(t, { RATE_LIMIT: '1' });
      assert.equal((await open1.get('192.0.2.1', forwarded)).statusCode, 200);
      assert.equal((await open1.get('192.0.2.1')).statusCode, 429);
      const open2 = await open(t, { RATE_LIMIT: '1', TRUSTED_PROXIES: '192.0.2.1' });
      assert.equal((await open2.get('192.0.2.1', forwarded)).statusCode, 200);
      assert.equal((await open2.get('192.0.2.1')).statusCode, 200);
      assert.equal((await open2.get('192.0.2.1', forwarded)).statusCode, 429);
      const withPort = { 'x-forwarded-for': '203.0.113.9:5001' };
      assert.equal((await open2.get('192.0.2.1', withPort)).statusCode, 429);
      const { get } = await open(t, { RATE_LIMIT: '1', TRUSTED_PROXIES: '192.0.2.1' });
      const nonsense = (n: number) => get('192.0.2.1', { 'x-forwarded-for': `client-${n}` });
      assert.deepEqual(
        [(await nonsense(1)).statusCode, (await nonsense(2)).statusCode],
        [200, 429],
      );
    });

    it('bad resets are 400 and name the field', async (t) => {
      const { reset } = await open(t);
      for (const body of [{}, { ip: 7 }, { ip: '' }, { ip: 'localhost' }, { ip: '1'.repeat(65) }]) {
        const answer = await reset(body);
        assert.equal(answer.statusCode, 400, JSON.stringify(body));
        assert.equal(answer.json().errors[0].path, 'ip');
      }
      assert.equal((await reset(undefined)).statusCode, 400);
    });

    it('a reset wants the admin token where there is one', async (t) => {
      const { reset } = await open(t, { ADMIN_TOKEN: 'a long secret' });
      assert.equal((await reset({ ip: '192.0.2.1' })).statusCode, 401);
      const headers = { authorization: 'Bearer a long secret' };
      assert.equal((await reset({ ip: '192.0.2.1' }, headers)).statusCode, 200);
    });
  });
}

describe('the configuration of the limiter', () => {
  const refusals: [env: Record<string, string>, message: RegExp][] = [
    [{ RATE_LIMIT_ALGORITHM: 'leaky' }, /^RATE_LIMIT_ALGORITHM must be equal to one of/],
    [{ RATE_LIMIT: '0' }, /^RATE_LIMIT must be >= 1/],
    [{ RATE_LIMIT: '1.5' }, /^RATE_LIMIT must be integer/],
    [{ RATE_LIMIT_WINDOW_MS: '0' }, /^RATE_LIMIT_WINDOW_MS must be >= 1/],
    [{ RATE_LIMIT_WINDOW_MS: '86400001' }, /^RATE_LIMIT_WINDOW_MS must be <= 86400000/],
  ];
  for (const [env, message] of refusals) {
    it(`refuses ${JSON.stringify(env)}`, async (t) => {
      await assert.rejects(openService(t, rateLimiter, env), { message });
    });
  }
});
