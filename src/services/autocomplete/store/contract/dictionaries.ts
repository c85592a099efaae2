/** Indexes apart from each other, and frequencies that decay. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import { complete, type Completion } from '../../complete.ts';
import { preloaded, type TermStore } from '../autocomplete-store.ts';
import { answer, lookup, ones, roomy, train, type OpenTwo } from './term-store.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const hourMs = 3_600_000;

/** As `term freq` lines. */
function lines(store: TermStore, index: string, now = noon, prefix = ''): string[] {
  const all = { ...lookup, prefix, limit: 1_000 };
  return (complete(store.find(index), all, now) as Completion[]).map(
    ({ term, freq }) => `${term} ${freq}`,
  );
}

const agree = (store: TermStore, index: string, expected: string[], now = noon) =>
  eventually(() => lines(store, index, now).join('\n') === expected.join('\n'));

const names = (store: TermStore) => store.list().map(({ name }) => name);

export function dictionariesContract(
  name: string,
  open: OpenTwo,
  skip: string | false = false,
): void {
  describe(`dictionaries on ${name}`, { skip }, () => {
    it('are apart from each other, empty at first, and made by the first training', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      assert.deepEqual(lines(first, 'food'), []);
      assert.deepEqual(names(first), ['default']);
      await first.train('food', new Map([['tea', 2]]), noon);
      await second.train('music', ones(['tea', 'tango']), noon);
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        await agree(store, 'food', ['tea 2']);
        await agree(store, 'music', ['tango 1', 'tea 1']);
        assert.deepEqual(names(store), ['default', 'food', 'music']);
        assert.deepEqual(answer(store, 't'), []);
        assert.equal(lines(store, 'default').length, preloaded.length);
      }
      await second.block('food', 'tea', noon);
      await agree(first, 'food', []);
      assert.equal(lines(first, 'music').length, 2);
    });

    it('are no more than there may be; what is there can be changed', async (t) => {
      const { first, second, reopen } = await open(t, { ...roomy, maxIndexes: 3 });
      assert.equal(await first.train('a', ones(['tea']), noon), 'done');
      assert.equal(await second.setHalfLife('b', 1, noon), 'done');
      for (const store of [first, second, await reopen()]) {
        assert.equal(await store.train('c', ones(['tea']), noon), 'too-many-indexes');
        assert.equal(await store.setFreq('c', 'tea', 1, noon), 'too-many-indexes');
        assert.equal(await store.block('c', 'tea', noon), 'too-many-indexes');
        assert.equal(await store.setHalfLife('c', 1, noon), 'too-many-indexes');
        assert.equal(await store.train('a', ones(['tea']), noon), 'done');
        assert.equal(await store.setHalfLife('a', 0, noon), 'done');
      }
      assert.equal(await first.drop('b', noon), true);
      assert.equal(await second.train('c', ones(['tea']), noon), 'done');
      assert.deepEqual(names(await reopen()), ['a', 'c', 'default']);
    });

    it('makes no more new ones at one moment than there may be', async (t) => {
      const { first, second, reopen } = await open(t, { ...roomy, maxIndexes: 4 });
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          (i % 2 ? first : second).train(`i${i}`, ones(['tea']), noon),
        ),
      );
      assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 3);
      assert.equal(names(await reopen()).length, 4);
    });

    it('share the room for terms, and an index without room is not made', async (t) => {
      const { first, second, reopen } = await open(t, { ...roomy, maxTerms: preloaded.length + 2 });
      assert.equal(await first.train('a', ones(['tea', 'tar']), noon), 'done');
      assert.equal(await second.train('b', ones(['tea']), noon), 'full');
      assert.equal(await second.block('b', 'tea', noon), 'full');
      assert.deepEqual(names(await reopen()), ['a', 'default']);
      assert.equal(await first.drop('a', noon), true);
      assert.equal(await second.train('b', ones(['tea', 'tin']), noon), 'done');
      assert.equal(await (await reopen()).train('b', ones(['ton']), noon), 'full');
    });

    it('are deleted with all that they have, everywhere and for good', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      const many = Array.from({ length: 1_200 }, (_, i) => `t${i}`);
      await first.train('food', ones(many), noon);
      await first.block('food', 't7', noon);
      await first.setHalfLife('food', 1, noon);
      await eventually(() => lines(second, 'food').length === 1_000);
      assert.equal(await second.drop('food', noon), true);
      assert.equal(await second.drop('food', noon), false);
      assert.equal(second.find('food'), undefined);
      await eventually(() => first.find('food') === undefined);
      await second.train('food', ones(['t7']), noon);
      await first.sweep();
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        await agree(store, 'food', ['t7 1'], noon + 100 * hourMs);
        assert.equal(store.find('food')!.decay.halfLifeHours, 0);
      }
      assert.equal(await first.drop('default', noon), true);
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        await eventually(() => store.find('default') === undefined);
      }
      await train(first, ones(['tea']));
      await agree(second, 'default', ['tea 1']);
    });

    it('decay from the instant at which a half-life was set, and order by what is left', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await first.train(
        'hot',
        new Map([
          ['old', 8],
          ['older', 12],
        ]),
        noon,
      );
      const set = noon + 5 * hourMs;
      await first.setHalfLife('hot', 2, set);
      await second.train('hot', new Map([['new', 5]]), set + 2 * hourMs);
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        await agree(store, 'hot', ['older 6', 'new 5', 'old 4'], set + 2 * hourMs);
        assert.deepEqual(lines(store, 'hot', set + 4 * hourMs), ['older 3', 'new 3', 'old 2']);
      }
      await second.train('hot', ones(['old']), set + 4 * hourMs);
      await agree(first, 'hot', ['old 3', 'older 3', 'new 3'], set + 4 * hourMs);
    });

    it('go on by another half-life from the instant at which that was set, or stand still', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await first.setHalfLife('hot', 1, noon);
      await first.train('hot', new Map([['tea', 64]]), noon);
      await first.setHalfLife('hot', 4, noon + hourMs);
      await first.setHalfLife('hot', 0, noon + 5 * hourMs);
      await first.train('hot', new Map([['tea', 1]]), noon + 50 * hourMs);
      await second.setHalfLife('hot', 1, noon + 90 * hourMs);
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        const left = (hours: number) => lines(store, 'hot', noon + hours * hourMs);
        await eventually(() => left(91).join() === 'tea 9');
        assert.deepEqual([left(60), left(90), left(92)], [['tea 17'], ['tea 17'], ['tea 4']]);
      }
    });

    it('do not answer what rounds to 0, and add to what is left of it', async (t) => {
      const { first, second } = await open(t, roomy);
      await first.setHalfLife('hot', 1, noon);
      await first.train('hot', ones(['tea']), noon + 17);
      const half = noon + 17 + hourMs;
      await agree(second, 'hot', ['tea 1'], half);
      for (const store of [first, second]) {
        assert.deepEqual(lines(store, 'hot', half), ['tea 1']);
        assert.deepEqual(lines(store, 'hot', half + 1), []);
      }
      await first.train('hot', ones(['tea', 'tar']), half);
      assert.deepEqual(lines(first, 'hot', half), ['tea 2', 'tar 1']);
      assert.deepEqual(lines(first, 'hot', half + hourMs + 1), ['tea 1']);
      assert.equal(await first.forget('hot', 'tar', half + 10 * hourMs), true);
    });

    it('outlast any number of half-lives, and clocks that differ', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await first.setHalfLife('hot', 1e-9, noon);
      await first.train('hot', new Map([['old', 1e9]]), noon);
      const later = noon + 30 * 365 * 24 * hourMs;
      await first.train(
        'hot',
        new Map([
          ['tea', 1_000],
          ['tar', 1],
        ]),
        later,
      );
      await second.train(
        'hot',
        new Map([
          ['tea', 1],
          ['tar', 1],
        ]),
        later - 1_000,
      );
      for (const open of [() => first, () => second, reopen]) {
        await agree(await open(), 'hot', ['tea 1001', 'tar 2'], later - 1_000);
      }
    });
  });
}
