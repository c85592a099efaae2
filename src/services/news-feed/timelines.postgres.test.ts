/** Answers of the database that come late, while others have moved on. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { missing, servers, unique } from '#kit/testing.ts';
import { addUsers, ids, post } from './store.contract.ts';
import { PostgresFeed } from './store.postgres.ts';
import { Timelines } from './timelines.postgres.ts';

const skip = missing('postgres');
const options = { timelineMax: 10, cacheEntries: 1_000_000 };

/** A feed in which bob and eve follow ann, and a replica whose queries can be held up. */
async function open(t: TestContext) {
  const sql = await openPostgres(servers.postgres, 'news-feed', new URL('./sql/', import.meta.url));
  t.after(() => sql.end());
  const deployment = unique('feed');
  const feed = new PostgresFeed(sql, deployment, options);
  await addUsers(feed, 'ann', 'bob', 'eve');
  await feed.follow('bob', 'ann');
  await feed.follow('eve', 'ann');

  let held: { readonly arrived: () => void; readonly until: Promise<void> } | undefined;
  const slowSql = async (strings: TemplateStringsArray, ...values: never[]) => {
    const hold = held;
    held = undefined;
    const rows = await sql(strings, ...values);
    hold?.arrived();
    await hold?.until;
    return rows;
  };
  /** Resolves when the next query is answered, with a function that lets the answer through. */
  const holdNext = () => {
    const [arrived, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = { arrived: arrived.resolve, until: release.promise };
    return arrived.promise.then(() => release.resolve);
  };
  const timelines = new Timelines(slowSql as unknown as Postgres, deployment, options);
  const read = async (user: string) => ids(await timelines.page(user, { offset: 0, limit: 10 }));
  return { feed, holdNext, read };
}

test('an answer that was overtaken by a deletion is asked for once more', { skip }, async (t) => {
  const { feed, holdNext, read } = await open(t);
  await post(feed, 'ann', 'old');
  assert.deepEqual([await read('bob'), await read('eve')], [['old'], ['old']]);
  const held = holdNext();
  const bobs = read('bob');
  const release = await held;
  await post(feed, 'ann', 'new');
  await feed.removePost('old');
  assert.deepEqual(await read('eve'), ['new']);
  release();
  assert.deepEqual(await bobs, ['new']);
});

test('what two answers tell is shown once', { skip }, async (t) => {
  const { feed, holdNext, read } = await open(t);
  await post(feed, 'ann', 'p');
  assert.deepEqual(await read('bob'), ['p']);
  await post(feed, 'ann', 'q');
  const held = holdNext();
  const late = read('bob');
  const release = await held;
  assert.deepEqual(await read('bob'), ['q', 'p']);
  await post(feed, 'ann', 'r');
  assert.deepEqual(await read('bob'), ['r', 'q', 'p']);
  release();
  assert.deepEqual(await late, ['r', 'q', 'p']);
});

test('a post that is deleted before it is loaded leaves no hole', { skip }, async (t) => {
  const { feed, holdNext, read } = await open(t);
  await post(feed, 'ann', 'p');
  await post(feed, 'ann', 'q');
  const held = holdNext();
  const bobs = read('bob');
  const release = await held;
  await post(feed, 'ann', 'r');
  await feed.removePost('q');
  release();
  assert.deepEqual(await bobs, ['r', 'p']);
});
