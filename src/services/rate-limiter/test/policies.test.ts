import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { onePerSecond, open, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`policies, in ${name}`, { skip }, () => {
    it('PUT, GET and DELETE /admin/policies/:name', async (t) => {
      const { demand, check } = await open(t, env());
      const limits = [
        { limit: 5, window_ms: 1_000 },
        { limit: 100, window_ms: 3_600_000 },
      ];
      const policy = { algorithm: 'token-bucket', limits, on_outage: 'allow' };
      const shown = { name: 'login', ...policy, shadow: false, overrides: 0 };
      const path = '/admin/policies/login';
      assert.deepEqual(await demand(200, 'PUT', path, policy), shown);
      assert.deepEqual(await demand(200, 'GET', path), shown);
      const question = { policy: 'login', key: 'ann' };
      const { policy: named, remaining } = await check(question);
      assert.deepEqual([named, remaining], ['login', 4]);
      await demand(200, 'PUT', path, { ...policy, shadow: true });
      assert.equal((await demand(200, 'GET', path)).shadow, true);
      assert.deepEqual(await demand(200, 'DELETE', path), { name: 'login', deleted: true });
      for (const method of ['GET', 'DELETE'] as const) {
        assert.equal((await demand(404, method, path)).code, 'UNKNOWN_POLICY');
      }
      assert.equal((await demand(404, 'POST', '/check', question)).code, 'UNKNOWN_POLICY');
    });

    it('all limits of a policy are counted, or none', async (t) => {
      const { clock, put, check, refund } = await open(t, env());
      const limits = [
        { limit: 3, window_ms: 1_000 },
        { limit: 4, window_ms: 60_000 },
      ];
      await put('p', { limits });
      const question = { policy: 'p', key: 'ann' };
      const { limit, remaining } = await check({ ...question, cost: 3 });
      assert.deepEqual([limit, remaining], [3, 0]);
      // The first has no room: the second does not count it.
      assert.deepEqual(await check(question), {
        allowed: false,
        limit: 3,
        remaining: 0,
        retry_after_ms: 1_000,
        reset_after_ms: 1_000,
        policy: 'p',
      });
      clock.advance(1_000);
      // The second has room for one, so the first counts nothing either.
      const refused = await check({ ...question, cost: 2 });
      assert.deepEqual([refused.allowed, refused.limit, refused.remaining], [false, 4, 1]);
      assert.equal(refused.retry_after_ms, 59_000);
      assert.equal((await check(question)).allowed, true);
      assert.equal((await refund({ ...question, cost: 3 })).remaining, 3);
      assert.equal((await check({ ...question, cost: 3 })).allowed, true);
      // Above the lowest limit it is never allowed, whatever the others say.
      assert.equal((await check({ ...question, cost: 4 })).retry_after_ms, null);
    });

    it('reports the limit with the least left, at a tie the one that takes longest', async (t) => {
      const { put, check } = await open(t, env());
      const limits = [
        { limit: 5, window_ms: 1_000 },
        { limit: 3, window_ms: 2_000 },
        { limit: 3, window_ms: 60_000 },
        { limit: 3, window_ms: 10_000 },
      ];
      await put('p', { limits });
      const question = { policy: 'p', key: 'ann' };
      const first = await check({ ...question, cost: 2 });
      assert.deepEqual([first.limit, first.remaining, first.reset_after_ms], [3, 1, 60_000]);
      await check(question);
      const refused = await check(question);
      assert.deepEqual([refused.remaining, refused.retry_after_ms], [0, 60_000]);
    });

    it('an override has its own limits for one key', async (t) => {
      const { demand, put, check } = await open(t, env());
      await put('p', {});
      const path = `/admin/policies/p/overrides/${encodeURIComponent('team/ä 1')}`;
      const limits = [{ limit: 3, window_ms: 1_000 }];
      const shown = { policy: 'p', key: 'team/ä 1', limits };
      assert.deepEqual(await demand(200, 'PUT', path, { limits }), shown);
      assert.equal((await demand(200, 'GET', '/admin/policies/p')).overrides, 1);
      const left = async (key: string) => (await check({ policy: 'p', key })).remaining;
      assert.deepEqual([await left('team/ä 1'), await left('bob')], [2, 0]);
      assert.deepEqual(await demand(200, 'DELETE', path), {
        policy: 'p',
        key: 'team/ä 1',
        deleted: true,
      });
      // Units that were counted stay counted.
      assert.equal((await check({ policy: 'p', key: 'team/ä 1' })).allowed, false);
      assert.equal((await demand(404, 'DELETE', path)).code, 'UNKNOWN_OVERRIDE');
      for (const method of ['PUT', 'DELETE'] as const) {
        const answer = await demand(404, method, '/admin/policies/q/overrides/k', { limits });
        assert.equal(answer.code, 'UNKNOWN_POLICY');
      }
    });

    it('in shadow every answer is allowed: true', async (t) => {
      const { clock, put, check, ask, refund } = await open(t, env());
      await put('p', { shadow: true });
      const question = { policy: 'p', key: 'ann' };
      for (const peek of [false, false, true]) {
        const { allowed, remaining, retry_after_ms } = await check({ ...question, peek });
        assert.deepEqual([allowed, remaining, retry_after_ms], [true, 0, 0]);
      }
      assert.equal((await ask('POST', '/check?status=429', question)).statusCode, 200);
      assert.equal((await check({ ...question, cost: 9 })).allowed, true);
      assert.equal((await refund({ ...question, cost: 9 })).allowed, true);
      // A refusal that was let pass counted nothing.
      await check(question);
      clock.advance(1_000);
      assert.equal((await check({ ...question, peek: true })).remaining, 1);
    });

    it('a changed policy is in force at once where it was changed; what was counted stays counted', async (t) => {
      const { put, check } = await open(t, env());
      await put('p', { limits: [{ limit: 5, window_ms: 1_000 }] });
      const question = { policy: 'p', key: 'ann' };
      await check({ ...question, cost: 4 });
      await put('p', { limits: [{ limit: 2, window_ms: 1_000 }] });
      assert.equal((await check(question)).allowed, false);
      await put('p', { limits: [{ limit: 6, window_ms: 1_000 }] });
      assert.equal((await check(question)).remaining, 1);
    });
  });
}

