import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { missing, servers, twoReplicas, unique } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openPostgresStore } from './store.postgres.ts';

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('video-');
  const replicas = await twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
  return {
    ...replicas,
    async skipTo(n) {
      const sql = postgres(servers.postgres);
      await sql`INSERT INTO video_catalog.newest VALUES (${deployment}, ${n}, 0)`;
      await sql.end();
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
    const sql = postgres(servers.postgres, { max: 1 });
    t.after(() => Promise.all([store.close(), other.close(), sql.end()]));
    const ns = Array.from({ length: 40 }, (_, i) => 40 - i);
    for (const startsAt of ns) {
      await store.create({ title: 'v', description: '', tags: [] }, 0, startsAt);
    }

    /** While the first video is locked, the steps wait for it, and have locked no other. */
    async function waitWithoutOthers(...steps: (() => Promise<unknown>)[]): Promise<void> {
      // Its row becomes the last in the table and the indexes: who locks as rows come, locks the
      // others first.
      await sql`
        UPDATE video_catalog.progress SET starts_at = starts_at + 1
        WHERE deployment = ${deployment} AND n = 1`;
      let done: Promise<unknown> | undefined;
      await sql.begin(async (tx) => {
        await tx`
          SELECT FROM video_catalog.progress
          WHERE deployment = ${deployment} AND n = 1 FOR UPDATE`;
        const areWaiting = async (): Promise<'wait'> => {
          for (;;) {
            const queue = await tx`
              WITH RECURSIVE queue (pid) AS (SELECT pg_backend_pid() UNION SELECT activity.pid
                FROM queue JOIN pg_stat_activity AS activity
                  ON queue.pid = ANY (pg_blocking_pids(activity.pid)))
              SELECT FROM queue`;
            if (queue.length > steps.length) return 'wait';
          }
        };
        done = Promise.all(steps.map((step) => step()));
        assert.equal(await Promise.race([done, areWaiting()]), 'wait');
        const free = await tx`
          SELECT FROM video_catalog.progress
          WHERE deployment = ${deployment} FOR UPDATE SKIP LOCKED`;
        assert.equal(free.length, ns.length);
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
