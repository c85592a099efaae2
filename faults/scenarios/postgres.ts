/** One PostgreSQL that goes away, hangs, or has no room for more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { privateRedis } from '#kit/testing/process.ts';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import type { Ends } from '#kit/testing/testing.ts';
import { maxConnections, type TestPostgres } from '../lib/postgres.ts';
import { fromItsEnd, type Scenario } from '../lib/scenario.ts';
import { noStores, onPostgres, startRecords } from './stores.ts';

const outageMs = 4_000;
const common = { services: onPostgres, replicas: 2, missing: noStores } as const;

export const postgresScenarios: readonly Scenario[] = [
  {
    ...common,
    name: 'postgres-stopped',
    summary: 'PostgreSQL stopped hard (`-m immediate`), started again',
    isBrief: true,
    start: (t) =>
      start(t, async (postgres) => {
        await postgres.stop();
        await sleep(outageMs / 2);
        await postgres.start();
      }),
  },
  {
    ...common,
    name: 'postgres-frozen',
    summary: 'PostgreSQL stopped (SIGSTOP, all its processes) for 4 s, then continued',
    start: (t) =>
      start(t, async (postgres) => {
        postgres.freeze();
        await sleep(outageMs);
        postgres.thaw();
      }),
  },
  {
    ...common,
    name: 'postgres-out-of-connections',
    summary: 'PostgreSQL without a free connection for 4 s',
    start: (t) =>
      start(t, async ({ url }) => {
        const giveBack = await takeConnections(url);
        await sleep(outageMs);
        await giveBack();
      }),
  },
  {
    ...common,
    name: 'postgres-disk-full',
    summary: 'PostgreSQL on a full disk for 4 s; started again if it has ended',
    missing: () => noStores() || noSmallDisk(),
    async start(t) {
      const disk = smallDisk(t, { megabytes: 200 });
      return start(
        t,
        async (postgres) => {
          disk.fill();
          await sleep(outageMs);
          disk.free();
          await postgres.start();
        },
        disk.folder,
      );
    },
  },
];

async function start(t: Ends, strike: (postgres: TestPostgres) => Promise<void>, folder?: string) {
  const [redis, records] = await Promise.all([privateRedis(t), startRecords(t, folder)]);
  const env = { STORE_ADDR: `redis://127.0.0.1:${redis.port}`, ...records.env };
  return { env, strike: () => fromItsEnd(() => strike(records.postgres)) };
}

/** Takes all that are free, and each that becomes free. */
async function takeConnections(url: string): Promise<() => Promise<void>> {
  const taken: Client[] = [];
  const over = new AbortController();
  const takeOne = async () => {
    const client = new Client(url);
    client.on('error', () => {});
    await client.connect();
    taken.push(client);
  };
  const takeAll = async () => {
    for (let refused = false; !refused && taken.length < maxConnections;) {
      refused = await takeOne().then(
        () => false,
        () => true,
      );
    }
  };
  await takeAll();
  const taking = (async () => {
    for (; !over.signal.aborted; await sleep(20)) await takeAll();
  })();
  return async () => {
    over.abort();
    await taking;
    await Promise.all(taken.map((client) => client.end()));
  };
}
