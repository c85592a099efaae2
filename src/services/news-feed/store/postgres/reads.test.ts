import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { addUsers, now, post, postMany } from '../contract/steps.ts';
import { postgresReads } from './reads.ts';
import { openDatabase, postgresStore } from './postgres-news-feed-store.ts';

const skip = missing('postgres');

test('a full read reads few posts, however many follows have ended', { skip }, async (t) => {
  const db = await openDatabase(servers.postgres);
  t.after(() => db.close());
  const deployment = unique('feed');
  const timelineMax = 1_000;
  const feed = postgresStore(db, deployment, { timelineMax, cacheEntries: 1_000 });
  const authors = Array.from({ length: 50 }, (_, i) => `author ${i}`);
  await addUsers(feed, 'eve', ...authors);
  await Promise.all(authors.map((author) => feed.follow('eve', author, now)));
  const postCount = 100 * authors.length;
  await postMany(postCount, (i) => post(feed, authors[i % authors.length]!, `p${i}`));
  await Promise.all(authors.map((author) => feed.unfollow('eve', author, now)));
  const newest = Array.from({ length: timelineMax }, (_, i) => postCount - i);

  const postsRead = await db.transaction(async (tx) => {
    const count = async () => {
      const rows = await tx.query(sql<{ readonly fetched: number }>`
        SELECT idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables
        WHERE relid = 'news_feed.post'::regclass`);
      return rows[0]!.fetched;
    };
    const before = await count();
    const reads = postgresReads(tx, tx, deployment, timelineMax);
    const changes = await reads.changes({ user: 'eve', upTo: undefined, depth: timelineMax });
    assert.deepEqual(changes?.delivered, newest);
    return (await count()) - before;
  });
  // Twice the timeline and four of each follow to find where it begins, then the timeline.
  assert.ok(postsRead <= 4_000, `${postsRead} posts were read`);
});
