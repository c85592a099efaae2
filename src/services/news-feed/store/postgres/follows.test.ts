import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { addUsers, now, post, postMany, timelineOf } from '../contract/steps.ts';
import { backfillDepth } from '../news-feed-store.ts';
import { openDatabase, postgresStore } from './postgres-news-feed-store.ts';

const skip = missing('postgres');

test(
  'a backfill looks among a number of the newest posts, deleted ones included',
  { skip },
  async (t) => {
    const db = await openDatabase(servers.postgres);
    t.after(() => db.close());
    const deployment = unique('feed');
    const store = postgresStore(db, deployment, { timelineMax: 10, cacheEntries: 1_000 });
    await addUsers(store, 'ann', 'eve');
    for (const id of ['too old', 'oldest']) await post(store, 'ann', id);
    await postMany(backfillDepth - 2, () => post(store, 'ann', 'p'));
    // One after another, deletions would take their time.
    await db.execute(sql`UPDATE news_feed.post SET content = NULL, removed = seq
    WHERE deployment = ${deployment} AND starts_with(id, 'p')`);
    await post(store, 'ann', 'newest');
    await store.follow('eve', 'ann', now, 100);
    assert.deepEqual(await timelineOf(store, 'eve'), ['newest', 'oldest']);
  },
);
