/** Answers of the database that come late, while others have moved on. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openPostgres, type Queries } from '#kit/postgres.ts';
import { missing, servers, unique } from '#kit/testing.ts';
import { Ring, weightOf } from './ring.ts';
import { addUsers, ids, post } from './store.contract.ts';
import { PostgresFeed } from './store.postgres.ts';
import { Timelines } from './timelines.postgres.ts';

const skip = missing('postgres');
/** Room for two timelines of up to 16 posts. */
const twoShort = 2 * weightOf(new Ring(16));
const options = { timelineMax: 40, cacheEntries: 1_000_000 };

/** A feed in which bob and eve follow ann, and a replica whose queries can be held up. */
async function open(t: TestContext, cacheEntries = options.cacheEntries) {
  const db = await openPostgres(servers.postgres, 'news-feed', new URL('./sql/', import.meta.url));
  t.after(() => db.close());
  const deployment = unique('feed');
  const feed = new PostgresFeed(db, deployment, options);
  await addUsers(feed, 'ann', 'bob', 'eve');
  await feed.follow('bob', 'ann');
  await feed.follow('eve', 'ann');

  /** Users whose timelines were not in memory. */
  const asked: string[] = [];
  let held: { readonly arrived: () => void; readonly until: Promise<void> } | undefined;
  const slow: Pick<Queries, 'query'> = {
    async query(statement) {
      const hold = held;
      held = undefined;
      for (const value of statement.compose().values) {
        if (Array.isArray(value)) asked.push(...value.filter((one) => typeof one === 'string'));
      }
      const rows = await db.query(statement);
      hold?.arrived();
      await hold?.until;
      return rows;
    },
  };
  const timelines = new Timelines(slow, deployment, { ...options, cacheEntries });
  const read = async (user: string) => ids(await timelines.page(user, { offset: 0, limit: 10 }));
  /** A read whose query is answered, but does not arrive before its release. */
  const readLate = async (user: string) => {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = { arrived: arrived.resolve, until: released.promise };
    const answer = read(user);
    await arrived.promise;
    return { answer, release: released.resolve };
  };
  return { feed, read, readLate, asked };
}

test('a timeline that is read while posts are made lacks none of them', { skip }, async (t) => {
  const { feed, read, readLate } = await open(t);
  await post(feed, 'ann', 'old');
  assert.deepEqual(await read('eve'), ['old']);
  const bobs = await readLate('bob');
  await post(feed, 'ann', 'new');
  await feed.removePost('old');
  assert.deepEqual(await read('eve'), ['new']);
  bobs.release();
  assert.deepEqual(await bobs.answer, ['new']);
});

test('of two first answers, the second is asked for once more', { skip }, async (t) => {
  const { feed, read, readLate } = await open(t);
  await post(feed, 'ann', 'p');
  const eves = await readLate('eve');
  await post(feed, 'ann', 'q');
  const bobs = await readLate('bob');
  eves.release();
  assert.deepEqual(await eves.answer, ['p']);
  bobs.release();
  assert.deepEqual(await bobs.answer, ['q', 'p']);
  assert.deepEqual(await read('eve'), ['q', 'p']);
});

test('what two answers tell is shown once', { skip }, async (t) => {
  const { feed, read, readLate } = await open(t);
  await post(feed, 'ann', 'p');
  assert.deepEqual(await read('bob'), ['p']);
  await post(feed, 'ann', 'q');
  const bobs = await readLate('bob');
  assert.deepEqual(await read('bob'), ['q', 'p']);
  bobs.release();
  assert.deepEqual(await bobs.answer, ['q', 'p']);
  assert.deepEqual(await read('bob'), ['q', 'p']);
});

test('a post that is deleted before it is loaded leaves no hole', { skip }, async (t) => {
  const { feed, readLate } = await open(t);
  await post(feed, 'ann', 'p');
  await post(feed, 'ann', 'q');
  const bobs = await readLate('bob');
  await post(feed, 'ann', 'r');
  await feed.removePost('q');
  bobs.release();
  assert.deepEqual(await bobs.answer, ['r', 'p']);
});

test(
  'a timeline that has to make room while it is read is whole all the same',
  { skip },
  async (t) => {
    const { feed, read, readLate } = await open(t, twoShort);
    await post(feed, 'ann', 'p');
    assert.deepEqual(await read('bob'), ['p']);
    await post(feed, 'ann', 'q', 0); // pulled
    assert.deepEqual(await read('eve'), ['q', 'p']);
    const bobs = await readLate('bob');
    await read('ann');
    await read('eve');
    bobs.release();
    assert.deepEqual(await bobs.answer, ['q', 'p']);
  },
);

test('a replica that is far behind begins anew', { skip }, async (t) => {
  const { feed, read } = await open(t);
  await post(feed, 'ann', 'p');
  assert.deepEqual(await read('bob'), ['p']);
  await Promise.all(Array.from({ length: 1_100 }, () => post(feed, 'ann', 'q')));
  const newest = Array.from({ length: 10 }, (_, i) => `q_${1_100 - i}`);
  assert.deepEqual(await read('bob'), newest);
  await post(feed, 'ann', 'r');
  assert.deepEqual(await read('bob'), ['r', ...newest.slice(0, 9)]);
  assert.deepEqual(await read('eve'), ['r', ...newest.slice(0, 9)]);
});

test(
  'who unfollows has the posts made before that, also those not asked for yet',
  { skip },
  async (t) => {
    const { feed, read } = await open(t);
    await post(feed, 'ann', 'p');
    assert.deepEqual([await read('bob'), await read('eve')], [['p'], ['p']]);
    await post(feed, 'ann', 'q');
    await feed.unfollow('bob', 'ann');
    await post(feed, 'ann', 'r');
    assert.deepEqual(
      [await read('bob'), await read('eve')],
      [
        ['q', 'p'],
        ['r', 'q', 'p'],
      ],
    );
    await feed.follow('bob', 'ann');
    await post(feed, 'ann', 's');
    assert.deepEqual(await read('bob'), ['s', 'q', 'p']);
  },
);

test('a timeline that has grown takes the room of another', { skip }, async (t) => {
  const { feed, read, asked } = await open(t, twoShort);
  await read('bob');
  await read('eve');
  asked.length = 0;
  await read('bob');
  await read('eve');
  assert.deepEqual(asked, []);
  for (let i = 0; i < 17; i++) await post(feed, 'ann', 'p');
  const newest = Array.from({ length: 10 }, (_, i) => `p_${17 - i}`);
  assert.deepEqual([await read('eve'), await read('bob')], [newest, newest]);
  assert.notDeepEqual(asked, []);
});
