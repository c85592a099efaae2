/** What every store keeps, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { fold } from '../../text-search/fold.ts';
import type { NewVideo, Upload, VideoRecord, VideoStore } from '../store.ts';

export interface Replicas {
  readonly first: VideoStore;
  readonly second: VideoStore;
  /** The next video gets n + 1, in an empty catalog. */
  readonly skipTo: (n: number) => Promise<void>;
  /** Closes both and opens the state anew. */
  readonly reopen: () => Promise<VideoStore>;
}

const now = Date.UTC(2026, 0, 1);
const all = { before: Number.MAX_SAFE_INTEGER, count: 10_001 };
const newVideo = (upload: Upload, createdAt = now): NewVideo => ({
  ...upload,
  createdAt,
  durationSecs: 77,
});
const create = (store: VideoStore, title: string, at = now) =>
  store.create(newVideo({ title, description: '', tags: [] }, at));
const numbers = (records: readonly VideoRecord[]) => records.map(({ n }) => n);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

export function storeContract(
  name: string,
  skip: string | false,
  open: (t: TestContext) => Promise<Replicas>,
): void {
  describe(`videos on ${name}`, { skip }, () => {
    test('an upload yields the whole video, and every replica has it', async (t) => {
      const { first, second } = await open(t);
      const upload = { title: 'Ünï', description: 'a\n\t"b\\', tags: ['', '日本', '😀', '{a,b}'] };
      const video = await first.create({ ...upload, createdAt: now, durationSecs: 609 });
      const expected = { n: 1, createdAt: now, uploadedAt: now, durationSecs: 609, viewCount: 0 };
      assert.deepEqual(video, { ...upload, ...expected });
      assert.deepEqual(await second.list(all), [video]);
      assert.deepEqual(await second.view(1), { ...video, viewCount: 1 });
    });

    test('the longest fields come back whole', async (t) => {
      const { first, second } = await open(t);
      const description = Array.from({ length: 65_536 }, (_, i) =>
        String.fromCodePoint(0x1f000 + (i % 7) * (i % 600)),
      ).join('');
      const tags = Array.from({ length: 64 }, (_, i) => String(i).padStart(256, '字'));
      const title = '題'.repeat(256);
      const { n } = await first.create(newVideo({ title, description, tags }));
      const [found] = await second.search(tags[63]!, all);
      assert.deepEqual([found?.n, found?.description, found?.tags], [n, description, tags]);
      assert.equal((await second.search(description.slice(40_000, 40_100), all)).length, 1);
    });

    test('n is counted without gaps, whichever replica uploads', async (t) => {
      const { first, second } = await open(t);
      const made = await Promise.all(
        range(1, 200).map((i) => create(i % 2 ? first : second, `v${i}`)),
      );
      assert.deepEqual(
        numbers(made).toSorted((a, b) => a - b),
        range(1, 200),
      );
      assert.deepEqual(numbers(await first.list(all)), range(1, 200).reverse());
      for (const { n, title } of await second.list(all)) {
        assert.equal(made.find((video) => video.n === n)?.title, title);
      }
    });

    test('the creation instant never goes back, also when the clock does', async (t) => {
      const { first, second } = await open(t);
      assert.equal((await create(first, 'a')).uploadedAt, now);
      const late = await create(second, 'b', now - 5_000);
      assert.deepEqual([late.uploadedAt, late.createdAt], [now, now - 5_000]);
      assert.equal((await create(first, 'c', now + 1)).uploadedAt, now + 1);
    });

    test('each view sees a count of its own, whichever replicas count', async (t) => {
      const { first, second } = await open(t);
      await create(first, 'a');
      const seen = await Promise.all(range(1, 300).map((i) => (i % 2 ? first : second).view(1)));
      const counts = seen.map((video) => video?.viewCount ?? 0);
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        range(1, 300),
      );
      assert.equal((await second.list(all))[0]?.viewCount, 300);
    });

    test('views of many videos at once count each for its own', async (t) => {
      const { first, second } = await open(t);
      for (const title of ['a', 'b', 'c', 'd', 'e']) await create(first, title);
      const wanted = range(0, 199).map((i) => 1 + ((i * 7 + (i % 3)) % 6)); // 6 is unknown
      const [ofFirst, ofSecond] = await Promise.all([
        Promise.all(wanted.map((n) => first.view(n))),
        Promise.all(wanted.toReversed().map((n) => second.view(n))),
      ]);
      const requested = [...wanted, ...wanted.toReversed()];
      const answers = [...ofFirst, ...ofSecond];
      for (const n of range(1, 6)) {
        const own = answers.filter((_, i) => requested[i] === n);
        if (n === 6) assert.ok(own.every((video) => video === undefined));
        else {
          const counts = own.map((video) => video!.viewCount).toSorted((a, b) => a - b);
          assert.deepEqual(counts, range(1, own.length));
          assert.ok(own.every((video) => video!.n === n));
        }
      }
    });

    test('an unknown video has no views', async (t) => {
      const { first } = await open(t);
      assert.equal(await first.view(1), undefined);
      assert.equal(await first.view(999_999_999_999_999), undefined);
      assert.deepEqual(await first.list(all), []);
      assert.deepEqual(await first.search('a', all), []);
    });

    test('a page is the newest videos before a number', async (t) => {
      const { first, second } = await open(t);
      for (const i of range(1, 7)) await create(first, `Tea ${i}`);
      for (const read of [
        (before: number, count: number) => second.list({ before, count }),
        (before: number, count: number) => second.search('tea', { before, count }),
      ]) {
        assert.deepEqual(numbers(await read(all.before, 3)), [7, 6, 5]);
        assert.deepEqual(numbers(await read(5, 3)), [4, 3, 2]);
        assert.deepEqual(numbers(await read(2, 3)), [1]);
        assert.deepEqual(numbers(await read(1, 3)), []);
      }
    });

    test('what was acknowledged is there after a restart', async (t) => {
      const { first, second, reopen } = await open(t);
      await Promise.all(range(1, 20).map((i) => create(i % 2 ? first : second, `v${i}`)));
      await Promise.all(range(1, 20).map((n) => first.view(n)));
      const before = await second.list(all);
      const again = await reopen();
      await again.ready();
      assert.deepEqual(await again.list(all), before);
      assert.deepEqual(await again.search('v', all), before);
      assert.equal((await create(again, 'next')).n, 21);
    });

    test('texts with more runs than the index takes are found among those that it has', async (t) => {
      const { first, second } = await open(t);
      const characters = Array.from({ length: 3_000 }, (_, i) => String.fromCodePoint(0x4e00 + i));
      const description = characters.join('');
      const upload = (i: number) =>
        first.create(
          newVideo({ title: `v${i}`, description: i % 100 === 1 ? description : 'tea', tags: [] }),
        );
      // The oldest is one of them: the newest are compared without the index.
      const videos = [await upload(1), ...(await Promise.all(range(2, 600).map(upload)))];
      videos.sort((a, b) => b.n - a.n);
      const long = numbers(videos.filter((video) => video.description === description));
      assert.equal(long.length, 6);
      assert.deepEqual(numbers(await second.search(description.slice(700, 950), all)), long);
      assert.deepEqual(numbers(await second.search(characters[0]!, all)), long);
      const named = numbers(videos.filter(({ n, title }) => n < 80 && title.includes('v1')));
      const page = { before: 80, count: 3 };
      assert.deepEqual(numbers(await second.search('v1', page)), named.slice(0, 3));
      assert.equal((await second.search('tea', all)).length, 594);
      assert.deepEqual(await second.search(`${characters[1]}${characters[0]}`, all), []);
    });

    // In the first era of the index, and around its end.
    const starts: [start: number, numRuns: number][] = [
      [0, 60],
      [32_768 - 400, 60],
    ];
    for (const [start, numRuns] of starts) {
      test(`search finds what a filter finds, from video ${start} on`, async (t) => {
        const { first, second, skipTo } = await open(t);
        await skipTo(start);
        const uploads = madeUp(1_100);
        const videos = await Promise.all(
          uploads.map((upload, i) => (i % 2 ? first : second).create(newVideo(upload))),
        );
        videos.sort((a, b) => b.n - a.n);
        const texts = new Map(
          videos.map(({ n, title, description, tags }) => [
            n,
            [title, description, ...tags].map(fold),
          ]),
        );
        const matches = (query: string) =>
          videos.filter(({ n }) => texts.get(n)!.some((text) => text.includes(query)));
        const part = fc.constantFrom(...uploads).chain(({ title, description, tags }) => {
          const characters = Array.from([title, description, ...tags].join(''));
          return fc
            .tuple(fc.nat(characters.length - 1), fc.integer({ min: 1, max: 9 }))
            .map(([from, length]) => characters.slice(from, from + length).join(''));
        });
        const query = fc.oneof({ weight: 4, arbitrary: part }, words(3)).filter((q) => q !== '');
        const page = {
          before: fc.integer({ min: start, max: start + 1_150 }),
          count: fc.integer({ min: 1, max: 50 }),
        };
        await fc.assert(
          fc.asyncProperty(query.map(fold), fc.record(page), async (q, { before, count }) => {
            const expected = numbers(matches(q));
            assert.deepEqual(numbers(await first.search(q, all)), expected);
            const below = expected.filter((n) => n < before).slice(0, count);
            assert.deepEqual(numbers(await second.search(q, { before, count })), below);
          }),
          { numRuns },
        );
      });
    }
  });
}

/** Few characters, so that parts meet: letters of both cases, signs with a meaning elsewhere. */
const words = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('aAbBeE %_*"\\\'ΣσςİıßẞſKéÉ日本語中😀\n\u0301A')),
    maxLength,
  });

function madeUp(count: number): Upload[] {
  const upload = fc.record({
    title: words(12).map((text) => text || '-'),
    description: words(30),
    tags: fc.array(words(4), { maxLength: 3 }),
  });
  return fc.sample(upload, { numRuns: count, seed: 1 });
}
