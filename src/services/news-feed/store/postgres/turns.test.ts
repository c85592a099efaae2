import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { addUsers, now, post, timelineOf } from '../contract/steps.ts';
import { openDatabase, postgresStore } from './postgres-news-feed-store.ts';

const skip = missing('postgres');

test('follows, unfollows, posts and deletions wait for their turn', { skip }, async (t) => {
  const db = await openDatabase(servers.postgres);
  t.after(() => db.close());
  const deployment = unique('feed');
  const store = postgresStore(db, deployment, { timelineMax: 3, cacheEntries: 1_000 });
  await addUsers(store, 'ann', 'bob');
  const isWaitedFor = async (): Promise<'waits'> => {
    for (;;) {
      const waiting = await db.execute(sql`
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND (classid::bigint << 32 | objid::bigint)
          = hashtextextended('news_feed ' || ${deployment}, 0)`);
      if (waiting > 0) return 'waits';
    }
  };
  for (const write of [
    () => store.follow('bob', 'ann', now),
    () => post(store, 'ann', 'p'),
    () => store.unfollow('bob', 'ann', now),
    () => store.removePost('none', now),
  ]) {
    let done: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT news_feed.take_turn(${deployment})`);
      done = write();
      assert.equal(await Promise.race([done, isWaitedFor()]), 'waits');
    });
    await done;
  }
  assert.deepEqual(await timelineOf(store, 'bob'), ['p']);
});
