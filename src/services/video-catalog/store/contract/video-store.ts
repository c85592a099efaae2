/** The contract of every store, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  all,
  ascending,
  create,
  list,
  newVideo,
  now,
  numbers,
  range,
  search,
  titled,
  type Backend,
} from './fixtures.ts';

export function storeContract({ name, skip, open }: Backend): void {
  describe(`videos on ${name}`, { skip }, () => {
    test('an upload yields the whole video, and every replica has it', async (t) => {
      const { first, second } = await open(t);
      const upload = {
        title: 'Ünï',
        description: 'a\n\t"b\\',
        tags: ['', '日本', '😀', '{a,b}'],
        details: { thumbnail_url: 'https://img.example/1.webp' },
      };
      const video = await create(first, { ...upload, createdAt: now, durationSecs: 609 });
      const expected = { n: 1, createdAt: now, uploadedAt: now, durationSecs: 609, viewCount: 0 };
      assert.deepEqual(video, { ...upload, ...expected });
      assert.deepEqual(await list(second), [video]);
      assert.deepEqual(await second.view(1), { ...video, viewCount: 1 });
    });

    test('the longest fields come back whole', async (t) => {
      const { first, second } = await open(t);
      const description = Array.from({ length: 65_536 }, (_, i) =>
        String.fromCodePoint(0x1f000 + (i % 7) * (i % 600)),
      ).join('');
      const tags = Array.from({ length: 64 }, (_, i) => String(i).padStart(256, '字'));
      const title = '題'.repeat(256);
      const { n } = await create(first, newVideo({ title, description, tags }));
      const [found] = await search(second, tags[63]!);
      assert.deepEqual([found?.n, found?.description, found?.tags], [n, description, tags]);
      assert.equal((await search(second, description.slice(40_000, 40_100))).length, 1);
    });

    test('n is counted without gaps, whichever replica uploads', async (t) => {
      const { first, second } = await open(t);
      const made = await Promise.all(
        range(1, 200).map((i) => titled(i % 2 ? first : second, `v${i}`)),
      );
      assert.deepEqual(ascending(numbers(made)), range(1, 200));
      assert.deepEqual(numbers(await list(first)), range(1, 200).reverse());
      for (const { n, title } of await list(second)) {
        assert.equal(made.find((video) => video.n === n)?.title, title);
      }
    });

    test('the creation instant never goes back, also when the clock does', async (t) => {
      const { first, second } = await open(t);
      assert.equal((await titled(first, 'a')).uploadedAt, now);
      const late = await titled(second, 'b', now - 5_000);
      assert.deepEqual([late.uploadedAt, late.createdAt], [now, now - 5_000]);
      assert.equal((await titled(first, 'c', now + 1)).uploadedAt, now + 1);
    });

    test('each view sees a count of its own, whichever replicas count', async (t) => {
      const { first, second } = await open(t);
      await titled(first, 'a');
      const seen = await Promise.all(range(1, 300).map((i) => (i % 2 ? first : second).view(1)));
      const counts = seen.map((video) => video?.viewCount ?? 0);
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        range(1, 300),
      );
      assert.equal((await list(second))[0]?.viewCount, 300);
    });

    test('views of many videos at once count each for its own', async (t) => {
      const { first, second } = await open(t);
      for (const title of ['a', 'b', 'c', 'd', 'e']) await titled(first, title);
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
      assert.deepEqual(await list(first), []);
      assert.deepEqual(await search(first, 'a'), []);
    });

    test('a page is the newest videos before a number', async (t) => {
      const { first, second } = await open(t);
      for (const i of range(1, 7)) await titled(first, `Tea ${i}`);
      for (const read of [
        (before: number, count: number) => list(second, { before, count }),
        (before: number, count: number) => search(second, 'tea', { before, count }),
      ]) {
        assert.deepEqual(numbers(await read(all.before, 3)), [7, 6, 5]);
        assert.deepEqual(numbers(await read(5, 3)), [4, 3, 2]);
        assert.deepEqual(numbers(await read(2, 3)), [1]);
        assert.deepEqual(numbers(await read(1, 3)), []);
      }
    });

    test('acknowledged videos are there after a restart', async (t) => {
      const { first, second, reopen } = await open(t);
      await Promise.all(range(1, 20).map((i) => titled(i % 2 ? first : second, `v${i}`)));
      await Promise.all(range(1, 20).map((n) => first.view(n)));
      const before = await list(second);
      const again = await reopen();
      await again.ready();
      assert.deepEqual(await list(again), before);
      assert.deepEqual(await search(again, 'v'), before);
      assert.equal((await titled(again, 'next')).n, 21);
    });

    test('texts with more runs than the index takes are found among those that it has', async (t) => {
      const { first, second } = await open(t);
      const characters = Array.from({ length: 3_000 }, (_, i) => String.fromCodePoint(0x4e00 + i));
      const description = characters.join('');
      const upload = (i: number) =>
        create(
          first,
          newVideo({ title: `v${i}`, description: i % 100 === 1 ? description : 'tea', tags: [] }),
        );
      // The oldest is one of them: the newest are compared without the index.
      const videos = [await upload(1), ...(await Promise.all(range(2, 600).map(upload)))];
      videos.sort((a, b) => b.n - a.n);
      const long = numbers(videos.filter((video) => video.description === description));
      assert.equal(long.length, 6);
      assert.deepEqual(numbers(await search(second, description.slice(700, 950))), long);
      assert.deepEqual(numbers(await search(second, characters[0]!)), long);
      const named = numbers(videos.filter(({ n, title }) => n < 80 && title.includes('v1')));
      const page = { before: 80, count: 3 };
      assert.deepEqual(numbers(await search(second, 'v1', page)), named.slice(0, 3));
      assert.equal((await search(second, 'tea')).length, 594);
      assert.deepEqual(await search(second, `${characters[1]}${characters[0]}`), []);
    });
  });
}
