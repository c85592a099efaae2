import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import { missing, servers, twoReplicas, unique } from '#kit/testing.ts';
import { lawsContract } from './laws.contract.ts';
import { addUsers, post, storeContract, timelineOf, type OpenReplicas } from './store.contract.ts';
import { openPostgresStore, PostgresFeed } from './store.postgres.ts';

const skip = missing('postgres');
const cacheEntries = 1_000_000;

const open: OpenReplicas = async (t, timelineMax) => {
  const deployment = unique('feed');
  const options = { timelineMax, cacheEntries };
  return twoReplicas(t, () => openPostgresStore(servers.postgres, deployment, options));
};

storeContract('PostgreSQL', skip, open);

/** Opens a deployment for each history over one pool. */
let pool: Promise<Postgres> | undefined;
const historiesWith =
  (cacheEntries: number): OpenReplicas =>
  async (_, timelineMax) => {
    pool ??= openPostgres(servers.postgres, 'news-feed', new URL('./sql/', import.meta.url));
    const db = await pool;
    const deployment = unique('feed');
    const openOne = () => new PostgresFeed(db, deployment, { timelineMax, cacheEntries });
    return { first: openOne(), second: openOne(), reopen: async () => openOne() };
  };
const openHistory = historiesWith(cacheEntries);
after(async () => (await pool)?.close());

lawsContract('PostgreSQL', skip, openHistory, { runs: 15 });
lawsContract('PostgreSQL without room', skip, historiesWith(1), { runs: 6 });
lawsContract('PostgreSQL, trimmed all the time', skip, openHistory, {
  runs: 8,
  afterStep: (store) => (store as PostgresFeed).trim(),
});

test(
  'trimming removes what is beyond the length of a timeline, in every round',
  { skip },
  async (t) => {
    const { first } = await openHistory(t, 3);
    const [ann, bob] = [unique('ann'), unique('bob')];
    const db = (await pool)!;
    const lengths = async () => {
      const rows = await db.query(sql<{ length: number }>`
      SELECT count(*)::int AS length FROM news_feed.timeline JOIN news_feed.account ON n = account
      WHERE id IN (${ann}, ${bob}) GROUP BY n ORDER BY n`);
      return rows.map(({ length }) => length);
    };
    const trim = () => (first as PostgresFeed).trim();
    await addUsers(first, ann, bob);
    await first.follow(bob, ann);
    for (let i = 0; i < 10; i++) await post(first, ann, unique('p'));
    await post(first, bob, unique('p'));
    const shown = [await timelineOf(first, ann), await timelineOf(first, bob)];
    assert.deepEqual(await lengths(), [10, 11]);
    await trim();
    assert.deepEqual(await lengths(), [3, 3]);
    assert.deepEqual([await timelineOf(first, ann), await timelineOf(first, bob)], shown);
    await post(first, ann, unique('p'));
    await trim(); // the end of the round
    assert.deepEqual(await lengths(), [4, 4]);
    await trim();
    assert.deepEqual(await lengths(), [3, 3]);
  },
);

test('follows, unfollows, posts and deletions wait for their turn', { skip }, async (t) => {
  await openHistory(t, 3);
  const db = (await pool)!;
  const deployment = unique('feed');
  const store = new PostgresFeed(db, deployment, { timelineMax: 3, cacheEntries });
  await addUsers(store, 'ann', 'bob');
  const isWaitedFor = async (): Promise<'waits'> => {
    for (;;) {
      const waiting =
        await db.execute(sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND (classid::bigint << 32 | objid::bigint)
          = hashtextextended('news_feed ' || ${deployment}, 0)`);
      if (waiting > 0) return 'waits';
    }
  };
  for (const write of [
    () => store.follow('bob', 'ann'),
    () => post(store, 'ann', 'p'),
    () => store.unfollow('bob', 'ann'),
    () => store.removePost('none'),
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
