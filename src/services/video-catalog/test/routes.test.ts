import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { videoCatalog } from '../index.ts';

const post = (app: App, payload: unknown) =>
  app.inject({ method: 'POST', url: '/videos', payload: payload as object });
const get = async (app: App, url: string) => (await app.inject(url)).json();
const find = (app: App, q: string) => get(app, `/search?q=${encodeURIComponent(q)}`);
const titles = ({ videos }: { videos: { title: string }[] }) => videos.map(({ title }) => title);

describe('on SQLite', () => suite(() => ({})));
describe('on PostgreSQL', { skip: missing('postgres') }, () => {
  const env = () => ({
    DATABASE_URL: servers.postgres,
    VIDEO_CATALOG_PREFIX: unique('video-'),
  });
  suite(env);

  test('replicas share one catalog, and deployments do not', async (t) => {
    const [own, others] = [env(), env()];
    const [one, other] = [
      await openService(t, videoCatalog, own),
      await openService(t, videoCatalog, own),
    ];
    const apart = await openService(t, videoCatalog, others);
    await post(one.app, { title: 'Tea' });
    assert.deepEqual(titles(await get(other.app, '/videos')), ['Tea']);
    assert.deepEqual(titles(await find(other.app, 'te')), ['Tea']);
    assert.equal((await get(other.app, '/videos/vid_1')).video.view_count, 1);
    assert.equal((await get(one.app, '/videos/vid_1')).video.view_count, 2);
    assert.deepEqual(await get(apart.app, '/videos'), { videos: [] });
    assert.deepEqual(await find(apart.app, 'te'), { videos: [] });
    assert.equal((await apart.app.inject('/videos/vid_1')).statusCode, 404);
  });
});

