/** One Redis, whose append-only file has all that it acknowledged. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { privateRedis } from '#kit/testing/process.ts';
import type { Ends } from '#kit/testing/testing.ts';
import { startPostgres } from '../lib/postgres.ts';
import { fromItsEnd, type Scenario } from '../lib/scenario.ts';
import { noStores, onRedis } from './stores.ts';

type TestRedis = Awaited<ReturnType<typeof privateRedis>>;

const outageMs = 4_000;
const run = promisify(execFile);
const common = { services: onRedis, replicas: 2, missing: noStores } as const;

export const redisScenarios: readonly Scenario[] = [
  {
    ...common,
    name: 'redis-killed',
    summary: 'Redis killed (-9), started again',
    isBrief: true,
    start: (t) =>
      start(t, async (redis) => {
        await redis.kill();
        await sleep(outageMs / 2);
        await redis.start();
      }),
  },
  {
    ...common,
    name: 'redis-stopped',
    summary: 'Redis stopped for 4 s, then continued',
    start: (t) =>
      start(t, async (redis) => {
        redis.freeze();
        await sleep(outageMs);
        redis.thaw();
      }),
  },
  {
    ...common,
    name: 'redis-out-of-memory',
    summary: 'Redis out of memory (`maxmemory`, `noeviction`) for 4 s',
    start: (t) =>
      start(t, async ({ port }) => {
        const limit = (bytes: string) =>
          run('redis-cli', ['-p', String(port), 'CONFIG', 'SET', 'maxmemory', bytes]);
        await limit('1');
        await sleep(outageMs);
        await limit('0');
      }),
  },
];

async function start(t: Ends, strike: (redis: TestRedis) => Promise<void>) {
  const [redis, postgres] = await Promise.all([privateRedis(t), startPostgres(t)]);
  const env = { STORE_ADDR: `redis://127.0.0.1:${redis.port}`, DATABASE_URL: postgres.url };
  return { env, strike: () => fromItsEnd(() => strike(redis)) };
}
