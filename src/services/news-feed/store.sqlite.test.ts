import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#kit/testing.ts';
import { lawsContract } from './laws.contract.ts';
import { addUsers, post, storeContract, timelineOf, type OpenReplicas } from './store.contract.ts';
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
  { runs: 30 },
);
// Room for one timeline: each is forgotten and filled again from posts and follows, all the time.
lawsContract(
  'SQLite without room',
  false,
  opening(() => ':memory:', 100),
  { runs: 15 },
);

test('timelines in memory follow a transaction that is rolled back', async (t) => {
  const database = openDatabase({ file: ':memory:', timelineMax: 10, cacheEntries: 1_000_000 });
  t.after(() => database.db.close());
  const store = sqliteStore(database);
  await addUsers(store, 'ann', 'bob');
  await store.follow('bob', 'ann');
  await post(store, 'ann', 'p0');
  for (const user of ['ann', 'bob']) assert.deepEqual(await timelineOf(store, user), ['p0']);
  // They share a batch, which fails; then each runs alone.
  const fails = () => {
    throw new Error('on purpose');
  };
  const shared = [
    post(store, 'ann', 'p1'),
    post(store, 'ann', 'p2', 0),
    store.removePost('p0'),
    database.db.write(fails),
  ];
  const outcomes = await Promise.allSettled(shared);
  assert.equal(outcomes.at(-1)!.status, 'rejected');
  for (const user of ['ann', 'bob']) assert.deepEqual(await timelineOf(store, user), ['p2', 'p1']);
});
