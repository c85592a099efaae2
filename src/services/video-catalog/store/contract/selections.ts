/** Lists and searches yield what a filter and a sort over all videos would. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { fold } from '../../text-search/fold.ts';
import {
  always,
  everything,
  type PagePosition,
  type Selection,
  type Upload,
  type VideoRecord,
  type VideoStore,
} from '../video-catalog-store.ts';
import {
  all,
  create,
  find,
  forEachOf,
  newVideo,
  now,
  numbers,
  range,
  rank,
  titled,
  top,
  type Backend,
} from './fixtures.ts';

export function selectionContract({ name, skip, open }: Backend): void {
  describe(`selections of videos on ${name}`, { skip }, () => {
    test('a tag is found exactly, case and all, and as a whole', async (t) => {
      const { first, second } = await open(t);
      const tags = ['Tea', 'tea', 'te', 'green tea', 'Teä', '', ' ', '茶', '😀', 'a"b', "a'b"];
      const odd = ['\u{e054}ea', 'tag:x', 'era0', 'all0', 'A', '*', '{a,b}', 'x'.repeat(256)];
      const known = [...tags, ...odd];
      for (const tag of known) await create(first, newVideo({ tags: [tag, tag] }));
      await Promise.all(range(1, 600).map((i) => titled(first, `tea ${i}`)));
      for (const [i, tag] of known.entries()) {
        assert.deepEqual(numbers(await find(second, { tag })), [i + 1], tag);
        assert.deepEqual(numbers(await rank(second, { tag })), [i + 1], tag);
      }
      assert.deepEqual(await find(second, { tag: 'TEA' }), []);
    });

    test('a period is open at its start and closed at its end', async (t) => {
      const { first, second } = await open(t);
      // The clock goes back once.
      const instants = [now, now + 10, now + 20, now + 5, now + 20, now + 30];
      for (const at of instants) await titled(first, 'tea', at);
      for (const [after, until] of [
        [always.after, always.until],
        [now, now + 20],
        [now + 4, now + 5],
        [now + 20, always.until],
        [always.after, now + 9],
        [now + 30, always.until],
      ] as const) {
        const expected = range(1, 6)
          .filter((n) => instants[n - 1]! > after && instants[n - 1]! <= until)
          .reverse();
        const created = { after, until };
        for (const query of ['', 'tea']) {
          assert.deepEqual(numbers(await find(second, { created, query })), expected);
          assert.deepEqual(numbers(await rank(second, { created, query })), expected);
        }
      }
    });

    test('the most viewed come first, ties newest first, with their views', async (t) => {
      const { first, second } = await open(t);
      for (const title of ['a', 'b', 'c', 'd']) await titled(first, title);
      const order = async () =>
        (await rank(second)).map(({ n, viewCount }) => `${n}: ${viewCount}`);
      assert.deepEqual(await order(), ['4: 0', '3: 0', '2: 0', '1: 0']);
      await first.view(2);
      assert.deepEqual(await order(), ['2: 1', '4: 0', '3: 0', '1: 0']);
      await Promise.all([first.view(1), second.view(1), first.view(4)]);
      assert.deepEqual(await order(), ['1: 2', '4: 1', '2: 1', '3: 0']);
      await second.remove(4);
      assert.deepEqual(await order(), ['1: 2', '2: 1', '3: 0']);
    });

    test('a page by views goes on behind a place, whatever became of its video', async (t) => {
      const { first, second } = await open(t);
      await Promise.all(range(1, 40).map((i) => titled(first, `v${i}`)));
      for (const n of range(1, 40)) {
        await Promise.all(range(1, n % 5).map(() => first.view(n)));
      }
      const places = await rank(first);
      const page = (behind: PagePosition, count: number) =>
        second.mostViewed(everything, { behind, count });
      assert.deepEqual(await page(top, 40), places);
      for (const [i, place] of places.entries()) {
        assert.deepEqual(await page(place, 7), places.slice(i + 1, i + 8));
      }
      await second.remove(places[9]!.n);
      await first.view(places[4]!.n);
      assert.deepEqual(await page(places[9]!, 7), places.slice(10, 17));
    });

    test('of numbers those are read that are there and selected', async (t) => {
      const { first, second } = await open(t);
      for (const tag of ['a', 'b', 'a']) await create(first, newVideo({ tags: [tag] }));
      await first.remove(1);
      const read = await second.read([1, 2, 3, 4], { ...everything, tag: 'a' });
      assert.deepEqual(numbers(read), [3]);
      assert.equal((await second.read([2, 3], everything)).length, 2);
      assert.deepEqual(await second.read([], everything), []);
    });

    // In the first era of the index, and around its end.
    const starts: [start: number, numRuns: number][] = [
      [0, 40],
      [32_768 - 400, 30],
    ];
    for (const [start, numRuns] of starts) {
      test(`lists, in both orders, are what a filter finds, from video ${start} on`, async (t) => {
        const { first, second, skipTo } = await open(t);
        await skipTo(start);
        const videos = await history([first, second]);
        const law = fc.asyncProperty(
          selections(videos),
          fc.integer({ min: start, max: start + 1_150 }),
          fc.integer({ min: 1, max: 50 }),
          async (selection, before, count) => {
            const expected = videos.filter((video) => matches(video, selection));
            assert.deepEqual(numbers(await find(first, selection)), numbers(expected));
            const page = numbers(expected.filter(({ n }) => n < before)).slice(0, count);
            assert.deepEqual(numbers(await find(second, selection, { before, count })), page);

            const ranked = expected.toSorted(byViews).map(({ n, viewCount }) => ({ n, viewCount }));
            assert.deepEqual(await rank(first, selection), ranked);
            const behind = { n: before, viewCount: count % 4 };
            const rest = ranked.filter((place) => byViews(place, behind) > 0).slice(0, count);
            assert.deepEqual(await second.mostViewed(selection, { behind, count }), rest);
          },
        );
        await fc.assert(law, { numRuns });
      });
    }
  });
}

export const byViews = (a: PagePosition, b: PagePosition) => b.viewCount - a.viewCount || b.n - a.n;

/** 1,100 videos, newest first, some of which were viewed, edited or deleted after their upload. */
async function history(stores: readonly [VideoStore, VideoStore]): Promise<VideoRecord[]> {
  const [uploads, edits] = [madeUp(1_100, 1), madeUp(1_100, 2)];
  const changed = await forEachOf(uploads, async (upload, i): Promise<VideoRecord[]> => {
    const [store, other] = i % 2 ? stores : [stores[1], stores[0]];
    // The clock goes back now and then.
    const made = await create(store, newVideo(upload, now + i - (i % 50)));
    if (i % 7 === 0) {
      await other.remove(made.n);
      return [];
    }
    if (i % 3 === 0) {
      const { title, tags } = edits[i]!;
      await other.edit(made.n, i % 2 ? { title } : { title, tags });
    }
    for (let views = 0; views < i % 4; views++) await other.view(made.n);
    return store.read([made.n], everything);
  });
  const videos = changed.flat();
  assert.deepEqual(new Set(numbers(await find(stores[0], {}, all))), new Set(numbers(videos)));
  return videos.toSorted((a, b) => b.n - a.n);
}

