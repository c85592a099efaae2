import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { dictionariesContract } from './contract/dictionaries.ts';
import { forgettingContract } from './contract/forgetting.ts';
import { lawsContract } from './contract/laws.ts';
import { ones, roomy, storeContract, type OpenTwo } from './contract/term-store.ts';
import { openRedisStore } from './redis/redis-autocomplete-store.ts';
import { openDatabase, readDictionaries } from './sqlite/database.ts';
import { sqliteStore } from './sqlite/sqlite-autocomplete-store.ts';
import { preloaded, type TermStore } from './autocomplete-store.ts';

const contracts: typeof storeContract = (...args) => {
  storeContract(...args);
  forgettingContract(...args);
  dictionariesContract(...args);
  lawsContract(...args);
};

contracts('SQLite', async (t, limits) => {
  const file = join(temporaryFolder(), 'autocomplete.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  let store = sqliteStore(db, readDictionaries(db), limits);
  // Whichever process has the file: a test goes on with it after a restart.
  const only = new Proxy({} as TermStore, {
    get: (_, name) => Reflect.get(store, name) as unknown,
  });
  return {
    first: only,
    second: only,
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      store = sqliteStore(db, readDictionaries(db), limits);
      return only;
    },
  };
});

test('terms that a rollback takes back need no room', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'autocomplete.db') });
  t.after(() => db.close());
  const store = sqliteStore(db, readDictionaries(db), {
    maxTerms: preloaded.length + 2,
    maxIndexes: 1_000,
  });
  const train = (term: string) => store.train('default', new Map([[term, 1]]), 0);
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
    assert.deepEqual(outcome, { status: 'fulfilled', value: 'done' });
  }
  assert.equal(await train('three'), 'full');
});

test('remains of a dropped index are deleted in short steps, also after a restart', async (t) => {
  const file = join(temporaryFolder(), 'autocomplete.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const open = () => sqliteStore(db, readDictionaries(db), roomy);
  const many = Array.from({ length: 1_200 }, (_, i) => `t${i}`);
  let store = open();
  await store.train('gone', ones(many), 0);
  await store.train('kept', ones(many), 0);
  await store.block('gone', 't1', 0);
  await store.drop('gone', 0);
  await db.close();
  let commits = 0;
  db = openDatabase({ file, onCommit: () => commits++ });
  store = open();
  assert.equal(store.find('gone'), undefined);
  await store.sweep();
  assert.equal(commits, 3);
  await store.sweep();
  assert.equal(commits, 3, 'nothing is written when nothing is left');
  const rows = (table: string) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)()!.n;
  assert.deepEqual([rows('term'), rows('blocked'), rows('dictionary')], [1_206, 0, 2]);
  assert.equal(store.find('kept')!.size, 1_200);
});

contracts('Redis', on(servers.redis), missing('redis'));
contracts('Redis Cluster', on(servers.cluster), missing('cluster'));

function on(address: string): OpenTwo {
  return async (t, limits) => {
    const prefix = unique('ac');
    const log = pino({ level: 'error' });
    const reopen = async () => {
      const store = await openRedisStore({ address, prefix, ...limits, clock: Date.now, log });
      t.after(() => store.close());
      return store;
    };
    return { first: await reopen(), second: await reopen(), reopen };
  };
}