describe('wrong policies', () => {
  const limit = { limit: 5, window_ms: 1_000 };
  const wrong: [body: object, path: string][] = [
    [{ algorithm: undefined }, 'algorithm'],
    [{ algorithm: 'leaky' }, 'algorithm'],
    [{ on_outage: undefined }, 'on_outage'],
    [{ on_outage: 'wait' }, 'on_outage'],
    [{ shadow: 'yes' }, 'shadow'],
    [{ limits: undefined }, 'limits'],
    [{ limits: [] }, 'limits'],
    [{ limits: [1, 2, 3, 4, 5].map((window_ms) => ({ limit: 1, window_ms })) }, 'limits'],
    [{ limits: [{ limit: 0, window_ms: 1 }] }, 'limits.0.limit'],
    [{ limits: [limit, { limit: 1 }] }, 'limits.1.window_ms'],
    [{ limits: [limit, { limit: 9, window_ms: 1_000 }] }, 'limits.1.window_ms'],
  ];
  it('are 400 and name the member, as are wrong overrides', async (t) => {
    const { demand, put } = await open(t, {});
    for (const [more, path] of wrong) {
      const { errors } = await demand(400, 'PUT', '/admin/policies/p', {
        ...onePerSecond,
        ...more,
      });
      assert.equal(errors[0].path, path, JSON.stringify(more));
    }
    assert.equal((await demand(404, 'GET', '/admin/policies/p')).code, 'UNKNOWN_POLICY');
    await put('p', { unknown: 1 });
    for (const [more, path] of wrong.filter(([more]) => 'limits' in more)) {
      const { errors } = await demand(400, 'PUT', '/admin/policies/p/overrides/k', more);
      assert.equal(errors[0].path, path, JSON.stringify(more));
    }
    const long = 'n'.repeat(129);
    await demand(400, 'PUT', `/admin/policies/${long}`, onePerSecond);
    await demand(400, 'PUT', `/admin/policies/p/overrides/${long}`, { limits: [limit] });
  });

  it('admin paths want the admin token where there is one', async (t) => {
    const { ask } = await open(t, { ADMIN_TOKEN: 'a long secret' });
    const path = '/admin/policies/p';
    assert.equal((await ask('PUT', path, onePerSecond)).statusCode, 401);
    assert.equal((await ask('GET', path)).statusCode, 401);
    assert.equal((await ask('DELETE', path)).statusCode, 401);
    const override = { limits: onePerSecond.limits };
    assert.equal((await ask('PUT', `${path}/overrides/k`, override)).statusCode, 401);
    assert.equal((await ask('DELETE', `${path}/overrides/k`)).statusCode, 401);
  });
});

