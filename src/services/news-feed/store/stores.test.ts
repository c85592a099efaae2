/** Every store keeps the contract and the laws, also without room for timelines in memory. */
import { join } from 'node:path';
import { after } from 'node:test';
import type { Postgres } from '#kit/stores/postgres.ts';
import { missing, servers, temporaryFolder, twoReplicas, unique } from '#kit/testing/testing.ts';
import { storeContract, type OpenReplicas } from './contract/steps.ts';
import { journalContract } from './contract/journal.ts';
import { lawsContract } from './contract/laws.ts';
import { mutesAndHidesContract } from './contract/mutes-and-hides.ts';
import { commentsAndReactionsContract } from './contract/comments-and-reactions.ts';
import * as postgres from './postgres/postgres-news-feed-store.ts';
import { racesContract } from './contract/races.ts';
import * as sqlite from './sqlite/sqlite-news-feed-store.ts';

const roomy = { cacheEntries: 1_000_000 };
/** Pages soon go deeper than what is read at first. */
const shallow = { cacheEntries: 1_000_000, firstDepth: 2 };
/** Room for one timeline. */
const cramped = { cacheEntries: 100, firstDepth: 2 };

/** Both replicas share the engine, as two requests do; each has timelines of its own. */
const onSqlite =
  (file: () => string, options: typeof roomy): OpenReplicas =>
  async (t, timelineMax) => {
    const path = file();
    let db = sqlite.openDatabase({ file: path });
    t.after(() => db.close());
    const open = () => sqlite.sqliteStore(db, { ...options, timelineMax });
    return {
      first: open(),
      second: open(),
      another: async () => open(),
      async reopen() {
        await db.close();
        db = sqlite.openDatabase({ file: path });
        return open();
      },
    };
  };
const newFile = () => join(temporaryFolder(), 'news-feed.db');
const inMemory = (options: typeof roomy) => onSqlite(() => ':memory:', options);

for (const contract of [
  storeContract,
  commentsAndReactionsContract,
  mutesAndHidesContract,
  journalContract,
]) {
  contract('SQLite', false, onSqlite(newFile, roomy));
}
lawsContract('SQLite', false, inMemory(roomy), { runs: 50 });
lawsContract('SQLite, read in portions', false, inMemory(shallow), { runs: 50 });
lawsContract('SQLite without room', false, inMemory(cramped), { runs: 25 });
racesContract('SQLite', false, inMemory(shallow), { runs: 20 });

const noPostgres = missing('postgres');
const onPostgres: OpenReplicas = async (t, timelineMax) => {
  const deployment = unique('feed');
  return twoReplicas(t, async () => {
    const db = await postgres.openDatabase(servers.postgres);
    return postgres.postgresStore(db, deployment, { ...roomy, timelineMax });
  });
};

/** A deployment for each history, over one pool. */
let pool: Promise<Postgres> | undefined;
const inDeployments =
  (options: typeof roomy): OpenReplicas =>
  async (_, timelineMax) => {
    const db = await (pool ??= postgres.openDatabase(servers.postgres));
    const deployment = unique('feed');
    const open = () => postgres.postgresStore(db, deployment, { ...options, timelineMax });
    const another = async () => open();
    return { first: open(), second: open(), another, reopen: another };
  };
after(async () => (await pool)?.close());

for (const contract of [
  storeContract,
  commentsAndReactionsContract,
  mutesAndHidesContract,
  journalContract,
]) {
  contract('PostgreSQL', noPostgres, onPostgres);
}
lawsContract('PostgreSQL', noPostgres, inDeployments(roomy), { runs: 20 });
lawsContract('PostgreSQL, read in portions', noPostgres, inDeployments(shallow), { runs: 20 });
lawsContract('PostgreSQL without room', noPostgres, inDeployments(cramped), { runs: 10 });
racesContract('PostgreSQL', noPostgres, inDeployments(shallow), { runs: 15 });
