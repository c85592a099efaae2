import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { storeContract, type OpenTwo } from './contract/term-store.ts';
import { openRedisStore } from './redis/store.ts';
import { openDatabase, readCompletions, sqliteStore } from './sqlite/store.ts';
import { preloaded } from './store.ts';

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

test('terms that a rollback takes back need no room', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'autocomplete.db') });
  t.after(() => db.close());
  const store = sqliteStore(db, readCompletions(db), preloaded.length + 2);
  const train = (term: string) => store.train(new Map([[term, 1]]));
  const fails = () => {
    throw new Error('on purpose');
  };
  // They share a batch, which fails; then each runs alone.
  const [one, two, failed] = await Promise.allSettled([
    train('one'),
    train('two'),
    db.write(fails),
  ]);
  assert.equal(failed.status, 'rejected');
  for (const outcome of [one, two]) {
    assert.deepEqual(outcome, { status: 'fulfilled', value: 'trained' });
  }
  assert.equal(await train('three'), 'full');
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
