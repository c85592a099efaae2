/** The limiter in an application of one's own. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { fakeClock } from '#kit/testing/testing.ts';
import { memoryLimiter } from './store/memory/store.ts';
import { rateLimit } from './plugin.ts';

it('as a plugin it limits the scope that registers it, by any key', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  const clock = fakeClock();
  app.get('/free', async () => 'free');
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      limiter: memoryLimiter('token-bucket'),
      limit: 2,
      windowMs: 1_000,
      clock,
      keyOf: ({ headers }) => String(headers['x-api-key']),
    });
    scope.get('/paid', async () => 'paid');
  });
  const get = (url: string, key: string) => app.inject({ url, headers: { 'x-api-key': key } });
  const statuses = [];
  for (const key of ['a', 'a', 'a', 'b']) statuses.push((await get('/paid', key)).statusCode);
  assert.deepEqual(statuses, [200, 200, 429, 200]);
  assert.equal((await get('/paid', 'a')).headers['retry-after'], '1');
  assert.equal((await get('/free', 'a')).statusCode, 200);
  assert.equal((await get('/free', 'a')).headers['ratelimit'], undefined);
  clock.advance(500);
  assert.equal((await get('/paid', 'a')).statusCode, 200);
});
