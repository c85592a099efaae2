import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { privateRedis } from '#kit/testing/process.ts';
import { missing } from '#kit/testing/testing.ts';
import { openRedis } from './library.ts';

describe('the library', { skip: missing('redis') }, () => {
  it('counts on a Redis that may evict keys', async (t) => {
    const { port } = await privateRedis(t, ['--maxmemory-policy', 'allkeys-lru']);
    const storage = await openRedis(`127.0.0.1:${port}`);
    t.after(() => storage.close());
    const limiter = storage.limiter('rl', 'fixed-window');
    const check = { key: 'ann', limits: [{ limit: 1, windowMs: 60_000 }] };
    const now = Date.now();
    assert.equal((await limiter.check(check, now)).allowed, true);
    assert.equal((await limiter.check(check, now)).allowed, false);
  });

  it('refuses a database that Redis lacks', async (t) => {
    const { port } = await privateRedis(t);
    await assert.rejects(openRedis(`redis://127.0.0.1:${port}/99`), /does not open database 99/);
  });
});
