import { join } from 'node:path';
import { temporaryFolder } from '#kit/testing.ts';
import { lawsContract } from './laws.contract.ts';
import { storeContract, type OpenReplicas } from './store.contract.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';

const opening =
  (file: () => string, cacheEntries: number): OpenReplicas =>
  async (t, timelineMax) => {
    const options = { file: file(), timelineMax, cacheEntries };
    let database = openDatabase(options);
    t.after(() => database.db.close());
    return {
      first: sqliteStore(database),
      second: sqliteStore(database),
      async reopen() {
        await database.db.close();
        database = openDatabase(options);
        return sqliteStore(database);
      },
    };
  };

const newFile = () => join(temporaryFolder(), 'news-feed.db');

storeContract('SQLite', false, opening(newFile, 1_000_000));
lawsContract(
  'SQLite',
  false,
  opening(() => ':memory:', 1_000_000),
  { runs: 100 },
);
// Room for one timeline: each is forgotten and filled again from posts and follows, all the time.
lawsContract(
  'SQLite without room',
  false,
  opening(() => ':memory:', 100),
  { runs: 50 },
);
