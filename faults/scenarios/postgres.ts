/** One PostgreSQL that goes away, hangs, or has no room for more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { privateRedis } from '#kit/testing/process.ts';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import type { Ends } from '#kit/testing/testing.ts';
import type { TestPostgres } from '../lib/postgres.ts';
import { fromItsEnd, type Scenario } from '../lib/scenario.ts';
import { noStores, onPostgres, startRecords } from './stores.ts';

const outageMs = 4_000;
/** Name of the connections that others have taken. */
const crowd = 'crowd';
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
    summary: 'PostgreSQL on a full disk for 4 s, then without room for its log, started again',
    fillsDisk: true,
    missing: () => noStores() || noSmallDisk(),
    async start(t) {
      const disk = smallDisk(t, { megabytes: 200 });
      return start(
        t,
        async (postgres) => {
          disk.fill();
          await sleep(outageMs / 2);
          await endLog(postgres.url);
          await sleep(outageMs / 2);
          disk.free();
          // The operator's: a server that finds no room for its log ends, sooner or later.
          await postgres.stop();
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

/** Makes the server begin another file of its log, for which there is no room: it crashes. */
async function endLog(url: string): Promise<void> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.query('SELECT pg_switch_wal()').catch(() => {});
  await client.query('CHECKPOINT').catch(() => {});
  await client.end().catch(() => {});
}

/** Takes all connections: the free ones, and those that it has the server end, as others get them. */
async function takeConnections(url: string): Promise<() => Promise<void>> {
  const taken: Client[] = [];
  const over = new AbortController();
  /** Whether there was a free one. */
  const takeOne = async () => {
    const client = new Client({ connectionString: url, application_name: crowd });
    client.on('error', () => {});
    const isFree = await client.connect().then(
      () => true,
      () => false,
    );
    if (isFree) taken.push(client);
    return isFree;
  };
  const takeAll = async () => {
    while (await takeOne());
  };
  await Promise.all(Array.from({ length: 8 }, takeAll));
  const taking = (async () => {
    for (; !over.signal.aborted; await sleep(50)) {
      await taken[0]!.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname IS NOT NULL AND application_name <> $1',
        [crowd],
      );
      await takeAll();
    }
  })();
  return async () => {
    over.abort();
    await taking;
    await Promise.all(taken.map((client) => client.end()));
  };
}
