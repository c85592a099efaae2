import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { privateRedis } from '#kit/testing/process.ts';
import { assertUnavailable, missing, openService } from '#kit/testing/testing.ts';
import { rateLimiter } from '../index.ts';

it(
  'while Redis is away the limited route is 503, the other one goes on',
  { skip: missing('redis') },
  async (t) => {
    const redis = await privateRedis(t);
    const env = { STORE_ADDR: `127.0.0.1:${redis.port}` };
    const { app, ready } = await openService(t, rateLimiter, env);
    assert.equal((await app.inject({ url: '/limited' })).statusCode, 200);
    await redis.kill();
    assertUnavailable(await app.inject({ url: '/limited' }));
    assert.equal((await app.inject({ url: '/unlimited' })).statusCode, 200);
    await assert.rejects(ready());
    await redis.start();
    while ((await app.inject({ url: '/limited' })).statusCode === 503) await turn();
    await ready();
  },
);
