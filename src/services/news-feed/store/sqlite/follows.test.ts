import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsers, now, post, timelineOf } from '../contract/steps.ts';
import { backfillDepth } from '../news-feed-store.ts';
import { openDatabase, sqliteStore } from './sqlite-news-feed-store.ts';

test('a backfill looks among a number of the newest posts, deleted ones included', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db, { timelineMax: 10, cacheEntries: 1_000 });
  await addUsers(store, 'ann', 'eve');
  for (const id of ['too old', 'oldest']) await post(store, 'ann', id);
  const deleted = Array.from({ length: backfillDepth - 2 }, () => post(store, 'ann', 'p'));
  for (const made of await Promise.all(deleted)) void store.removePost(made!.id, now);
  await post(store, 'ann', 'newest');
  await store.follow('eve', 'ann', now, 100);
  assert.deepEqual(await timelineOf(store, 'eve'), ['newest', 'oldest']);
});
