/**
 * The client of PostgreSQL that we use beside postgres.js, which we used before (ADR 21): queries
 * per second, 64 at once over ten connections, and what is left of each after outages in the midst
 * of transactions.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { Postgres } from '../src/kit/postgres.ts';
import { sql } from '../src/kit/sql.ts';
import { relay } from '../src/kit/testing-process.ts';
import { median, printTable } from './harness.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const atOnce = 64;
const seconds = 1;
const address = process.env['TEST_DATABASE_URL'];
if (!address) throw new Error('postgres is not installed');

/** The same pause between attempts to connect that services had. */
const openFormer = (url: string) =>
  postgres(url, {
    max: 10,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
  });

await rates(address);
await outages(address);
process.exit();

type Ask = (i: number) => PromiseLike<unknown>;

async function rates(url: string): Promise<void> {
  const ours = new Postgres(url, 'bench');
  const former = openFormer(url);
  await ours.execute(sql`CREATE SCHEMA clients`);
  await ours.execute(sql`CREATE TABLE clients.item (n int PRIMARY KEY, name text)`);
  await ours.execute(sql`INSERT INTO clients.item
    SELECT n, repeat('x', 60) FROM generate_series(0, 20000) AS n`);
  await ours.execute(sql`CREATE TABLE clients.log (n bigserial PRIMARY KEY, name text)`);
  const kinds: Record<string, [ours: Ask, former: Ask]> = {
    'one row by key': [
      (i) => ours.query(sql`SELECT n, name FROM clients.item WHERE n = ${i % 20_000}`),
      (i) => former`SELECT n, name FROM clients.item WHERE n = ${i % 20_000}`,
    ],
    'a hundred rows': [
      (i) =>
        ours.query(sql`SELECT n, name FROM clients.item
        WHERE n BETWEEN ${i % 19_000} AND ${(i % 19_000) + 99}`),
      (i) => former`SELECT n, name FROM clients.item
        WHERE n BETWEEN ${i % 19_000} AND ${(i % 19_000) + 99}`,
    ],
    'one insert': [
      (i) => ours.execute(sql`INSERT INTO clients.log (name) VALUES (${`x${i}`})`),
      (i) => former`INSERT INTO clients.log (name) VALUES (${`x${i}`})`,
    ],
  };
  const rows = [];
  for (const [kind, [byOurs, byFormer]] of Object.entries(kinds)) {
    const ratios: number[] = [];
    const last = { ours: 0, former: 0 };
    for (let round = 0; round < rounds; round++) {
      last.former = await rate(byFormer);
      last.ours = await rate(byOurs);
      ratios.push(last.ours / last.former);
    }
    rows.push({
      queries: kind,
      'pg, a second': Math.round(last.ours),
      'postgres.js, a second': Math.round(last.former),
      'ratio, median': median(ratios).toFixed(2),
      least: Math.min(...ratios).toFixed(2),
      most: Math.max(...ratios).toFixed(2),
    });
  }
  printTable(rows);
  await Promise.all([ours.close(), former.end()]);
}

async function rate(ask: Ask): Promise<number> {
  let count = 0;
  const end = performance.now() + 1_000 * seconds;
  const asking = async () => {
    while (performance.now() < end) await ask(count++);
  };
  await Promise.all(Array.from({ length: atOnce }, asking));
  return count / seconds;
}

async function outages(url: string): Promise<void> {
  const line = await relay(url);
  const ours = new Postgres(line.url, 'bench');
  const former = openFormer(line.url);
  let crashes = 0;
  process.on('uncaughtException', () => crashes++);
  const clients = {
    pg: () =>
      ours.transaction(async (tx) => {
        await tx.query(sql`SELECT 1`);
        await tx.query(sql`SELECT 2`);
      }),
    'postgres.js': () =>
      former.begin(async (tx) => {
        await tx`SELECT 1`;
        await tx`SELECT 2`;
      }),
  };
  const rows = [];
  for (const [client, transaction] of Object.entries(clients)) {
    crashes = 0;
    let done = 0;
    const stopping = new AbortController();
    const working = Array.from({ length: 20 }, async () => {
      while (!stopping.signal.aborted) {
        await transaction().then(
          () => done++,
          () => {},
        );
        await sleep(1);
      }
    });
    const inASecond = async () => {
      const before = done;
      await sleep(1_000);
      return done - before;
    };
    const before = await inASecond();
    for (let outage = 0; outage < 5; outage++) {
      await sleep(300);
      await line.cut();
      await sleep(200);
      await line.mend();
      await sleep(1_500);
    }
    rows.push({
      client,
      'transactions a second before': before,
      'after five outages': await inASecond(),
      'errors that end a process': crashes,
    });
    stopping.abort();
    // What waits for a lost connection of the other would wait for ever.
    if (client === 'pg') await Promise.all(working);
  }
  printTable(rows);
}