function suite(env: () => Environment): void {
  const open = (t: TestContext) => openService(t, videoCatalog, env());

  test('an upload answers 201 with id, title, status and instant', async (t) => {
    const { app, clock } = await open(t);
    const response = await post(app, { title: 'Tea', description: 'hot', tags: ['a'], more: 1 });
    assert.equal(response.statusCode, 201);
    const video = { id: 'vid_1', title: 'Tea', status: 'uploading', uploaded_at: clock() };
    assert.deepEqual(response.json(), { video });
    assert.equal((await post(app, { title: 'Tea' })).json().video.id, 'vid_2');
  });

  test('a video has all its fields, and its count includes this read', async (t) => {
    const { app, clock } = await open(t);
    await post(app, { title: 'Tea', description: 'hot', tags: ['a', 'B'] });
    const expected = {
      id: 'vid_1',
      title: 'Tea',
      description: 'hot',
      tags: ['a', 'B'],
      status: 'uploading',
      duration_secs: 0,
      view_count: 1,
      uploaded_at: clock(),
    };
    assert.deepEqual(await get(app, '/videos/vid_1'), { video: expected });
    assert.equal((await get(app, '/videos/vid_1')).video.view_count, 2);
    const listed = { videos: [{ ...expected, view_count: 2 }] };
    assert.deepEqual(await get(app, '/videos'), listed);
    assert.deepEqual(await find(app, 'TE'), listed);
    assert.deepEqual(await get(app, '/videos'), listed);
  });

  test('description and tags are empty by default', async (t) => {
    const { app } = await open(t);
    await post(app, { title: 'Tea' });
    const { description, tags } = (await get(app, '/videos/vid_1')).video;
    assert.deepEqual([description, tags], ['', []]);
  });

  test('concurrent reads of a video get the counts 1 to 100, each once', async (t) => {
    const { app } = await open(t);
    await post(app, { title: 'Tea' });
    const reads = Array.from({ length: 100 }, () => get(app, '/videos/vid_1'));
    const counts = (await Promise.all(reads)).map(({ video }) => video.view_count);
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  });

  test('an unknown video, or what cannot be one, is 404 `video not found`', async (t) => {
    const { app } = await open(t);
    await post(app, { title: 'Tea' });
    const ids = ['vid_2', 'vid_0', 'vid_01', 'vid_-1', 'vid_1.0', 'vid_999999999999999', 'vid_1e0'];
    for (const id of [...ids, 'vid_99999999999999999999', 'VID_1', '1', '%20', '%00', 'vid_1%0A']) {
      const response = await app.inject(`/videos/${id}`);
      assert.equal(response.statusCode, 404, id);
      const { code, detail } = response.json();
      assert.deepEqual([code, detail], ['VIDEO_NOT_FOUND', 'video not found']);
      assert.match(response.headers['content-type'] as string, /^application\/problem\+json/);
    }
    assert.equal((await get(app, '/videos')).videos[0].view_count, 0);
  });

  test('lists are newest first, ties by id', async (t) => {
    const { app, clock } = await open(t);
    for (const title of ['tea 1', 'tea 2', 'tea 3']) await post(app, { title });
    clock.advance(1);
    await post(app, { title: 'tea 4' });
    clock.advance(-100);
    await post(app, { title: 'tea 5' });
    const expected = ['tea 5', 'tea 4', 'tea 3', 'tea 2', 'tea 1'];
    const all = await get(app, '/videos');
    assert.deepEqual(titles(all), expected);
    assert.deepEqual(titles(await find(app, 'tea')), expected);
    const instants = all.videos.map((video: { uploaded_at: number }) => video.uploaded_at);
    assert.deepEqual(instants, instants.toSorted().reverse());
  });

  for (const path of ['/videos?', '/search?q=TEA&']) {
    test(`${path} pages with limit and cursor`, async (t) => {
      const { app } = await open(t);
      for (const n of [1, 2, 3, 4, 5]) await post(app, { title: `tea ${n}` });
      await post(app, { title: path.includes('search') ? 'coffee' : 'tea 6' });
      const newest = path.includes('search') ? 5 : 6;
      const first = await get(app, `${path}limit=2`);
      assert.deepEqual(titles(first), [`tea ${newest}`, `tea ${newest - 1}`]);
      await post(app, { title: 'tea, later' });
      let cursor = first.next_cursor;
      const seen = titles(first);
      while (cursor !== undefined) {
        const next = await get(app, `${path}limit=2&cursor=${cursor}`);
        seen.push(...titles(next));
        cursor = next.next_cursor;
      }
      assert.deepEqual(
        seen,
        [6, 5, 4, 3, 2, 1].filter((n) => n <= newest).map((n) => `tea ${n}`),
      );
      assert.deepEqual(await get(app, `${path}cursor=vid_1`), { videos: [] });
      assert.equal((await get(app, `${path}limit=${newest + 1}`)).next_cursor, undefined);
      assert.equal((await get(app, `${path}cursor=vid_3`)).videos.length, 2);
    });
  }

  test('without a limit a list holds 10,000 videos, and says where it goes on', async (t) => {
    const { app } = await open(t);
    for (let made = 0; made < 10_001; made += 959) {
      const count = Math.min(959, 10_001 - made);
      await Promise.all(Array.from({ length: count }, () => post(app, { title: 'x' })));
    }
    for (const path of ['/videos?', '/search?q=x&']) {
      const { videos, next_cursor } = await get(app, path);
      assert.deepEqual([videos.length, next_cursor], [10_000, 'vid_2']);
      const rest = await get(app, `${path}cursor=vid_2`);
      assert.deepEqual([rest.videos.length, rest.next_cursor], [1, undefined]);
    }
  });

  test('search looks into title, description and each tag, case aside', async (t) => {
    const { app } = await open(t);
    await post(app, { title: 'Green Tea', description: 'How to brew', tags: ['Drinks', 'ΟΔΟΣ'] });
    await post(app, { title: '北京美食', description: '', tags: ['旅行', 'x'] });
    for (const q of ['een te', 'TEA', 'o BREW', 'drinks', 'ink', 'οδοσ', 'ς', 'G', 'ew']) {
      assert.deepEqual(titles(await find(app, q)), ['Green Tea'], q);
    }
    for (const q of ['北', '北京', '京美食', '旅行', 'X']) {
      assert.deepEqual(titles(await find(app, q)), ['北京美食'], q);
    }
    assert.deepEqual(titles(await find(app, ' ')), ['Green Tea']);
  });

  test('search does not match across fields, nor by parts that stand apart', async (t) => {
    const { app } = await open(t);
    await post(app, { title: 'abc', description: 'bcd', tags: ['cde', 'def'] });
    for (const q of ['abcd', 'cb', 'bcdc', 'ed', 'abcbcd', 'cdedef', 'cAb', 'abca', 'c b']) {
      assert.deepEqual(await find(app, q), { videos: [] }, q);
    }
  });

  test('no character of a query has a meaning of its own', async (t) => {
    const { app } = await open(t);
    const odd = ['%', '_', '*', '"', "'", '\\', '^', '-', 'a AND b', 'a"b', "a'b", 'NOT', '(a)'];
    for (const title of odd) await post(app, { title: `<${title}>` });
    await post(app, { title: 'plain' });
    for (const q of odd) {
      const expected = odd.filter((title) => title.toLowerCase().includes(q.toLowerCase()));
      assert.deepEqual(titles(await find(app, q)), expected.map((title) => `<${title}>`).reverse());
    }
  });

  const wrongBodies: [payload: unknown, path: string][] = [
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 1 }, 'title'],
    [{ title: null }, 'title'],
    [{ title: 'a'.repeat(257) }, 'title'],
    [{ title: 'a\0b' }, 'title'],
    [{ title: '\ud800' }, 'title'],
    [{ title: 'a', description: 1 }, 'description'],
    [{ title: 'a', description: 'a'.repeat(65_537) }, 'description'],
    [{ title: 'a', description: '\0' }, 'description'],
    [{ title: 'a', tags: 'a' }, 'tags'],
    [{ title: 'a', tags: Array.from({ length: 65 }, String) }, 'tags'],
    [{ title: 'a', tags: ['a', 1] }, 'tags.1'],
    [{ title: 'a', tags: ['a'.repeat(257)] }, 'tags.0'],
    [{ title: 'a', tags: ['\udc00'] }, 'tags.0'],
    [[], 'body'],
  ];

  test('a wrong upload is 400, names the member and leaves nothing', async (t) => {
    const { app } = await open(t);
    for (const [payload, path] of wrongBodies) {
      const response = await post(app, payload);
      assert.equal(response.statusCode, 400, JSON.stringify(payload));
      const { code, errors } = response.json();
      assert.deepEqual([code, errors[0].path], ['VALIDATION_FAILED', path]);
    }
    for (const payload of ['', '{', 'title=a']) {
      const headers = { 'content-type': 'application/json' };
      const response = await app.inject({ method: 'POST', url: '/videos', payload, headers });
      assert.equal(response.statusCode, 400);
    }
    assert.deepEqual(await get(app, '/videos'), { videos: [] });
  });

  test('the largest upload is accepted, a larger body is 413, another type 415', async (t) => {
    const { app } = await open(t);
    const tags = Array.from({ length: 64 }, () => '😀'.repeat(256));
    const largest = { title: '😀'.repeat(256), description: '😀'.repeat(65_536), tags };
    assert.equal((await post(app, largest)).statusCode, 201);
    const { video } = await get(app, '/videos/vid_1');
    assert.deepEqual([video.title, video.description, video.tags], Object.values(largest));
    assert.equal((await post(app, { title: 'a', more: 'a'.repeat(1 << 20) })).statusCode, 413);
    const headers = { 'content-type': 'text/plain' };
    const typed = await app.inject({ method: 'POST', url: '/videos', payload: 'a', headers });
    assert.equal(typed.statusCode, 415);
  });

  test('further members of a body are ignored, whatever they are', async (t) => {
    const { app } = await open(t);
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
    for (const more of [
      '"junk":"\\u0000"',
      '"junk":"\\ud800"',
      '"a\\u0000b":1',
      `"junk":${deep}`,
    ]) {
      const payload = `{"title":"Tea",${more}}`;
      const headers = { 'content-type': 'application/json' };
      const response = await app.inject({ method: 'POST', url: '/videos', payload, headers });
      assert.equal(response.statusCode, 201, more.slice(0, 20));
    }
    assert.equal((await get(app, '/videos')).videos.length, 4);
  });

  test('a list is complete, however long its texts are', async (t) => {
    const { app } = await open(t);
    const description = 'a'.repeat(65_536);
    for (let i = 0; i < 300; i++) await post(app, { title: String(i), description });
    for (const url of ['/videos', '/search?q=aaa']) {
      const all = await get(app, url);
      assert.deepEqual(
        titles(all),
        Array.from({ length: 300 }, (_, i) => String(299 - i)),
      );
      assert.equal(all.next_cursor, undefined);
    }
  });

  test('a wrong query is 400 and names the parameter', async (t) => {
    const { app } = await open(t);
    const wrong: [url: string, path: string][] = [
      ['/search', 'q'],
      ['/search?q=', 'q'],
      ['/search?q=%00', 'q'],
      [`/search?q=${'a'.repeat(257)}`, 'q'],
      ['/search?q=a&q=b', 'q'],
      ['/search?q=a&limit=0', 'limit'],
      ['/search?q=a&cursor=x', 'cursor'],
      ['/videos?limit=0', 'limit'],
      ['/videos?limit=-1', 'limit'],
      ['/videos?limit=10001', 'limit'],
      ['/videos?limit=1.5', 'limit'],
      ['/videos?limit=many', 'limit'],
      ['/videos?limit=', 'limit'],
      ['/videos?cursor=', 'cursor'],
      ['/videos?cursor=5', 'cursor'],
      ['/videos?cursor=vid_0', 'cursor'],
      ['/videos?cursor=vid_1000000000000000', 'cursor'],
    ];
    for (const [url, path] of wrong) {
      const response = await app.inject(url);
      assert.equal(response.statusCode, 400, url);
      assert.equal(response.json().errors[0].path, path, url);
    }
    assert.equal((await app.inject('/videos?cursor=vid_999999999999999')).statusCode, 200);
  });

  test('nothing that a client sends is answered with 500', async (t) => {
    const { app } = await open(t);
    const text = anyText({ maxLength: 20 });
    const upload = fc.record({ title: text, description: text, tags: fc.array(text) });
    const payload = fc.oneof(
      fc.json(),
      upload.map((body) => JSON.stringify(body)),
    );
    await fc.assert(
      fc.asyncProperty(payload, text, async (body, q) => {
        const headers = { 'content-type': 'application/json' };
        const posted = await app.inject({ method: 'POST', url: '/videos', payload: body, headers });
        assert.ok([201, 400].includes(posted.statusCode), posted.body);
        const part = encodeURIComponent(q.toWellFormed());
        for (const url of [`/search?q=${part}`, `/videos/${part}`, `/videos?cursor=${part}`]) {
          assert.ok((await app.inject(url)).statusCode < 500, url);
        }
      }),
      { numRuns: 100 },
    );
  });
}
