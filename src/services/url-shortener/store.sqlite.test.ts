import { join } from 'node:path';
import { temporaryFolder } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';

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
