import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, openService, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { createVideoCatalog, videoCatalog } from '../index.ts';

const post = async (app: App) =>
  (await app.inject({ method: 'POST', url: '/videos', payload: { title: 'Tea' } })).json().video;
const watch = async (app: App, id: string) => (await app.inject(`/videos/${id}`)).json().video;

describe('life of a video, on SQLite', () => suite(() => ({ DATA_DIR: temporaryFolder() })));
describe('life of a video, on PostgreSQL', { skip: missing('postgres') }, () =>
  suite(() => ({ DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: unique('video-') })),
);

function suite(env: () => Environment): void {
  const open = (t: TestContext, environment = env()) => openService(t, videoCatalog, environment);

  for (const [path, read] of [
    ['/videos/:id', watch],
    ['/videos', async (app: App) => (await app.inject('/videos')).json().videos[0]],
    ['/search', async (app: App) => (await app.inject('/search?q=tea')).json().videos[0]],
  ] as const) {
    test(`${path}: uploading for 1 s, processing for 0.1 s, then ready`, async (t) => {
      const { app, clock } = await open(t);
      const { id } = await post(app);
      const seen: [number, string, number][] = [];
      let age = 0;
      for (const instant of [0, 999, 1_000, 1_099, 1_100, 1_200, 100_000]) {
        clock.advance(instant - age);
        age = instant;
        const { status, duration_secs } = await read(app, id);
        seen.push([instant, status, duration_secs]);
      }
      const duration = seen.at(-1)![2];
      assert.ok(duration >= 10 && duration <= 609);
      assert.deepEqual(seen, [
        [0, 'uploading', 0],
        [999, 'uploading', 0],
        [1_000, 'processing', 0],
        [1_099, 'processing', 0],
        [1_100, 'ready', duration],
        [1_200, 'ready', duration],
        [100_000, 'ready', duration],
      ]);
    });
  }

  test('a clock that was set back delays no later video', async (t) => {
    const { app, clock } = await open(t);
    const before = await post(app);
    clock.advance(-3_600_000);
    const { id, uploaded_at } = await post(app);
    assert.equal(uploaded_at, before.uploaded_at);
    clock.advance(1_100);
    assert.equal((await watch(app, id)).status, 'ready');
  });

  test('a restart goes on with unfinished videos, and each keeps its one duration', async (t) => {
    const environment = env();
    const drawFrom = (next: number) => createVideoCatalog({ drawDuration: () => next++ });
    const first = await openService(t, drawFrom(10), environment);
    const done = await post(first.app);
    first.clock.advance(1_100);
    assert.equal((await watch(first.app, done.id)).duration_secs, 10);
    const late = await post(first.app);
    await first.close();
    const second = await openService(t, drawFrom(600), environment);
    second.clock.advance(1_100);
    assert.equal((await watch(second.app, late.id)).status, 'uploading');
    second.clock.advance(1_100);
    const { status, duration_secs } = await watch(second.app, late.id);
    assert.deepEqual([status, duration_secs], ['ready', 11]);
    assert.equal((await watch(second.app, done.id)).duration_secs, 10);
  });
}
