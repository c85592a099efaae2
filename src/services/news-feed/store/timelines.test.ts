/** Timelines in memory: answers that come late, room that is short, and pages that go deep. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addUsers, ids, now, post } from './contract/steps.ts';
import { pagesOf } from './pages.ts';
import { sqliteReads } from './sqlite/reads.ts';
import { openDatabase, sqliteStore } from './sqlite/sqlite-news-feed-store.ts';
import type { Asked, FeedReads, TimelineOptions } from './timelines.ts';

const defaults = { timelineMax: 40, cacheEntries: 1_000_000 };

/** A feed in which bob and eve follow ann, and another replica whose answers can be held up. */
async function open(t: TestContext, options: Partial<TimelineOptions> = {}) {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const feed = sqliteStore(db, defaults);
  await addUsers(feed, 'ann', 'bob', 'eve');
  await feed.follow('bob', 'ann', now);
  await feed.follow('eve', 'ann', now);

  const reads = sqliteReads(db, defaults.timelineMax);
  const asked: Asked[] = [];
  let held: { readonly arrived: () => void; readonly until: Promise<void> } | undefined;
  const slow: FeedReads = {
    async changes(one) {
      const hold = held;
      held = undefined;
      asked.push(one);
      const changes = await reads.changes(one);
      hold?.arrived();
      await hold?.until;
      return changes;
    },
    postsOf: (...range) => reads.postsOf(...range),
    posts: (numbers) => reads.posts(numbers),
  };
  const replica = pagesOf(slow, { ...defaults, ...options });
  const read = async (user: string, offset = 0, limit = 10) =>
    ids(await replica.timeline(user, { offset, limit }));
  /** A read whose changes are known, but do not arrive before its release. */
  const readLate = async (user: string) => {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = { arrived: arrived.resolve, until: released.promise };
    const answer = read(user);
    await arrived.promise;
    return { answer, release: released.resolve };
  };
  return { db, feed, read, readLate, asked };
}

test('an answer that comes late does not replace a later one', async (t) => {
  const { feed, read, readLate } = await open(t);
  await post(feed, 'ann', 'p');
  assert.deepEqual(await read('bob'), ['p']);
  await post(feed, 'ann', 'q');
  const late = await readLate('bob');
  await post(feed, 'ann', 'r');
  assert.deepEqual(await read('bob'), ['r', 'q', 'p']);
  late.release();
  assert.deepEqual(await late.answer, ['q', 'p']);
  assert.deepEqual(await read('bob'), ['r', 'q', 'p']);
});

test('a post that is deleted before it is loaded leaves no hole', async (t) => {
  const { feed, readLate } = await open(t);
  for (const id of ['p', 'q']) await post(feed, 'ann', id);
  const late = await readLate('bob');
  await post(feed, 'ann', 'r');
  await feed.removePost('q', now);
  late.release();
  assert.deepEqual(await late.answer, ['r', 'p']);
});

test('a timeline in memory asks only for what is new', async (t) => {
  const { feed, read, asked } = await open(t);
  for (const id of ['p', 'q']) await post(feed, 'ann', id);
  await read('bob');
  await post(feed, 'ann', 'r');
  await read('bob');
  await read('bob');
  assert.deepEqual(
    asked.map(({ upTo }) => upTo),
    [undefined, 2, 3],
  );
});

test('more than the first deliveries are read when a page needs them', async (t) => {
  const { feed, read, asked } = await open(t, { firstDepth: 3 });
  for (let i = 0; i < 9; i++) await post(feed, 'ann', `p${i}`);
  assert.deepEqual(await read('bob', 0, 2), ['p8', 'p7']);
  assert.deepEqual(await read('bob', 5, 2), ['p3', 'p2']);
  assert.deepEqual(await read('bob', 2, 2), ['p6', 'p5']);
  assert.deepEqual(
    asked.map(({ upTo, depth }) => [upTo, depth]),
    [
      [undefined, 3],
      [9, 3],
      [undefined, 40],
      [9, 3],
    ],
  );
});

test('the newest of more changes than a timeline keeps stay', async (t) => {
  const { feed, read } = await open(t, { timelineMax: 3 });
  await post(feed, 'ann', 'old');
  assert.deepEqual(await read('bob'), ['old']);
  // The store yields up to 40 deliveries.
  for (let i = 0; i < 5; i++) await post(feed, 'ann', `p${i}`);
  assert.deepEqual(await read('bob'), ['p4', 'p3', 'p2']);
});

test('a timeline that has grown takes the room of another', async (t) => {
  // Two timelines of up to 4 entries.
  const { feed, read, asked } = await open(t, { cacheEntries: 2 * (64 + 4) });
  const isForgotten = async (user: string) => {
    await read(user);
    return asked.at(-1)!.upTo === undefined;
  };
  await post(feed, 'ann', 'p');
  for (const user of ['bob', 'eve']) await read(user);
  assert.deepEqual([await isForgotten('bob'), await isForgotten('eve')], [false, false]);
  for (let i = 0; i < 9; i++) await post(feed, 'ann', 'p');
  await read('eve');
  assert.deepEqual([await isForgotten('bob'), await isForgotten('eve')], [true, true]);
});

test('a batch that is rolled back leaves no trace in memory', async (t) => {
  const { db, feed, read } = await open(t);
  await post(feed, 'ann', 'p0');
  assert.deepEqual(await read('bob'), ['p0']);
  const fails = () => {
    throw new Error('on purpose');
  };
  // They share a batch, which fails; then each runs alone.
  const shared = [post(feed, 'ann', 'p1'), feed.removePost('p0', now), db.write(fails)];
  const outcomes = await Promise.allSettled(shared);
  assert.equal(outcomes.at(-1)!.status, 'rejected');
  assert.deepEqual(await read('bob'), ['p1']);
});

test('a reader may follow more authors than one statement looks at', async (t) => {
  const { feed, read } = await open(t);
  const authors = Array.from({ length: 1_100 }, (_, i) => `author ${i}`);
  await Promise.all(authors.map((author) => feed.addUser(author, 0)));
  await Promise.all(authors.map((author) => feed.follow('eve', author, now)));
  // Authors at both ends and in the middle post most.
  const posts = Array.from({ length: 60 }, (_, i) => authors[[0, 1_099, 550, i * 9][i % 4]!]!);
  for (const [i, author] of posts.entries()) await post(feed, author, `p${i}`);
  const newest = posts.map((_, i) => `p${i}`).toReversed();
  assert.deepEqual(await read('eve', 0, 50), newest.slice(0, 40));
});
