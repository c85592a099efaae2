/**
 * The key-value store: lookups in the ring, memory and pages of lists for a million keys, and GET
 * and PUT over HTTP, embedded and on Redis, against bare routes and against routes over plain GET and
 * SET of Redis.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newTag } from '../src/services/key-value/keys/conditions.ts';
import { Ring } from '../src/services/key-value/ring/ring.ts';
import { EntryTable } from '../src/services/key-value/store/sqlite/entry-table.ts';
import { openDatabase } from '../src/services/key-value/store/sqlite/sqlite-key-value-store.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  interleave,
  median,
  printTable,
  startBare,
  startServer,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  setting,
  isQuick,
} from './lib/harness.ts';

const redis = process.env['TEST_STORE_ADDR'];
const keys = isQuick ? 100 : 10_000;
const stored = setting('BENCH_KEYS', 1_000_000, 10_000);

await lookups();
await withFolder(memory);
await withFolder(http);

async function lookups(): Promise<void> {
  const names = Array.from({ length: 1_000 }, (_, i) => `user:session:${i * 7919}`);
  const rows = [];
  for (const nodes of [1, 3, 16, 100]) {
    const ring = await Ring.of(Array.from({ length: nodes }, (_, i) => `node-${i}`));
    const rounds = [1, 2, 3, 4, 5].map(() => {
      const started = performance.now();
      for (let i = 0; i < 500; i++) for (const name of names) ring.owner(name);
      return ((performance.now() - started) * 1e6) / (500 * names.length);
    });
    rows.push({ nodes, 'ns a lookup': Math.min(...rounds).toFixed(0) });
  }
  printTable(rows);
}

/** Keys of 10–16 characters, values of 32. */
async function memory(folder: string): Promise<void> {
  // The first start makes the ring; what lies in a node without one would be a stranger's.
  const env = { DATA_DIR: folder };
  const empty = await startService('key-value', 'empty', env);
  const before = residentBytes(empty);
  await empty.stop();
  const db = openDatabase({ file: join(folder, 'key-value.db') });
  const table = new EntryTable(db, Infinity);
  for (let done = 0; done < stored; done += 10_000) {
    await db.write((tx) => {
      for (let i = done; i < done + 10_000; i++) {
        const value = `value ${i}`.padEnd(32, '.');
        const entry = { value, tag: newTag(), expiresAt: undefined };
        table.set(tx, 'default', `user:${i * 7919}`, entry);
      }
    });
  }
  await db.close();
  const started = performance.now();
  const full = await startService('key-value', 'full', env);
  const seconds = (performance.now() - started) / 1000;
  const each = (residentBytes(full) - before) / stored;
  const pages = await listPages(full);
  await full.stop();
  console.log(
    `\n${stored} keys: ${each.toFixed(0)} bytes resident a key, start ${seconds.toFixed(1)} s`,
  );
  printTable(pages);
}

/** Pages from anywhere in the list, one after another. */
async function listPages({ url }: Server): Promise<Record<string, string | number>[]> {
  const rows = [];
  for (const limit of [100, 1_000]) {
    const times: number[] = [];
    for (let i = 0; i < 50; i++) {
      const from = Buffer.from(`user:${(i * 7919 * 7919) % (stored * 7919)}`).toString('base64url');
      const started = performance.now();
      await (await fetch(`${url}/?limit=${limit}&cursor=${from}`)).arrayBuffer();
      times.push(performance.now() - started);
    }
    rows.push({ 'keys a page': limit, 'ms a page': median(times).toFixed(2) });
  }
  return rows;
}

function residentBytes({ pid }: Server): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
  return Number(pages) * 4096;
}

async function http(folder: string): Promise<void> {
  const servers: Server[] = [];
  try {
    const bare = await startBare();
    servers.push({ ...bare, url: `${bare.url}/key-value/` });
    servers.push(await startService('key-value', 'embedded, full fsync', { DATA_DIR: folder }));
    if (redis) {
      const env = { STORE_ADDR: redis };
      servers.push(await startService('key-value', 'Redis, AOF everysec', env));
      servers.push(await peer(redis));
    } else console.log('redis-server is not installed: its rows are left out');
    for (const method of ['PUT', 'GET']) {
      console.log(`\n${method}, ${keys} keys, values of 100 bytes`);
      const args = [method, String(keys)];
      await interleave(
        servers,
        { connections: 64, seconds, script: 'key-value.lua', args },
        rounds,
      );
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function peer(address: string): Promise<Server> {
  const port = String(await freePort());
  const env = { PORT: port, STORE_ADDR: address };
  const name = 'routes over GET and SET of Redis';
  return startServer(name, ['bench/peers/redis-route.ts'], env, `http://127.0.0.1:${port}`);
}
