import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { always, type PagePosition, type RankedPage } from '../store/video-catalog-store.ts';
import { searchMostViewed, type RankedIndex } from './most-viewed.ts';

interface Known extends PagePosition {
  readonly isSelected: boolean;
}

const byViews = (a: PagePosition, b: PagePosition) => b.viewCount - a.viewCount || b.n - a.n;
const top = { viewCount: Number.MAX_SAFE_INTEGER, n: 0 };
const selection = { query: '', tag: 'tea', created: always };

/** An index in memory, and how many entries were read of it. */
function indexOf(videos: readonly Known[]) {
  const ranked = videos.toSorted(byViews);
  const selected = videos.filter(({ isSelected }) => isSelected).toSorted((a, b) => b.n - a.n);
  let read = 0;
  const count = <T>(entries: T[]) => {
    read += entries.length;
    return entries;
  };
  const places = (from: number, before: number, wanted: number) =>
    count(selected.filter(({ n }) => n >= from && n < before).slice(0, wanted)).map(
      ({ n, viewCount }) => ({ n, viewCount }),
    );
  const index: RankedIndex = {
    newest: async () => Math.max(0, ...videos.map(({ n }) => n)),
    firstAfter: async () => 1,
    compare: async (_, from, { before, count: wanted }) => places(from, before, wanted),
    lookUp: async (_, __, ___, { before, count: wanted }) => places(1, before, wanted),
    walk: async (_, { behind, count: wanted }) =>
      count(ranked.filter((place) => byViews(place, behind) > 0).slice(0, wanted)),
  };
  return { index, read: () => read };
}

const expected = (videos: readonly Known[], { behind, count }: RankedPage) =>
  videos
    .filter((video) => video.isSelected && byViews(video, behind) > 0)
    .toSorted(byViews)
    .slice(0, count)
    .map(({ n, viewCount }) => ({ n, viewCount }));

test('whichever way is taken, the answer is the selected videos in the order of views', async () => {
  const video = fc.record({ viewCount: fc.nat(30), draw: fc.nat(999) });
  const law = fc.asyncProperty(
    fc.array(video, { maxLength: 4_000, size: 'max' }),
    fc.constantFrom(2, 30, 300, 900, 999),
    fc.constantFrom(1, 20, 3_000),
    fc.option(fc.nat(), { freq: 2 }),
    async (drawn, share, count, start) => {
      const videos = drawn.map(({ viewCount, draw }, i) => {
        return { n: i + 1, viewCount, isSelected: draw < share };
      });
      const selected = videos.filter(({ isSelected }) => isSelected);
      const last = start === null ? undefined : selected[start % selected.length];
      const page = { behind: last ?? top, count };
      assert.deepEqual(
        await searchMostViewed(indexOf(videos).index, selection, page),
        expected(videos, page),
      );
    },
  );
  await fc.assert(law, { numRuns: 40 });
});

/** One in `every` videos is selected. */
const manyVideos = (every: number): Known[] =>
  Array.from({ length: 30_000 }, (_, i) => {
    return { n: i + 1, viewCount: (i * 7_919) % 1_009, isSelected: i % every === 0 };
  });

for (const every of [1, 10, 100, 1_000, 10_000]) {
  test(`a page of 20 where one in ${every} is selected reads a part of all videos`, async () => {
    const videos = manyVideos(every);
    const { index, read } = indexOf(videos);
    const page = { behind: top, count: 20 };
    assert.deepEqual(await searchMostViewed(index, selection, page), expected(videos, page));
    assert.ok(read() <= 4_000, String(read()));
  });
}
