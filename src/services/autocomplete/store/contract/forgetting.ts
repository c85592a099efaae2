/** Terms that operators set, delete and block. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complete } from '../../complete.ts';
import { preloaded, type TermStore } from '../autocomplete-store.ts';
import { answer, answers, lookup, ones, roomy, train, type OpenTwo } from './term-store.ts';

const now = 1_000;
const index = 'default';

export function forgettingContract(
  name: string,
  open: OpenTwo,
  skip: string | false = false,
): void {
  describe(`forgetting on ${name}`, { skip }, () => {
    it('deletes a term everywhere and for good, and tells whether there was one', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await train(
        first,
        new Map([
          ['tea', 3],
          ['tar', 1],
        ]),
      );
      await answers(second, 't', ['tea 3', 'tar 1']);
      assert.equal(await second.forget(index, 'tea', now), true);
      assert.deepEqual(answer(second, 't'), ['tar 1']);
      await answers(first, 't', ['tar 1']);
      assert.equal(await first.forget(index, 'tea', now), false);
      assert.equal(await first.forget(index, 'te', now), false);
      assert.equal(await first.forget('none', 'tar', now), false);
      assert.deepEqual(answer(await reopen(), 't'), ['tar 1']);
      await train(first, ones(['tea']));
      await answers(second, 't', ['tar 1', 'tea 1']);
    });

    it('sets a frequency, higher or lower, of known terms and of new ones', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await train(
        first,
        new Map([
          ['tea', 3],
          ['tar', 2],
        ]),
      );
      await answers(second, 't', ['tea 3', 'tar 2']);
      assert.equal(await second.setFreq(index, 'tea', 1, now), 'done');
      assert.equal(await second.setFreq(index, 'tin', 1_000_000_000_000, now), 'done');
      await train(second, ones(['tin']));
      for (const open of [() => second, () => first, reopen]) {
        await answers(await open(), 't', ['tin 1000000000001', 'tar 2', 'tea 1']);
      }
    });

    it('never answers a blocked term; its training counts, and shows once it is unblocked', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await train(first, ones(['Tée', 'tea']));
      await answers(second, '', answer(first, ''));
      assert.equal(await first.block(index, 'Tée', now), 'done');
      assert.equal(await first.block(index, 'Tée', now), 'done');
      await answers(second, 'T', []);
      await train(second, new Map([['Tée', 4]]));
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        const found = async (prefix: string, isFolded: boolean) =>
          (
            await complete(store.find(index), { ...lookup, prefix, isFolded, isFuzzy: true }, now)
          ).map(({ term }) => term);
        assert.deepEqual(await found('Tée', false), []);
        assert.deepEqual(await found('Té', false), []);
        assert.deepEqual(await found('tee', true), ['tea']);
      }
      assert.equal(await second.unblock(index, 'Tée', now), true);
      assert.equal(await second.unblock(index, 'Tée', now), false);
      for (const open of [() => second, () => first, reopen]) {
        await answers(await open(), 'T', ['Tée 5']);
      }
    });

    it('blocks what was never trained, and deletes what is blocked', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      await first.block(index, 'tea', now);
      await train(first, ones(['tea', 'tar']));
      await answers(second, 't', ['tar 1']);
      assert.equal(await second.forget(index, 'tea', now), true);
      assert.equal(await second.forget(index, 'tea', now), false);
      await second.setFreq(index, 'tea', 7, now);
      assert.deepEqual(answer(await reopen(), 't'), ['tar 1']);
      await second.unblock(index, 'tea', now);
      await answers(first, 't', ['tea 7', 'tar 1']);
      assert.equal(await first.unblock('none', 'tea', now), false);
    });

    it('agrees on all replicas when they train, delete, set and block one term at once', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      for (let round = 0; round < 10; round++) {
        const of = (i: number): TermStore => (i % 2 ? first : second);
        await Promise.all(
          Array.from({ length: 12 }, (_, i): Promise<unknown> => {
            const [store, term] = [of(i >> 2), i % 4 === 3 ? 'tea' : `t${round % 3}`];
            if (i % 4 === 0) return store.forget(index, term, now);
            if (i % 4 === 1) return store.setFreq(index, term, i, now);
            if (i % 5 === 2)
              return i < 6 ? store.block(index, term, now) : store.unblock(index, term, now);
            return train(store, ones([term, `t${round}`]));
          }),
        );
      }
      await Promise.all(['t0', 't1', 't2'].map((term) => first.unblock(index, term, now)));
      const lines = answer(await reopen(), 't', 1_000);
      assert.ok(lines.length > 5);
      await answers(first, 't', lines);
      await answers(second, 't', lines);
    });

    it('counts blocked terms among those that there is room for, and makes room by deleting', async (t) => {
      const { first, second, reopen } = await open(t, { ...roomy, maxTerms: preloaded.length + 2 });
      assert.equal(await first.block(index, 'tea', now), 'done');
      assert.equal(await first.setFreq(index, 'tea', 2, now), 'done');
      for (const store of [first, second, await reopen()]) {
        assert.equal(await store.block(index, 'tar', now), 'full');
        assert.equal(await store.setFreq(index, 'tar', 2, now), 'full');
        assert.equal(await train(store, ones(['tar'])), 'full');
        assert.equal(await store.setFreq(index, 'tea', 3, now), 'done');
        assert.equal(await store.block(index, 'tea', now), 'done');
      }
      await first.unblock(index, 'tea', now);
      assert.equal(await second.block(index, 'tar', now), 'done');
      await first.forget(index, 'tea', now);
      assert.equal(await second.setFreq(index, 'tin', 1, now), 'done');
      assert.equal(await (await reopen()).setFreq(index, 'ton', 1, now), 'full');
    });
  });
}
