import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { algorithms } from '../store/rate-limiter-store.ts';
import { open, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`checks, in ${name}`, { skip }, () => {
    it('POST /check with a limit of its own', async (t) => {
      const { clock, check } = await open(t, env());
      const question = { limit: 3, window_ms: 60_000, key: 'ann' };
      const left = { limit: 3, retry_after_ms: 0, reset_after_ms: 60_000 };
      assert.deepEqual(await check(question), { allowed: true, ...left, remaining: 2 });
      clock.advance(10_000);
      assert.deepEqual(await check({ ...question, cost: 2 }), {
        allowed: true,
        ...left,
        remaining: 0,
      });
      assert.deepEqual(await check(question), {
        allowed: false,
        limit: 3,
        remaining: 0,
        retry_after_ms: 50_000,
        reset_after_ms: 60_000,
      });
      assert.equal((await check({ ...question, key: 'bob' })).allowed, true);
      clock.advance(50_000);
      assert.equal((await check(question)).allowed, true);
    });

    for (const algorithm of algorithms) {
      it(`counts by ${algorithm} when it is told so`, async (t) => {
        const { clock, check } = await open(t, env());
        clock.advance(999);
        const question = { limit: 5, window_ms: 1_000, algorithm, key: 'ann' };
        await check({ ...question, cost: 5 });
        clock.advance(201);
        const { remaining } = await check({ ...question, peek: true });
        const expected = { 'sliding-window': 0, 'token-bucket': 1, 'fixed-window': 5 };
        assert.equal(remaining, expected[algorithm]);
      });
    }

    it('a cost above the limit is never allowed: retry_after_ms is null', async (t) => {
      const { check } = await open(t, env());
      const question = { limit: 3, window_ms: 1_000, key: 'ann', cost: 4 };
      assert.deepEqual(await check(question), {
        allowed: false,
        limit: 3,
        remaining: 3,
        retry_after_ms: null,
        reset_after_ms: 0,
      });
    });

    it('a cost of 1,000,000 at a limit of 1,000,000, in a window of a day', async (t) => {
      const { clock, check } = await open(t, env());
      const question = { limit: 1_000_000, window_ms: 86_400_000, key: 'ann', cost: 1_000_000 };
      assert.equal((await check(question)).allowed, true);
      clock.advance(86_399_999);
      assert.equal((await check({ ...question, cost: 1 })).retry_after_ms, 1);
      clock.advance(1);
      assert.equal((await check(question)).allowed, true);
    });

    it('peek counts nothing', async (t) => {
      const { check } = await open(t, env());
      const question = { limit: 2, window_ms: 1_000, key: 'ann' };
      const seen = { allowed: true, limit: 2, retry_after_ms: 0 };
      for (let i = 0; i < 3; i++) {
        const peeked = await check({ ...question, peek: true });
        assert.deepEqual(peeked, { ...seen, remaining: 2, reset_after_ms: 0 });
      }
      assert.equal((await check({ ...question, cost: 2 })).remaining, 0);
      assert.equal((await check({ ...question, peek: true })).allowed, false);
    });

    it('POST /refund gives back, never above the limit', async (t) => {
      const { check, refund } = await open(t, env());
      const question = { limit: 5, window_ms: 1_000, key: 'ann' };
      await check({ ...question, cost: 5 });
      assert.deepEqual(await refund({ ...question, cost: 2 }), {
        allowed: true,
        limit: 5,
        remaining: 2,
        retry_after_ms: 0,
        reset_after_ms: 1_000,
      });
      assert.equal((await refund({ ...question, cost: 1_000_000 })).remaining, 5);
      assert.equal((await refund({ ...question, key: 'nobody' })).remaining, 5);
      assert.equal((await check({ ...question, cost: 5 })).remaining, 0);
    });

    it('?status=429 answers a refusal with 429 and when to try again', async (t) => {
      const { ask, check } = await open(t, env());
      const question = { limit: 1, window_ms: 60_000, key: 'ann' };
      const asked = () => ask('POST', '/check?status=429', question);
      assert.equal((await asked()).statusCode, 200);
      const refused = await asked();
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], '60');
      assert.equal(refused.headers['ratelimit'], '"default";r=0;t=60');
      assert.equal(refused.headers['ratelimit-policy'], '"default";q=1;w=60');
      const told = { allowed: false, limit: 1, remaining: 0 };
      const { code, allowed, limit, remaining, retry_after_ms } = refused.json();
      assert.deepEqual({ allowed, limit, remaining }, told);
      assert.deepEqual([code, retry_after_ms], ['RATE_LIMITED', 60_000]);
      assert.equal((await check(question)).allowed, false);
      const never = await ask('POST', '/check?status=429', { ...question, cost: 2 });
      assert.equal(never.statusCode, 429);
      assert.equal(never.headers['retry-after'], undefined);
      assert.equal(never.json().retry_after_ms, null);
      assert.equal((await ask('POST', '/check?status=418', question)).statusCode, 400);
    });

    it('?status=429 names all limits of a policy, and of which it refused', async (t) => {
      const { clock, ask, put } = await open(t, env());
      const limits = [
        { limit: 1, window_ms: 1_000 },
        { limit: 2, window_ms: 60_000 },
      ];
      await put('login', { limits });
      const headersOf = async () => {
        const { headers } = await ask('POST', '/check?status=429', { policy: 'login', key: 'ann' });
        return [headers['ratelimit-policy'], headers['ratelimit']];
      };
      const policy = '"default-1";q=1;w=1, "default-2";q=2;w=60';
      assert.deepEqual(await headersOf(), [undefined, undefined]);
      assert.deepEqual(await headersOf(), [policy, '"default-1";r=0;t=1']);
      clock.advance(1_000);
      assert.deepEqual(await headersOf(), [undefined, undefined]);
      clock.advance(1_000);
      assert.deepEqual(await headersOf(), [policy, '"default-2";r=0;t=59']);
      const never = await ask('POST', '/check?status=429', {
        policy: 'login',
        key: 'bob',
        cost: 9,
      });
      assert.equal(never.headers['ratelimit-policy'], policy);
    });

    it('POST /check/batch: 1–100 checks, each on its own, in their order', async (t) => {
      const { demand, put } = await open(t, env());
      await put('login', { limits: [{ limit: 2, window_ms: 1_000 }] });
      const question = { limit: 3, window_ms: 1_000, key: 'ann' };
      const checks = [
        { ...question, cost: 2 },
        { ...question, cost: 2 },
        { ...question, peek: true },
        question,
        { policy: 'login', key: 'ann' },
        { policy: 'none', key: 'ann' },
        { policy: 'login', key: 'ann', cost: 3 },
      ];
      const { results } = await demand(200, 'POST', '/check/batch', { checks });
      assert.deepEqual(
        // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
        results.map(({ allowed, remaining, code, status }: any) => [
          allowed ?? code,
          remaining ?? status,
        ]),
        [
          [true, 1],
          [false, 1],
          [true, 1],
          [true, 0],
          [true, 1],
          ['UNKNOWN_POLICY', 404],
          [false, 1],
        ],
      );
      const many = (length: number) => ({ checks: Array.from({ length }, () => question) });
      const all = await demand(200, 'POST', '/check/batch', many(100));
      assert.equal(all.results.length, 100);
      for (const length of [0, 101]) {
        const { errors } = await demand(400, 'POST', '/check/batch', many(length));
        assert.equal(errors[0].path, 'checks');
      }
    });

    it('a batch with a wrong member counts nothing', async (t) => {
      const { check, demand } = await open(t, env());
      const question = { limit: 3, window_ms: 1_000, key: 'ann' };
      const wrong = [
        [{ limit: 3, key: 'ann' }, 'checks.1.window_ms'],
        [{ ...question, cost: 0 }, 'checks.1.cost'],
        [{ ...question, policy: 'p' }, 'checks.1.limit'],
      ] as const;
      for (const [one, path] of wrong) {
        const checks = [question, one];
        const { errors } = await demand(400, 'POST', '/check/batch', { checks });
        assert.equal(errors[0].path, path);
      }
      assert.equal((await check({ ...question, peek: true })).remaining, 3);
    });

    it('checks, policies and the limited route count apart', async (t) => {
      const { app, put, check } = await open(t, { ...env(), RATE_LIMIT: '1' });
      await put('a', {});
      await put('a:b', {});
      const limit = { limit: 1, window_ms: 1_000 };
      const asked = [
        { policy: 'a', key: 'b:c' },
        { policy: 'a:b', key: 'c' },
        { ...limit, key: 'c' },
        { ...limit, key: ':c' },
        { ...limit, key: 'a:c' },
        { ...limit, key: '127.0.0.1' },
        { ...limit, window_ms: 2_000, key: 'c' },
        { ...limit, algorithm: 'fixed-window', key: 'c' },
      ];
      for (const question of asked) assert.equal((await check(question)).allowed, true);
      for (const question of asked) assert.equal((await check(question)).allowed, false);
      assert.equal((await app.inject({ url: '/limited' })).statusCode, 200);
    });
  });
}

