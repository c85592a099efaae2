/** PATCH and DELETE, reads that do not count, and uploads with a key. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import type { App } from '#kit/web/app.ts';
import { videoCatalog } from '../index.ts';

describe('changes, on SQLite', () => suite(() => ({})));
describe('changes, on PostgreSQL', { skip: missing('postgres') }, () => {
  const env = () => ({ DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: unique('video-') });
  suite(env);

  test('a change is in force on every replica at once', async (t) => {
    const own = env();
    const [one, other] = [
      await openService(t, videoCatalog, own),
      await openService(t, videoCatalog, own),
    ];
    await upload(one.app, { title: 'Green tea', tags: ['a'] });
    await patch(other.app, 'vid_1', { title: 'Black tea', tags: ['b'] });
    for (const path of ['/search?q=black', '/videos?tag=b', '/videos?sort=views']) {
      assert.deepEqual(await titles(one.app, path), ['Black tea'], path);
    }
    for (const path of ['/search?q=green', '/videos?tag=a']) {
      assert.deepEqual(await titles(one.app, path), [], path);
    }
    await remove(one.app, 'vid_1');
    for (const path of ['/search?q=black', '/videos?tag=b', '/videos?sort=views', '/videos']) {
      assert.deepEqual(await titles(other.app, path), [], path);
    }
    assert.equal((await other.app.inject('/videos/vid_1')).statusCode, 404);
  });
});

const upload = (app: App, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: '/videos', payload, headers });
const patch = (app: App, id: string, payload: unknown) =>
  app.inject({ method: 'PATCH', url: `/videos/${id}`, payload: payload as object });
const remove = (app: App, id: string) => app.inject({ method: 'DELETE', url: `/videos/${id}` });
const get = async (app: App, url: string) => (await app.inject(url)).json();
const titles = async (app: App, url: string): Promise<string[]> =>
  (await get(app, url)).videos.map(({ title }: { title: string }) => title);

function suite(env: () => Environment): void {
  const open = (t: TestContext) => openService(t, videoCatalog, env());

  test('PATCH changes what is given and answers the video, without counting a view', async (t) => {
    const { app, clock } = await open(t);
    await upload(app, { title: 'Green', description: 'hot', tags: ['a'] });
    const expected = {
      id: 'vid_1',
      title: 'Green',
      description: 'hot',
      tags: ['a'],
      status: 'uploading',
      duration_secs: 0,
      view_count: 0,
      uploaded_at: clock(),
    };
    const edits = [
      { title: 'Black' },
      { description: '' },
      { tags: ['B', 'B', ''] },
      {},
      { title: 'Red', description: 'cold', tags: [] },
      { thumbnail_url: 'https://img.example/red.webp' },
      { title: 'Red', language: 'id' },
      { language: 'pt-BR' },
    ];
    for (const edit of edits) {
      Object.assign(expected, edit);
      const answer = await patch(app, 'vid_1', { ...edit, id: 'vid_9', view_count: 7, more: 1 });
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { video: expected });
      assert.deepEqual(await get(app, '/videos'), { videos: [expected] });
    }
    const { thumbnail_url: _, ...without } = expected as typeof expected & {
      thumbnail_url: string;
    };
    const removed = await patch(app, 'vid_1', { thumbnail_url: null });
    assert.deepEqual(removed.json(), { video: without });
    assert.deepEqual(await titles(app, '/search?q=black'), []);
    assert.deepEqual(await titles(app, '/search?q=cold'), ['Red']);
  });

  test('a wrong PATCH is 400, names the member and changes nothing', async (t) => {
    const { app } = await open(t);
    await upload(app, { title: 'Green', tags: ['a'] });
    const wrong: [payload: unknown, path: string][] = [
      [{ title: '' }, 'title'],
      [{ title: null }, 'title'],
      [{ title: 'a'.repeat(257) }, 'title'],
      [{ title: 'Black', description: 1 }, 'description'],
      [{ description: null }, 'description'],
      [{ description: 'a'.repeat(65_537) }, 'description'],
      [{ tags: 'a' }, 'tags'],
      [{ tags: null }, 'tags'],
      [{ tags: Array.from({ length: 65 }, String) }, 'tags'],
      [{ tags: ['\0'] }, 'tags.0'],
      [{ language: 'English please' }, 'language'],
      [{ language: '' }, 'language'],
      [{ thumbnail_url: '/red.webp' }, 'thumbnail_url'],
      [{ thumbnail_url: 'javascript:alert(1)' }, 'thumbnail_url'],
      [{ thumbnail_url: `https://a/${'a'.repeat(2_048)}` }, 'thumbnail_url'],
      [[], 'body'],
    ];
    for (const [payload, path] of wrong) {
      const answer = await patch(app, 'vid_1', payload);
      assert.equal(answer.statusCode, 400, JSON.stringify(payload));
      assert.equal(answer.json().errors[0].path, path);
    }
    const { title, description, tags } = (await get(app, '/videos/vid_1')).video;
    assert.deepEqual([title, description, tags], ['Green', '', ['a']]);
  });

  test('DELETE answers deleted: true; from then on 404, a repeated DELETE too', async (t) => {
    const { app } = await open(t);
    for (const title of ['tea 1', 'tea 2', 'tea 3']) await upload(app, { title, tags: ['tea'] });
    const deleted = await remove(app, 'vid_2');
    assert.deepEqual([deleted.statusCode, deleted.json()], [200, { deleted: true }]);
    for (const id of ['vid_2', 'vid_9', 'vid_0', 'x']) {
      const answers = [
        await remove(app, id),
        await patch(app, id, { title: 'back' }),
        await app.inject(`/videos/${id}`),
        await app.inject(`/videos/${id}?count=false`),
      ];
      for (const answer of answers) {
        assert.equal(answer.statusCode, 404);
        assert.deepEqual([answer.json().code, answer.json().detail], notFound);
      }
      assert.equal((await app.inject({ method: 'HEAD', url: `/videos/${id}` })).statusCode, 404);
    }
    assert.equal((await upload(app, { title: 'tea 4' })).json().video.id, 'vid_4');
  });

  test('a deleted video is gone from lists and search at once', async (t) => {
    const { app } = await open(t);
    for (const title of ['tea 1', 'tea 2', 'tea 3']) await upload(app, { title, tags: ['tea'] });
    await remove(app, 'vid_2');
    const paths = ['/videos', '/videos?tag=tea', '/videos?status=uploading', '/search?q=tea'];
    for (const path of [...paths, '/videos?sort=views', '/search?q=tea&sort=views&tag=tea']) {
      assert.deepEqual(await titles(app, path), ['tea 3', 'tea 1'], path);
    }
    assert.deepEqual(await titles(app, '/videos?cursor=vid_2'), ['tea 1']);
  });

  test('count=false reads without counting, and HEAD never counts', async (t) => {
    const { app } = await open(t);
    await upload(app, { title: 'Tea', description: 'hot', tags: ['a'] });
    const counted = await get(app, '/videos/vid_1');
    assert.equal(counted.video.view_count, 1);
    assert.deepEqual(await get(app, '/videos/vid_1?count=false'), counted);
    for (const url of ['/videos/vid_1', '/videos/vid_1?count=true', '/videos/vid_1?count=false']) {
      const head = await app.inject({ method: 'HEAD', url });
      assert.deepEqual([head.statusCode, head.body], [200, '']);
    }
    assert.deepEqual(await get(app, '/videos/vid_1?count=false'), counted);
    assert.equal((await get(app, '/videos/vid_1?count=true')).video.view_count, 2);
    for (const wrong of ['count=no', 'count=', 'count=2', 'count=false&count=true']) {
      const answer = await app.inject(`/videos/vid_1?${wrong}`);
      assert.deepEqual([answer.statusCode, answer.json().errors?.[0].path], [400, 'count'], wrong);
    }
    assert.equal((await get(app, '/videos/vid_1?count=false')).video.view_count, 2);
  });

  test('an upload with the key of an earlier one answers 200 as that did, and stores nothing', async (t) => {
    const { app, clock } = await open(t);
    const headers = { 'idempotency-key': 'upload 1' };
    const body = { title: 'Tea', description: 'hot', tags: ['a'] };
    const first = await upload(app, body, headers);
    assert.equal(first.statusCode, 201);
    const again = await upload(app, { ...body, more: 1 }, headers);
    assert.deepEqual([again.statusCode, again.json()], [200, first.json()]);
    await patch(app, 'vid_1', { title: 'Black' });
    await remove(app, 'vid_1');
    clock.advance(1_100);
    const late = await upload(app, body, headers);
    const video = { ...first.json().video, status: 'ready' };
    assert.deepEqual([late.statusCode, late.json()], [200, { video }]);
    assert.deepEqual(await get(app, '/videos'), { videos: [] });
    assert.equal((await upload(app, body)).json().video.id, 'vid_2');
  });

  test('another upload with the key is 422 KEY_REUSED, until 24 hours have passed', async (t) => {
    const { app, clock } = await open(t);
    const headers = { 'idempotency-key': 'key' };
    await upload(app, { title: 'Tea' }, headers);
    for (const body of [
      { title: 'tea' },
      { title: 'Tea', description: 'x' },
      { title: 'Tea', tags: [''] },
      { title: 'Tea', thumbnail_url: 'https://img.example/tea.webp' },
    ]) {
      const other = await upload(app, body, headers);
      assert.deepEqual([other.statusCode, other.json().code], [422, 'KEY_REUSED']);
    }
    // Members may be given with their default values.
    const said = await upload(app, { title: 'Tea', description: '', tags: [] }, headers);
    assert.equal(said.statusCode, 200);
    clock.advance(24 * 3_600_000 - 1);
    assert.equal((await upload(app, { title: 'tea' }, headers)).statusCode, 422);
    clock.advance(1);
    const free = await upload(app, { title: 'tea' }, headers);
    assert.deepEqual([free.statusCode, free.json().video.id], [201, 'vid_2']);
  });

  test('a refused upload leaves its key free, and a wrong key is 400', async (t) => {
    const { app } = await open(t);
    const headers = { 'idempotency-key': 'key' };
    assert.equal((await upload(app, { title: '' }, headers)).statusCode, 400);
    assert.equal((await upload(app, { title: 'Tea' }, headers)).statusCode, 201);
    for (const key of ['', 'x'.repeat(129), 'é', 'a\tb']) {
      const answer = await upload(app, { title: 'Tea' }, { 'idempotency-key': key });
      assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, 'idempotency-key']);
    }
    assert.equal((await get(app, '/videos')).videos.length, 1);
  });
}

const notFound = ['VIDEO_NOT_FOUND', 'video not found'];
