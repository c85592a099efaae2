import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Postgres, type Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, twoReplicas, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from './postgres-video-catalog-store.ts';

/** Resolves when two statements of others wait for what this transaction has locked. */
async function bothWait(tx: Queries): Promise<'wait'> {
  for (;;) {
    // Within a transaction the view shows what was there when it was first read.
    await tx.execute(sql`SELECT pg_stat_clear_snapshot()`);
    const queue = await tx.execute(sql`
      WITH RECURSIVE queue (pid) AS (SELECT pg_backend_pid() UNION SELECT activity.pid
        FROM queue JOIN pg_stat_activity AS activity
          ON queue.pid = ANY (pg_blocking_pids(activity.pid)))
      SELECT FROM queue`);
    if (queue > 2) return 'wait';
  }
}

async function setUp(t: TestContext) {
  const deployment = unique('video-');
  const replicas = await twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
  const db = new Postgres(servers.postgres, 'test');
  t.after(() => db.close());
  return { deployment, ...replicas, db };
}

test(
  'views of several replicas lock videos from the lowest n on',
  { skip: missing('postgres') },
  async (t) => {
    const { deployment, first, second, db } = await setUp(t);
    const ns = Array.from({ length: 40 }, (_, i) => 40 - i);
    for (const _ of ns) {
      await first.create({
        title: '',
        description: '',
        tags: [],
        details: {},
        createdAt: 0,
        durationSecs: 10,
      });
    }
    // The row of the first video becomes the last one in the table: a statement that locks in table
    // order locks the others first.
    await db.execute(sql`
      UPDATE video_catalog.views SET view_count = 0 WHERE deployment = ${deployment} AND n = 1`);

    // While the first video is locked, both replicas wait for it, and have locked no other.
    let done: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        SELECT FROM video_catalog.views WHERE deployment = ${deployment} AND n = 1 FOR UPDATE`);
      done = Promise.all([first, second].flatMap((store) => ns.map((n) => store.view(n))));
      assert.equal(await Promise.race([done, bothWait(tx)]), 'wait');
      const free = await tx.execute(sql`
        SELECT FROM video_catalog.views WHERE deployment = ${deployment} FOR UPDATE SKIP LOCKED`);
      assert.equal(free, ns.length);
    });
    await done;
    assert.equal((await second.view(1))!.viewCount, 3);
  },
);

test(
  'uploads of several replicas with one key look it up one after another',
  { skip: missing('postgres') },
  async (t) => {
    const { deployment, first, second, db } = await setUp(t);
    const video = {
      title: '',
      description: '',
      tags: [],
      details: {},
      createdAt: 0,
      durationSecs: 10,
    };
    await first.create(video);
    const key = { text: 'key', fingerprint: 'print' };
    let done: Promise<{ kind: string }[]> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        SELECT FROM video_catalog.newest WHERE deployment = ${deployment} FOR UPDATE`);
      done = Promise.all([first, second].map((store) => store.create(video, key)));
      assert.equal(await Promise.race([done, bothWait(tx)]), 'wait');
    });
    const kinds = (await done!).map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['new', 'repeated']);
  },
);
