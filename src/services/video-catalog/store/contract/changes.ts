/** Videos that are edited and deleted, and how lists, searches and views show them afterwards. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everything, type VideoChanges, type VideoStore } from '../video-catalog-store.ts';
import {
  ascending,
  create,
  find,
  forEachOf,
  list,
  newVideo,
  now,
  numbers,
  range,
  rank,
  search,
  titled,
  type Backend,
} from './fixtures.ts';

export function changeContract({ name, skip, open }: Backend): void {
  describe(`changed videos on ${name}`, { skip }, () => {
    test('an edit changes what is given, and nothing else', async (t) => {
      const { first, second, reopen } = await open(t);
      const texts = { title: 'Green tea', description: 'hot', tags: ['a', 'b'] };
      const video = await create(first, newVideo(texts));
      await first.view(1);
      const edits = [{ title: 'Black tea' }, { description: '' }, { tags: ['B', 'c'] }, {}, texts];
      const expected = { ...video, viewCount: 1 };
      for (const [i, edit] of edits.entries()) {
        Object.assign(expected, edit);
        assert.deepEqual(await (i % 2 ? first : second).edit(1, edit), expected);
        assert.deepEqual(await list(first), [expected]);
        assert.deepEqual(await second.read([1], everything), [expected]);
      }
      assert.deepEqual(await list(await reopen()), [expected]);
    });

    test('an edit sets and removes details, with texts or without, and keeps the others', async (t) => {
      const { first, second, reopen } = await open(t);
      const thumbnail_url = 'https://img.example/"ü".webp';
      const video = await create(first, newVideo({ details: { thumbnail_url } }));
      assert.deepEqual(await list(second), [video]);
      const other = { thumbnail_url: 'https://img.example/2.webp' };
      for (const [edit, details] of [
        [{ details: {} }, { thumbnail_url }],
        [{ title: 'Tea' }, { thumbnail_url }],
        [{ details: other }, other],
        [{ title: 'Black', details: { thumbnail_url: null } }, {}],
        [{ description: 'hot', details: other }, other],
      ] as const) {
        const { details: _, ...texts } = edit as VideoChanges;
        Object.assign(video, texts, { details });
        assert.deepEqual(await second.edit(1, edit), video);
        assert.deepEqual(await list(first), [video]);
        assert.deepEqual(await second.view(1), { ...video, viewCount: video.viewCount + 1 });
        Object.assign(video, { viewCount: video.viewCount + 1 });
      }
      assert.deepEqual(await list(await reopen()), [video]);
    });

    test('search and tags have an edit at once, on every replica, also behind the newest', async (t) => {
      const { first, second } = await open(t);
      const before = newVideo({ title: 'Green', tags: ['Drink'] });
      await create(first, before);
      await Promise.all(range(2, 600).map((i) => titled(first, `v${i}`)));
      await create(first, before);
      for (const n of [1, 601]) await second.edit(n, { title: 'Black', tags: ['drink', 'Black'] });
      for (const query of ['green', 'gre', 'g', 'een']) {
        assert.deepEqual(await search(first, query), [], query);
      }
      assert.deepEqual(numbers(await search(first, 'black')), [601, 1]);
      assert.deepEqual(numbers(await find(first, { tag: 'drink' })), [601, 1]);
      assert.deepEqual(await find(first, { tag: 'Drink' }), []);
      assert.deepEqual(numbers(await rank(first, { tag: 'Black' })), [601, 1]);
    });

    test('an edit may make a text too long for the index, and short again', async (t) => {
      const { first, second } = await open(t);
      await create(first, newVideo({ title: 'Green', tags: ['tea'] }));
      await Promise.all(range(2, 600).map((i) => titled(first, `v${i}`)));
      const characters = range(0, 2_999).map((i) => String.fromCodePoint(0x4e00 + i));
      const description = characters.join('');
      for (const [edit, part] of [
        [{ description }, description.slice(100, 200)],
        [{ description: 'short' }, 'short'],
      ] as const) {
        await second.edit(1, edit);
        for (const query of ['green', part]) {
          assert.deepEqual(numbers(await search(first, query)), [1], query);
        }
        assert.deepEqual(numbers(await find(first, { tag: 'tea' })), [1]);
      }
      assert.deepEqual(await search(first, characters[7]!), []);
    });

    test('edits of different members at once all take', async (t) => {
      const { first, second } = await open(t);
      const thumbnail_url = 'https://img.example/1.webp';
      await create(first, newVideo({ title: 'a', description: 'b', tags: ['c'] }));
      const others = range(2, 600).map((i) => titled(first, `v${i}`));
      await Promise.all(others);
      await Promise.all([
        first.edit(1, { title: 'Green' }),
        second.edit(1, { description: 'hot' }),
        first.edit(1, { tags: ['Drink'] }),
        second.edit(1, { details: { thumbnail_url } }),
      ]);
      const [video] = await second.read([1], everything);
      assert.deepEqual(
        [video!.title, video!.description, video!.tags],
        ['Green', 'hot', ['Drink']],
      );
      assert.deepEqual(video!.details, { thumbnail_url });
      for (const query of ['green', 'hot', 'drink']) {
        assert.deepEqual(numbers(await search(second, query)), [1], query);
      }
    });

    test('after many edits of one member at once, search has only the last one', async (t) => {
      const { first, second } = await open(t);
      await titled(first, 'edit 0.');
      const others = range(2, 600).map((i) => titled(first, `v${i}`));
      await Promise.all(others);
      await Promise.all(
        range(1, 12).map((i) => (i % 2 ? first : second).edit(1, { title: `edit ${i}.` })),
      );
      const [{ title } = { title: '' }] = await first.read([1], everything);
      for (const i of range(0, 12)) {
        const expected = title === `edit ${i}.` ? [1] : [];
        assert.deepEqual(numbers(await search(second, `edit ${i}.`)), expected);
      }
    });

    test('a deleted video is gone at once, on every replica, and after a restart', async (t) => {
      const { first, second, reopen } = await open(t);
      await create(first, newVideo({ title: 'Green', tags: ['tea'] }));
      await Promise.all(range(2, 600).map((i) => titled(first, `v${i}`)));
      const newest = await create(second, newVideo({ title: 'Green', tags: ['tea'] }));
      for (const n of [1, newest.n]) {
        assert.equal(await second.remove(n), true);
        for (const store of [first, second]) {
          assert.equal(await store.remove(n), false);
          assert.equal(await store.view(n), undefined);
          assert.equal(await store.edit(n, { title: 'Black' }), undefined);
          assert.deepEqual(await store.read([n], everything), []);
        }
      }
      const isGone = async (store: VideoStore) => {
        assert.deepEqual(await search(store, 'green'), []);
        assert.deepEqual(await search(store, 'black'), []);
        assert.deepEqual(await find(store, { tag: 'tea' }), []);
        assert.deepEqual(await rank(store, { tag: 'tea' }), []);
        assert.deepEqual(numbers(await list(store)), range(2, 600).reverse());
        assert.deepEqual(numbers(await rank(store)), range(2, 600).reverse());
      };
      await isGone(first);
      await isGone(await reopen());
    });

    test('the number of a deleted video never comes again, nor an earlier instant', async (t) => {
      const { first, second, reopen } = await open(t);
      await titled(first, 'a', now + 5);
      assert.equal(await second.remove(1), true);
      const next = await titled(first, 'b');
      assert.deepEqual([next.n, next.uploadedAt], [2, now + 5]);
      assert.equal(await first.remove(2), true);
      assert.equal((await titled(await reopen(), 'c')).n, 3);
    });

    test('one of many deletions of one video at once deletes it', async (t) => {
      const { first, second } = await open(t);
      await titled(first, 'a');
      const removed = await Promise.all(
        range(1, 20).map((i) => (i % 2 ? first : second).remove(1)),
      );
      assert.equal(removed.filter(Boolean).length, 1);
    });

    test('a view that is under way brings no deleted video back', async (t) => {
      const { first, second } = await open(t);
      for (const n of range(1, 20)) {
        await titled(first, 'tea');
        const views = range(1, 40).map((i) => (i % 2 ? first : second).view(n));
        const removed = second.remove(n);
        const counts = (await Promise.all(views)).flatMap((video) => video?.viewCount ?? []);
        assert.equal(await removed, true);
        assert.deepEqual(ascending(counts), range(1, counts.length));
        assert.equal(await first.view(n), undefined);
      }
      assert.deepEqual(await list(first), []);
      assert.deepEqual(await search(second, 'tea'), []);
      assert.deepEqual(await rank(second), []);
    });

    test('an edit that is under way brings no deleted video back', async (t) => {
      const { first, second } = await open(t);
      for (const n of range(1, 20)) {
        await titled(first, 'green tea');
        const edits = range(1, 6).map((i) =>
          (i % 2 ? first : second).edit(n, { title: `tea ${i}` }),
        );
        const removed = (n % 2 ? first : second).remove(n);
        await Promise.all(edits);
        assert.equal(await removed, true);
        assert.equal(await first.edit(n, { title: 'late tea' }), undefined);
      }
      assert.deepEqual(await list(first), []);
      assert.deepEqual(await search(second, 'tea'), []);
    });

    test('a search while videos are deleted and edited shows only what is true of them', async (t) => {
      const { first, second } = await open(t);
      const made = await Promise.all(range(1, 700).map((i) => titled(first, `green ${i}`)));
      const titles = new Map(made.map(({ n, title }) => [n, title]));
      const changes = forEachOf(range(1, 700), (n): Promise<unknown> =>
        n % 2 ? second.remove(n) : second.edit(n, { title: `black, not ${titles.get(n)}` }),
      );
      for (const query of ['green', 'black', 'e', 'green']) {
        for (const { n, title } of await search(first, query)) {
          const before = titles.get(n)!;
          assert.ok([before, `black, not ${before}`].includes(title), title);
          assert.ok(title.includes(query));
        }
      }
      await changes;
      const even = range(1, 350).map((i) => 2 * i);
      for (const query of ['black', 'green']) {
        assert.deepEqual(numbers(await search(first, query)), even.toReversed());
      }
    });
  });
}
