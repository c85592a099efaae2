import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Postgres } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import { missing, servers, twoReplicas, unique } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openPostgresStore } from './store.postgres.ts';

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('video-');
  const replicas = await twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
  return {
    ...replicas,
    async skipTo(n) {
      const db = new Postgres(servers.postgres, 'test');
      await db.execute(sql`INSERT INTO video_catalog.newest VALUES (${deployment}, ${n}, 0)`);
      await db.close();
    },
  };
});

test(
  'views and finishers lock videos from the lowest n on, and finish each once',
  { skip: missing('postgres') },
  async (t) => {
    const deployment = unique('video-');
    const open = () => openPostgresStore(servers.postgres, deployment);
    const [store, other] = await Promise.all([open(), open()]);
    const db = new Postgres(servers.postgres, 'test');
    t.after(() => Promise.all([store.close(), other.close(), db.close()]));
    const ns = Array.from({ length: 40 }, (_, i) => 40 - i);
    for (const startsAt of ns) {
      await store.create({ title: 'v', description: '', tags: [] }, 0, startsAt);
    }

    /** While the first video is locked, the steps wait for it, and have locked no other. */
    async function waitWithoutOthers(...steps: (() => Promise<unknown>)[]): Promise<void> {
      // Its row becomes the last in the table and the indexes: who locks as rows come, locks the
      // others first.
      await db.execute(sql`
        UPDATE video_catalog.progress SET starts_at = starts_at + 1
        WHERE deployment = ${deployment} AND n = 1`);
      let done: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await tx.execute(sql`
          SELECT FROM video_catalog.progress
          WHERE deployment = ${deployment} AND n = 1 FOR UPDATE`);
        const areWaiting = async (): Promise<'wait'> => {
          for (;;) {
            // Within a transaction the view shows what was there when it was first read.
            await tx.execute(sql`SELECT pg_stat_clear_snapshot()`);
            const queue = await tx.execute(sql`
              WITH RECURSIVE queue (pid) AS (SELECT pg_backend_pid() UNION SELECT activity.pid
                FROM queue JOIN pg_stat_activity AS activity
                  ON queue.pid = ANY (pg_blocking_pids(activity.pid)))
              SELECT FROM queue`);
            if (queue > steps.length) return 'wait';
          }
        };
        done = Promise.all(steps.map((step) => step()));
        assert.equal(await Promise.race([done, areWaiting()]), 'wait');
        const free = await tx.execute(sql`
          SELECT FROM video_catalog.progress
          WHERE deployment = ${deployment} FOR UPDATE SKIP LOCKED`);
        assert.equal(free, ns.length);
      });
      await done;
    }

    await waitWithoutOthers(() => Promise.all(ns.map((n) => store.view(n))));
    let drawn = 0;
    const draw = () => 10 + drawn++;
    await waitWithoutOthers(
      () => store.finish(100, draw),
      () => other.finish(100, draw),
    );
    assert.equal(drawn, ns.length);
    assert.equal((await other.view(1))!.viewCount, 2);
  },
);