describe('wrong checks', () => {
  const good = { limit: 3, window_ms: 1_000, key: 'ann' };
  const wrong: [body: object, path: string][] = [
    [{ limit: 3, window_ms: 1_000 }, 'key'],
    [{ ...good, key: '' }, 'key'],
    [{ ...good, key: 'a'.repeat(129) }, 'key'],
    [{ ...good, key: 'a\nb' }, 'key'],
    [{ ...good, limit: 0 }, 'limit'],
    [{ ...good, limit: 1_000_001 }, 'limit'],
    [{ ...good, limit: '3' }, 'limit'],
    [{ ...good, limit: 1.5 }, 'limit'],
    [{ ...good, window_ms: 0 }, 'window_ms'],
    [{ ...good, window_ms: 86_400_001 }, 'window_ms'],
    [{ ...good, cost: 0 }, 'cost'],
    [{ ...good, cost: 1_000_001 }, 'cost'],
    [{ ...good, algorithm: 'leaky' }, 'algorithm'],
    [{ ...good, peek: 1 }, 'peek'],
    [{ key: 'ann' }, 'policy'],
    [{ key: 'ann', limit: 3 }, 'window_ms'],
    [{ key: 'ann', window_ms: 3 }, 'limit'],
    [{ key: 'ann', policy: '' }, 'policy'],
    [{ ...good, policy: 'p' }, 'limit'],
    [{ key: 'ann', policy: 'p', algorithm: 'fixed-window' }, 'algorithm'],
  ];
  it('are 400 and name the member, on /check and /refund', async (t) => {
    const { demand } = await open(t, {});
    for (const path of ['/check', '/refund']) {
      for (const [body, member] of wrong) {
        if (path === '/refund' && member === 'peek') continue;
        const { code, errors } = await demand(400, 'POST', path, body);
        assert.equal(code, 'VALIDATION_FAILED');
        assert.equal(errors[0].path, member, JSON.stringify(body));
      }
    }
  });

  it('the limits of what may be asked are allowed, and unknown members ignored', async (t) => {
    const { check } = await open(t, {});
    const most = { limit: 1_000_000, window_ms: 86_400_000, cost: 1_000_000 };
    assert.equal((await check({ ...most, key: 'a'.repeat(128), more: 1 })).allowed, true);
    assert.equal((await check({ limit: 1, window_ms: 1, cost: 1, key: 'b' })).allowed, true);
  });

  it('an unknown policy is 404 UNKNOWN_POLICY', async (t) => {
    const { demand } = await open(t, {});
    for (const path of ['/check', '/refund']) {
      const { code } = await demand(404, 'POST', path, { policy: 'none', key: 'ann' });
      assert.equal(code, 'UNKNOWN_POLICY');
    }
  });
});