/** The selection that the stores are to make, by the simplest means. */
export function matches(video: VideoRecord, { query, tag, created }: Selection): boolean {
  const { title, description, tags, createdAt } = video;
  return (
    [title, description, ...tags].some((text) => fold(text).includes(query)) &&
    (tag === undefined || tags.includes(tag)) &&
    createdAt > created.after &&
    createdAt <= created.until
  );
}

/** Parts of the videos' texts, their tags, and periods in which they were made. */
function selections(videos: readonly VideoRecord[]): fc.Arbitrary<Selection> {
  const part = fc.constantFrom(...videos).chain(({ title, description, tags }) => {
    const characters = Array.from([title, description, ...tags].join(''));
    return fc
      .tuple(fc.nat(characters.length - 1), fc.integer({ min: 1, max: 9 }))
      .map(([from, length]) => characters.slice(from, from + length).join(''));
  });
  const query = fc.oneof({ weight: 4, arbitrary: part }, words(3));
  const tag = fc.constantFrom(...videos.flatMap(({ tags }) => tags));
  const instant = fc.constantFrom(...videos).map(({ createdAt }) => createdAt);
  const period = fc.oneof(
    { weight: 2, arbitrary: fc.constant(always) },
    instant.map((after) => ({ ...always, after })),
    instant.map((until) => ({ ...always, until })),
    fc.tuple(instant, instant).map(([after, until]) => ({ after, until })),
  );
  return fc.record({
    query: fc.option(query.map(fold), { nil: '', freq: 3 }),
    tag: fc.option(fc.oneof(tag, words(4)), { nil: undefined, freq: 1 }),
    created: period,
  });
}

/** Few characters, so that parts meet: letters of both cases, signs with a meaning elsewhere. */
const words = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('aAbBeE %_*"\\\'ΣσςİıßẞſKéÉ日本語中😀\n\u0301A')),
    maxLength,
  });

function madeUp(count: number, seed: number): Upload[] {
  const upload = fc.record({
    title: words(12).map((text) => text || '-'),
    description: words(30),
    tags: fc.array(words(4), { maxLength: 3 }),
  });
  return fc.sample(upload, { numRuns: count, seed });
}
