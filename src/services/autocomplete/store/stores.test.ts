import { join } from 'node:path';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { storeContract, type OpenTwo } from './contract/term-store.ts';
import { openRedisStore } from './redis/store.ts';
import { openDatabase, readCompletions, sqliteStore } from './sqlite/store.ts';

storeContract('SQLite', async (t, maxTerms) => {
  const file = join(temporaryFolder(), 'autocomplete.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const store = () => sqliteStore(db, readCompletions(db), maxTerms);
  const only = store();
  return {
    first: only,
    second: only,
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return store();
    },
  };
});

storeContract('Redis', on(servers.redis), missing('redis'));
storeContract('Redis Cluster', on(servers.cluster), missing('cluster'));

function on(address: string): OpenTwo {
  return async (t, maxTerms) => {
    const prefix = unique('ac');
    const log = pino({ level: 'error' });
    const reopen = async () => {
      const store = await openRedisStore({ address, prefix, maxTerms, log });
      t.after(() => store.close());
      return store;
    };
    return { first: await reopen(), second: await reopen(), reopen };
  };
}
