import { join } from 'node:path';
import { temporaryFolder } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';

storeContract('SQLite', false, async (t) => {
  const file = join(temporaryFolder(), 'video-catalog.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const skip = db.run("INSERT INTO video VALUES (?, '', '', '[]', 0, '')");
  return {
    first: sqliteStore(db),
    second: sqliteStore(db),
    skipTo: (n) => db.write(() => void (n > 0 && skip(n))),
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStore(db);
    },
  };
});
