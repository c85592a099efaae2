/** The filters of both lists, and their orders. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import type { App } from '#kit/web/app.ts';
import { videoCatalog } from '../index.ts';
import type { VideoView } from '../view.ts';

describe('listing, on SQLite', () => suite(() => ({})));
describe('listing, on PostgreSQL', { skip: missing('postgres') }, () =>
  suite(() => ({ DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: unique('video-') })),
);

const upload = (app: App, payload: object) =>
  app.inject({ method: 'POST', url: '/videos', payload });
const get = async (app: App, url: string) => (await app.inject(url)).json();
const videosOf = async (app: App, url: string): Promise<VideoView[]> =>
  (await get(app, url)).videos;
const ids = async (app: App, url: string) => (await videosOf(app, url)).map(({ id }) => id);
const watch = async (app: App, id: string, times: number) => {
  for (let i = 0; i < times; i++) await app.inject(`/videos/${id}`);
};

function suite(env: () => Environment): void {
  const open = (t: TestContext) => openService(t, videoCatalog, env());

  for (const path of ['/videos?', '/search?q=TEA&']) {
    test(`${path}tag= is exact and case-sensitive`, async (t) => {
      const { app } = await open(t);
      const tagLists = [['Green'], ['green'], ['green tea', 'Green'], [''], ['gre', 'en'], ['茶']];
      for (const [i, tags] of tagLists.entries()) await upload(app, { title: `tea ${i}`, tags });
      await upload(app, { title: 'coffee', tags: ['Green'] });
      const others = path.includes('search') ? [] : ['vid_7'];
      const found = (tag: string) => ids(app, `${path}tag=${encodeURIComponent(tag)}`);
      assert.deepEqual(await found('Green'), [...others, 'vid_3', 'vid_1']);
      assert.deepEqual(await found('green'), ['vid_2']);
      assert.deepEqual(await found('green tea'), ['vid_3']);
      assert.deepEqual(await found(''), ['vid_4']);
      assert.deepEqual(await found('茶'), ['vid_6']);
      for (const tag of ['GREEN', 'gree', 'green ', 'tea', '*', '%']) {
        assert.deepEqual(await found(tag), [], tag);
      }
    });

    test(`${path}status= agrees with the status that is shown, at every instant`, async (t) => {
      const { app, clock } = await open(t);
      const seen = new Set<string>();
      for (let i = 0; i < 24; i++) {
        await upload(app, { title: `tea ${i}` });
        clock.advance(i === 12 ? -250 : [100, 1, 99, 700][i % 4]!);
        const all = await videosOf(app, path);
        for (const status of ['uploading', 'processing', 'ready']) {
          const expected = all.filter((video) => video.status === status);
          assert.deepEqual(await videosOf(app, `${path}status=${status}`), expected);
          const ranked = await videosOf(app, `${path}status=${status}&sort=views`);
          assert.deepEqual(ranked, expected);
          if (expected.length > 0) seen.add(status);
        }
      }
      assert.equal(seen.size, 3);
    });

    test(`${path}sort=views shows the most viewed first, ties newest first`, async (t) => {
      const { app } = await open(t);
      for (let i = 1; i <= 5; i++) await upload(app, { title: `tea ${i}` });
      await watch(app, 'vid_2', 2);
      await watch(app, 'vid_5', 1);
      await watch(app, 'vid_4', 2);
      const videos = await videosOf(app, `${path}sort=views`);
      assert.deepEqual(
        videos.map(({ id, view_count }) => [id, view_count]),
        [
          ['vid_4', 2],
          ['vid_2', 2],
          ['vid_5', 1],
          ['vid_3', 0],
          ['vid_1', 0],
        ],
      );
      const newest = ['vid_5', 'vid_4', 'vid_3', 'vid_2', 'vid_1'];
      assert.deepEqual(await ids(app, path), newest);
      assert.deepEqual(await ids(app, `${path}sort=newest`), newest);
    });

    test(`${path}sort=views pages with limit and cursor, and shows no video twice`, async (t) => {
      const { app } = await open(t);
      for (let i = 1; i <= 9; i++) {
        await upload(app, { title: `tea ${i}` });
        await watch(app, `vid_${i}`, i % 3);
      }
      const all = await ids(app, `${path}sort=views`);
      assert.deepEqual(all.slice(0, 4), ['vid_8', 'vid_5', 'vid_2', 'vid_7']);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const more: string = cursor === undefined ? '' : `&cursor=${cursor}`;
        const page = await get(app, `${path}sort=views&limit=2${more}`);
        seen.push(...page.videos.map(({ id }: VideoView) => id));
        cursor = page.next_cursor;
        // Those that were shown already go up.
        await watch(app, seen.at(-1)!, 3);
        await upload(app, { title: 'tea, later' });
        await watch(app, `vid_${9 + seen.length / 2}`, 9);
      } while (cursor !== undefined);
      assert.deepEqual(
        seen.filter((id) => all.includes(id)),
        all,
      );
      assert.equal(new Set(seen).size, seen.length);
      const page = await get(app, `${path}sort=views&limit=1000`);
      assert.equal(page.next_cursor, undefined);
    });

    test(`${path}tag=, status= and sort= work together, over pages`, async (t) => {
      const { app, clock } = await open(t);
      for (let i = 1; i <= 20; i++) {
        await upload(app, { title: `tea ${i}`, tags: i % 2 ? ['odd'] : ['even'] });
        await watch(app, `vid_${i}`, i % 5);
        clock.advance(100);
      }
      for (const sort of ['newest', 'views']) {
        const order = await videosOf(app, `${path}sort=${sort}`);
        const expected = order.filter(
          ({ tags, status }) => tags[0] === 'odd' && status === 'ready',
        );
        assert.ok(expected.length >= 4);
        const query = `${path}tag=odd&status=ready&sort=${sort}`;
        assert.deepEqual(await videosOf(app, query), expected);
        const first = await get(app, `${query}&limit=3`);
        const rest = await get(app, `${query}&cursor=${first.next_cursor}`);
        assert.deepEqual([...first.videos, ...rest.videos], expected);
      }
    });

    test(`${path} other values are 400 and named`, async (t) => {
      const { app } = await open(t);
      for (let i = 1; i <= 2; i++) await upload(app, { title: 'tea' });
      const cursors = [
        (await get(app, `${path}limit=1`)).next_cursor,
        (await get(app, `${path}limit=1&sort=views`)).next_cursor,
      ];
      const wrong: [query: string, member: string][] = [
        ['status=', 'status'],
        ['status=Ready', 'status'],
        ['status=deleted', 'status'],
        ['status=ready&status=ready', 'status'],
        ['sort=', 'sort'],
        ['sort=VIEWS', 'sort'],
        ['sort=oldest', 'sort'],
        ['sort=views&sort=newest', 'sort'],
        [`tag=${'a'.repeat(257)}`, 'tag'],
        ['tag=%00', 'tag'],
        ['tag=a&tag=b', 'tag'],
        [`sort=views&cursor=${cursors[0]}`, 'cursor'],
        [`cursor=${cursors[1]}`, 'cursor'],
        ['sort=views&cursor=1-vid_0', 'cursor'],
        ['sort=views&cursor=-1-vid_1', 'cursor'],
        ['sort=views&cursor=vid_1-1', 'cursor'],
        ['sort=views&limit=10001', 'limit'],
      ];
      for (const [query, member] of wrong) {
        const answer = await app.inject(path + query);
        assert.equal(answer.statusCode, 400, query);
        assert.equal(answer.json().errors[0].path, member, query);
      }
    });
  }
}
