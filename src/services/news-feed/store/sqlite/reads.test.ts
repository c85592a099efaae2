import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { turns } from '#kit/testing/turns.ts';
import { addUsers, now, post } from '../contract/steps.ts';
import { sqliteReads } from './reads.ts';
import { openDatabase, sqliteStore } from './sqlite-news-feed-store.ts';

test('a statement reads few posts, however many follows have ended', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const timelineMax = 1_000;
  const feed = sqliteStore(db, { timelineMax, cacheEntries: 1_000 });
  const authors = Array.from({ length: 50 }, (_, i) => `author ${i}`);
  await addUsers(feed, 'eve', ...authors);
  await Promise.all(authors.map((author) => feed.follow('eve', author, now)));
  const count = 100 * authors.length;
  await Promise.all(
    Array.from({ length: count }, (_, i) => post(feed, authors[i % authors.length]!, `p${i}`)),
  );
  await Promise.all(authors.map((author) => feed.unfollow('eve', author, now)));

  const postsRead: number[] = [];
  const watched: Pick<Sqlite, 'get' | 'all'> = {
    get: (sql) => db.get(sql),
    all<T extends object>(sql: string) {
      const run = db.all<T>(sql);
      return (...params) => {
        const rows = run(...params);
        const lists = rows.map((row) => JSON.parse((row as { list: string }).list) as unknown[]);
        postsRead.push(lists.flat().length);
        return rows;
      };
    },
  };
  const reads = sqliteReads(watched, timelineMax);
  const changes = await reads.changes({ user: 'eve', upTo: undefined, depth: timelineMax });
  const newest = Array.from({ length: timelineMax }, (_, i) => count - i);
  assert.deepEqual(changes?.delivered, newest);
  assert.ok(Math.max(...postsRead) <= 4_000, `posts of one statement: ${postsRead.join()}`);
});

test('a first timeline over many follows is read in slices of time: other work has its turns', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const feed = sqliteStore(db, { timelineMax: 10, cacheEntries: 1_000 });
  const authors = Array.from({ length: 3_000 }, (_, i) => `author ${i}`);
  await addUsers(feed, 'eve', ...authors);
  await Promise.all(authors.map((author) => feed.follow('eve', author, now)));
  await Promise.all(authors.map((author) => post(feed, author, author)));
  let instant = performance.now();
  t.mock.method(performance, 'now', () => (instant += 10));
  const counted = turns(t);
  const page = await feed.timeline('eve', { offset: 0, limit: 10 });
  const count = counted();
  assert.equal(page?.posts[0]?.user_id, 'author 2999');
  assert.ok(count >= 6, `${count} turns`);
});
