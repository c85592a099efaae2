import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { privateRedis } from '#kit/testing/process.ts';
import { assertUnavailable, missing } from '#kit/testing/testing.ts';
import { open } from './fixtures.ts';

const skip = missing('redis');

async function openOnRedis(t: TestContext) {
  const redis = await privateRedis(t);
  const opened = await open(t, { STORE_ADDR: `127.0.0.1:${redis.port}`, RATE_LIMIT: '1000' });
  return { redis, ...opened };
}

it('while Redis is away the limited route is 503, the other one goes on', { skip }, async (t) => {
  const { redis, app, ready } = await openOnRedis(t);
  assert.equal((await app.inject({ url: '/limited' })).statusCode, 200);
  await redis.kill();
  assertUnavailable(await app.inject({ url: '/limited' }));
  assert.equal((await app.inject({ url: '/unlimited' })).statusCode, 200);
  await assert.rejects(ready());
  await redis.start();
  while ((await app.inject({ url: '/limited' })).statusCode === 503) await turn();
  await ready();
});

it('on_outage: an outage is allowed or 503, as the policy says', { skip }, async (t) => {
  const { redis, ask, put, check, demand } = await openOnRedis(t);
  const limits = [
    { limit: 9, window_ms: 1_000 },
    { limit: 3, window_ms: 60_000 },
  ];
  await put('refuse', { limits });
  await put('allow', { limits, on_outage: 'allow' });
  await put('shadow', { limits, shadow: true });
  await demand(200, 'PUT', '/admin/policies/allow/overrides/ann', {
    limits: [{ limit: 5, window_ms: 1_000 }],
  });
  await redis.kill();
  const free = { allowed: true, retry_after_ms: 0, reset_after_ms: 0 };
  for (const policy of ['allow', 'shadow']) {
    const answer = await check({ policy, key: 'bob' });
    assert.deepEqual(answer, { ...free, limit: 3, remaining: 3, policy });
  }
  assert.equal((await check({ policy: 'allow', key: 'ann' })).limit, 5);
  assertUnavailable(await ask('POST', '/check', { policy: 'refuse', key: 'bob' }));
  assertUnavailable(await ask('POST', '/refund', { policy: 'refuse', key: 'bob' }));
  assertUnavailable(await ask('POST', '/check', { limit: 1, window_ms: 1_000, key: 'bob' }));
  assertUnavailable(await ask('DELETE', '/admin/policies/allow'));
  const checks = ['allow', 'refuse'].map((policy) => ({ policy, key: 'bob' }));
  const { results } = await demand(200, 'POST', '/check/batch', { checks });
  assert.equal(results[0].allowed, true);
  assert.deepEqual([results[1].code, results[1].status], ['STORE_UNAVAILABLE', 503]);
  assert.equal((await demand(200, 'GET', '/admin/policies/allow')).name, 'allow');

  await redis.start();
  while ((await ask('POST', '/check', { policy: 'refuse', key: 'bob' })).statusCode === 503) {
    await turn();
  }
  assert.equal((await check({ policy: 'allow', key: 'bob' })).remaining, 2);
});
