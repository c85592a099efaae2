import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { videoCatalog } from '../index.ts';

test(
  'on a full disk videos are shown, and counted again when there is space',
  { skip: noSmallDisk() },
  async (t) => {
    const disk = smallDisk(t);
    const { app } = await openService(t, videoCatalog, { DATA_DIR: disk.folder });
    const payload = { title: 'tea' };
    const { video } = (await app.inject({ method: 'POST', url: '/videos', payload })).json();
    const view = async () => {
      const answer = await app.inject(`/videos/${video.id}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return Number(answer.json().video.view_count);
    };
    disk.fill();
    // There is some room in the log.
    let count = 0;
    for (let next = await view(); next > count; next = await view()) count = next;
    assert.equal(await view(), count);
    assert.equal((await app.inject('/videos/vid_9')).statusCode, 404);
    const url = `/videos/${video.id}`;
    const edited = await app.inject({ method: 'PATCH', url, payload: { title: 'black tea' } });
    const removed = await app.inject({ method: 'DELETE', url });
    for (const { statusCode } of [edited, removed]) assert.equal(statusCode, 507);
    disk.free();
    assert.equal(await view(), count + 1);
    assert.equal((await app.inject('/search?q=black')).json().videos.length, 0);
  },
);

test(
  'while the disk of PostgreSQL is full videos are shown, and uploads are 507',
  { skip: missing('postgres') },
  async (t) => {
    const deployment = unique('video-');
    const env = { DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: deployment };
    const { app } = await openService(t, videoCatalog, env);
    const upload = () => app.inject({ method: 'POST', url: '/videos', payload: { title: 'tea' } });
    const { video } = (await upload()).json();
    const views = async () => {
      const answers = await Promise.all([1, 2].map(() => app.inject(`/videos/${video.id}`)));
      const counts = answers.map((answer) => Number(answer.json().video?.view_count));
      return counts.toSorted((a, b) => a - b);
    };
    assert.deepEqual(await views(), [1, 2]);

    const db = new Postgres(servers.postgres, 'test');
    const trigger = sql.raw(`"${unique('full')}"`);
    // Other tests use the same tables.
    await db.execute(sql`
      CREATE FUNCTION video_catalog.${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$`);
    const condition = sql.raw(`NEW.deployment = '${deployment}'`);
    await db.execute(sql`
      CREATE TRIGGER ${trigger} BEFORE INSERT OR UPDATE ON video_catalog.views
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION video_catalog.${trigger}()`);
    t.after(async () => {
      await db.execute(sql`DROP FUNCTION video_catalog.${trigger} CASCADE`);
      await db.close();
    });
    assert.deepEqual(await views(), [2, 2]);
    assert.equal((await app.inject('/videos/vid_9')).statusCode, 404);
    const refused = await upload();
    assert.deepEqual([refused.statusCode, refused.json().code], [507, 'STORE_FULL']);

    await db.execute(sql`DROP TRIGGER ${trigger} ON video_catalog.views`);
    assert.deepEqual(await views(), [3, 4]);
  },
);
