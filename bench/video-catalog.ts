/**
 * Search in 200,000 videos, in each store beside a linear scan of the same store; then views and
 * uploads over HTTP against bare Fastify routes. BENCH_VIDEOS sets another number.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Postgres } from '../src/kit/stores/postgres.ts';
import { sql } from '../src/kit/stores/sql.ts';
import { fold } from '../src/services/video-catalog/text-search/fold.ts';
import { openPostgresStore } from '../src/services/video-catalog/store/postgres/store.ts';
import { openDatabase, sqliteStore } from '../src/services/video-catalog/store/sqlite/store.ts';
import { everything, type VideoStore } from '../src/services/video-catalog/store/store.ts';
import { queries, videos } from './corpora/videos.ts';
import {
  interleave,
  median,
  printTable,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  setting,
  isQuick,
} from './lib/harness.ts';

const stored = setting('BENCH_VIDEOS', 200_000, 500);
const address = process.env['TEST_DATABASE_URL'];
const page = { before: Number.MAX_SAFE_INTEGER, count: 20 };
const ofEachKind = isQuick ? 5 : 100;
const repeats = 5;
/** A scan of everything takes long, so fewer are measured. */
const scansOfEachKind = 10;
/** Videos that are viewed over HTTP. */
const viewed = isQuick ? 500 : 10_000;

type Search = (query: string) => Promise<number>;

await withFolder(async (folder) => {
  const file = join(folder, 'search.db');
  const db = openDatabase({ file });
  const scanned = new DatabaseSync(file);
  const scan = scanned.prepare(
    'SELECT n FROM video WHERE instr(searched, ?) > 0 ORDER BY n DESC LIMIT 20',
  );
  await searches('SQLite', sqliteStore(db), async (query) => scan.all(query).length);
  scanned.close();
});
if (address) await onPostgres(address);
else console.log('postgres is not installed: its rows are left out');
await withFolder(overHttp);

async function onPostgres(url: string): Promise<void> {
  const deployment = `bench-${randomUUID().slice(0, 8)}`;
  const store = await openPostgresStore(url, deployment);
  const db = new Postgres(url, 'bench');
  await searches('PostgreSQL', store, (query) =>
    db.execute(sql`
      SELECT n FROM video_catalog.video
      WHERE deployment = ${deployment} AND strpos(searched, ${query}) > 0
      ORDER BY n DESC LIMIT 20`),
  );
  await db.close();
}

/** Fills the store, measures, and closes it. */
async function searches(name: string, store: VideoStore, scan: Search): Promise<void> {
  await fill(name, store);
  const search: Search = async (query) =>
    (await store.newest({ ...everything, query }, page)).length;
  const rows = [];
  for (const [kind, list] of queries(ofEachKind)) {
    const folded = list.map(fold);
    for (const query of folded.slice(0, scansOfEachKind)) {
      const [found, expected] = [await search(query), await scan(query)];
      if (found !== expected) throw new Error(`"${query}": ${found} found, not ${expected}`);
    }
    const own = await timed(Array.from({ length: repeats }, () => folded).flat(), search);
    const scanned = await timed(folded.slice(0, scansOfEachKind), scan);
    rows.push({
      query: kind,
      'p50 ms': quantile(own, 0.5),
      'p99 ms': quantile(own, 0.99),
      'longest ms': quantile(own, 1),
      'scan: p50 ms': quantile(scanned, 0.5),
      'longest scan ms': quantile(scanned, 1),
    });
  }
  console.log(`${name}: the newest 20 of ${stored} videos, one search at a time`);
  printTable(rows);
  await store.close();
}

/** 64 uploads at a time. */
async function fill(name: string, store: VideoStore): Promise<void> {
  const all = videos(stored);
  const times: number[] = [];
  const started = performance.now();
  const uploads = Array.from({ length: 64 }, async () => {
    for (const upload of all) {
      const before = performance.now();
      await store.create({ ...upload, createdAt: Date.now(), durationSecs: 10 });
      times.push(performance.now() - before);
    }
  });
  await Promise.all(uploads);
  const perSecond = Math.round((stored / (performance.now() - started)) * 1_000);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  console.log(`${name}: ${perSecond} uploads/s in the store, p50 ${p50} ms, p99 ${p99} ms`);
}

async function timed(list: readonly string[], search: Search): Promise<number[]> {
  const times: number[] = [];
  for (const query of list) {
    const started = performance.now();
    await search(query);
    times.push(performance.now() - started);
  }
  return times;
}

function quantile(times: readonly number[], q: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * q));
  return (q === 0.5 ? median(sorted) : sorted[place]!).toFixed(2);
}

async function overHttp(folder: string): Promise<void> {
  const servers: Server[] = [];
  try {
    servers.push(await startBare());
    const start = (name: string, env: Record<string, string>) =>
      startService('video-catalog', name, env);
    servers.push(await start('embedded, full fsync', { DATA_DIR: folder }));
    if (address) {
      const prefix = `bench-${randomUUID().slice(0, 8)}`;
      const env = { DATABASE_URL: address, VIDEO_CATALOG_PREFIX: prefix };
      servers.push(await start('PostgreSQL', env));
    }
    for (const { url } of servers.slice(1)) await upload(url);
    for (const [what, args] of [
      ['GET /videos/:id, one video', ['view', '1']],
      [`GET /videos/:id, ${viewed} videos`, ['view', String(viewed)]],
      ['POST /videos', ['upload']],
    ] as const) {
      console.log(what);
      const load = { connections: 64, seconds, script: 'video-catalog.lua', args: [...args] };
      await interleave(servers, load, rounds);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Makes the videos that are viewed, a few at a time. */
async function upload(base: string): Promise<void> {
  const all = videos(viewed);
  const headers = { 'content-type': 'application/json' };
  const uploads = Array.from({ length: 64 }, async () => {
    for (const video of all) {
      const body = JSON.stringify(video);
      const response = await fetch(`${base}/videos`, { method: 'POST', headers, body });
      if (response.status !== 201) throw new Error(await response.text());
    }
  });
  await Promise.all(uploads);
}
