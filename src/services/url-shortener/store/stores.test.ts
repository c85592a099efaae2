import { join } from 'node:path';
import { missing, servers, temporaryFolder, twoReplicas } from '#kit/testing/testing.ts';
import { storeContract } from './contract/mappings.ts';
import { openPostgresStore } from './postgres/store.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';

storeContract('SQLite', false, async (t) => {
  const file = join(temporaryFolder(), 'url-shortener.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  return {
    first: sqliteStore(db),
    second: sqliteStore(db),
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStore(db);
    },
  };
});

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  return twoReplicas(t, () => openPostgresStore(servers.postgres));
});
