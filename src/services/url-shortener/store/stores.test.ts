import { join } from 'node:path';
import { missing, servers, temporaryFolder, twoReplicas } from '#kit/testing/testing.ts';
import { changeContract } from './contract/changes.ts';
import { clickContract, repetitionContract } from './contract/clicks.ts';
import type { Open } from './contract/fixtures.ts';
import { lawsContract } from './contract/laws.ts';
import { limitContract } from './contract/limits.ts';
import { linkContract } from './contract/links.ts';
import { openPostgresStores } from './postgres/postgres-url-shortener-store.ts';
import { openDatabase, sqliteStores } from './sqlite/sqlite-url-shortener-store.ts';

const openSqlite: Open = async (t) => {
  const file = join(temporaryFolder(), 'url-shortener.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  return {
    first: sqliteStores(db),
    second: sqliteStores(db),
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStores(db);
    },
  };
};

const openPostgres: Open = (t) =>
  twoReplicas(t, async () => {
    const stores = await openPostgresStores(servers.postgres);
    return { ...stores, close: () => stores.links.close() };
  });

for (const [name, skip, open] of [
  ['SQLite', false, openSqlite],
  ['PostgreSQL', missing('postgres'), openPostgres],
] as const) {
  linkContract(name, skip, open);
  limitContract(name, skip, open);
  changeContract(name, skip, open);
  clickContract(name, skip, open);
  lawsContract(name, skip, open);
}
repetitionContract('PostgreSQL', missing('postgres'), openPostgres);
