/**
 * Timelines of 1,000 entries: reads of 20 posts against a bare Fastify route, at the top and deep
 * down; posts of authors with 1,000 followers. Beside PostgreSQL, a join at read time as a peer.
 *
 * BENCH_USERS (100,000), BENCH_PG_USERS (10,000), BENCH_ENTRIES (1,000), BENCH_ROUNDS (5)
 */
import { join } from 'node:path';
import { fillPostgres, fillSqlite, sizesFor, type Sizes } from './lib/news-feed-fill.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  interleave,
  root,
  startBare,
  startServer,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  setting,
} from './lib/harness.ts';

const entries = setting('BENCH_ENTRIES', 1_000, 100);
const databaseUrl = process.env['TEST_DATABASE_URL'] ?? '';
const deployment = `bench${process.pid}`;

await withFolder(async (folder) => {
  const sizes = sizesFor(setting('BENCH_USERS', 100_000, 1_100), entries);
  console.log(`\nSQLite, ${sizes.users} users`);
  await fillSqlite(folder, sizes);
  await measure(sizes, [await startService('news-feed', 'SQLite', { DATA_DIR: folder })]);

  if (databaseUrl === '') return console.log('postgres is not installed: it is left out');
  const fewer = sizesFor(setting('BENCH_PG_USERS', 10_000, 1_100), entries);
  console.log(`\nPostgreSQL, ${fewer.users} users`);
  await fillPostgres(databaseUrl, deployment, fewer);
  const env = { DATABASE_URL: databaseUrl, FEED_PREFIX: deployment };
  const shared = await startService('news-feed', 'PostgreSQL', env);
  await measure(fewer, [shared, await startPeer(env)]);
});

/** @param servers ours, and peers that only read */
async function measure(sizes: Sizes, servers: Server[]): Promise<void> {
  const bare = await startBare();
  const ours = servers[0]!;
  const reads = { connections: 64, seconds, script: 'news-feed.lua' };
  try {
    await readEach(ours, sizes.users);
    await interleave([bare, ...servers], { ...reads, args: [String(sizes.users)] }, rounds);
    const deep = `&offset=${Math.max(0, entries - 30)}`;
    console.log(`reads with ${deep}`);
    await interleave([bare, ours], { ...reads, args: [String(sizes.users), deep] }, rounds);
    const followers = Math.round((sizes.users * sizes.following) / sizes.authors);
    console.log(`posts; each is delivered to ${followers} followers`);
    const posts = { connections: 64, seconds, script: 'news-post.lua' };
    await interleave([ours], { ...posts, args: [String(sizes.authors)] }, rounds);
  } finally {
    await Promise.all([bare, ...servers].map((server) => server.stop()));
  }
}

/** Reads each timeline once, so that what is kept in memory is there. */
async function readEach(server: Server, users: number): Promise<void> {
  const started = performance.now();
  let next = 0;
  const client = async () => {
    while (next < users) {
      const response = await fetch(`${server.url}/timeline?user=u${next++}&limit=1`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a timeline answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
  const seconds = (performance.now() - started) / 1_000;
  console.log(`first reads of ${users} timelines: ${Math.round(users / seconds)} a second`);
}

async function startPeer(env: Record<string, string>): Promise<Server> {
  const port = String(await freePort());
  const file = join(root, 'bench/peers/join-at-read.ts');
  const url = `http://127.0.0.1:${port}`;
  return startServer('peer: join at read', [file], { ...env, PORT: port }, url);
}