describe('policies of the real process', () => {
  const send = async (address: string, method: string, path: string, body?: object) => {
    const response = await fetch(address + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
    return { status: response.status, body: (await response.json()) as any };
  };
  const question = { policy: 'p', key: 'ann' };
  const override = { limits: [{ limit: 7, window_ms: 1_000 }] };

  const kinds = [
    { name: 'SQLite', skip: false as const, env: () => ({ DATA_DIR: temporaryFolder() }) },
    {
      name: 'Redis',
      skip: missing('redis'),
      env: () => ({ STORE_ADDR: servers.redis, RATE_LIMITER_PREFIX: unique('rl-') }),
    },
  ];
  for (const { name, skip, env } of kinds) {
    it(`acknowledged changes survive kill -9, on ${name}`, { skip }, async (t) => {
      const same = env();
      const first = await startProcess(t, ['rate-limiter'], same);
      const at = first.addresses['rate-limiter']!;
      const names = Array.from({ length: 30 }, (_, i) => `p${i}`);
      const made = await Promise.all(
        names.map((one) => send(at, 'PUT', `/admin/policies/${one}`, onePerSecond)),
      );
      assert.ok(made.every(({ status }) => status === 200));
      await send(at, 'PUT', '/admin/policies/p7/overrides/ann', override);
      await send(at, 'DELETE', '/admin/policies/p8');
      await first.end('SIGKILL');
      const second = await startProcess(t, ['rate-limiter'], same);
      const again = second.addresses['rate-limiter']!;
      for (const one of names) {
        const { status } = await send(again, 'GET', `/admin/policies/${one}`);
        assert.equal(status, one === 'p8' ? 404 : 200, one);
      }
      const { body } = await send(again, 'POST', '/check', { policy: 'p7', key: 'ann' });
      assert.equal(body.remaining, 6);
    });
  }

  it(
    'two replicas: what one was told, the other does as well; a key is counted by both together',
    { skip: missing('redis') },
    async (t) => {
      const env = { STORE_ADDR: servers.redis, RATE_LIMITER_PREFIX: unique('rl-') };
      const addresses = [];
      for (let i = 0; i < 2; i++) {
        const { addresses: of } = await startProcess(t, ['rate-limiter'], env);
        addresses.push(of['rate-limiter']!);
      }
      const [here, there] = addresses as [string, string];
      const limits = [
        { limit: 10, window_ms: 600_000 },
        { limit: 12, window_ms: 3_600_000 },
      ];
      await send(here, 'PUT', '/admin/policies/p', { ...onePerSecond, limits });
      await eventually(async () => (await send(there, 'GET', '/admin/policies/p')).status === 200);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          send(i % 2 ? here : there, 'POST', '/check', question),
        ),
      );
      assert.equal(answers.filter(({ body }) => body.allowed).length, 10);
      await send(there, 'PUT', '/admin/policies/p/overrides/bob', override);
      const bob = { policy: 'p', key: 'bob', peek: true };
      await eventually(async () => (await send(here, 'POST', '/check', bob)).body.limit === 7);
      await send(here, 'DELETE', '/admin/policies/p');
      await eventually(async () => (await send(there, 'POST', '/check', question)).status === 404);
    },
  );
});
