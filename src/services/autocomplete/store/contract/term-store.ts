/** The contract of every term store. Two handles on one state stand for two replicas. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { complete, type Completion, type Lookup } from '../../complete.ts';
import { preloaded, type Limits, type TermStore } from '../autocomplete-store.ts';
import { eventually } from '#kit/testing/testing.ts';

interface TwoStores {
  readonly first: TermStore;
  readonly second: TermStore;
  /** Another replica, started on the same state. */
  readonly reopen: () => Promise<TermStore>;
}

export type OpenTwo = (t: TestContext, limits: Limits) => Promise<TwoStores>;

export const roomy: Limits = { maxTerms: 100_000, maxIndexes: 1_000 };

export const ones = (terms: readonly string[]) => new Map(terms.map((term) => [term, 1]));

export const lookup: Lookup = { prefix: '', limit: 10, isFolded: false, isFuzzy: false };
const noon = Date.UTC(2026, 0, 1, 12);

export function completed(store: TermStore, prefix: string, limit: number): Completion[] {
  return complete(store.find('default'), { ...lookup, prefix, limit }, noon) as Completion[];
}

export const train = (store: TermStore, increments: ReadonlyMap<string, number>) =>
  store.train('default', increments, noon);

/** The answer of a store, as `term freq` lines. */
export function answer(store: TermStore, prefix: string, limit = 10): string[] {
  return completed(store, prefix, limit).map(({ term, freq }) => `${term} ${freq}`);
}

/** Waits until the store answers just this: training by another replica takes a moment. */
export async function answers(store: TermStore, prefix: string, lines: string[]): Promise<void> {
  await eventually(() => answer(store, prefix, 1_000).join('\n') === lines.join('\n'));
}

export function storeContract(name: string, open: OpenTwo, skip: string | false = false): void {
  describe(`term store on ${name}`, { skip }, () => {
    it('begins with the six pre-loaded terms, once each, however many replicas start', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      const lines = preloaded.toSorted().map((term) => `${term} 1`);
      assert.deepEqual(answer(first, ''), lines);
      assert.deepEqual(answer(second, ''), lines);
      assert.deepEqual(answer(await reopen(), ''), lines);
    });

    it('knows what it trained at once', async (t) => {
      const { first } = await open(t, roomy);
      await train(first, ones(['delta']));
      assert.deepEqual(answer(first, 'del'), ['delta 1']);
      await train(
        first,
        new Map([
          ['delta', 2],
          ['delve', 5],
        ]),
      );
      assert.deepEqual(answer(first, 'del'), ['delve 5', 'delta 3']);
    });

    it('learns what another replica trained', async (t) => {
      const { first, second } = await open(t, roomy);
      await train(first, ones(['tea']));
      await train(second, ones(['tea', 'tar']));
      await answers(first, 't', ['tea 2', 'tar 1']);
      await answers(second, 't', ['tea 2', 'tar 1']);
    });

    it('loses no increment when replicas train one term at once', async (t) => {
      const { first, second } = await open(t, roomy);
      const trainings = Array.from({ length: 40 }, (_, i) =>
        train(
          i % 2 ? first : second,
          new Map([
            ['tea', 1],
            [`t${i}`, 1],
          ]),
        ),
      );
      await Promise.all(trainings);
      for (const store of [first, second]) {
        await answers(store, 'tea', ['tea 40']);
        await eventually(() => completed(store, 't', 1_000).length >= 41);
      }
    });

    it('keeps all over a restart', async (t) => {
      const { first, reopen } = await open(t, roomy);
      const terms = Array.from({ length: 2_500 }, (_, i) => `t${i}`);
      await train(first, ones(terms));
      await train(first, new Map([['t7', 41]]));
      const again = await reopen();
      assert.equal(answer(again, 't', 1)[0], 't7 42');
      for (const term of terms) assert.equal(completed(again, term, 1)[0]?.term, term);
    });

    it('keeps any character of a term', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      const terms = ['\0', '\0\0a', ' ', "x'); --", 'É', 'e\u0301', '\uffff', '😀', 'a\nb', '点心'];
      await train(first, ones([...terms, 'x'.repeat(256), '😀'.repeat(256)]));
      const again = await reopen();
      for (const term of terms) {
        await answers(second, term, answer(first, term, 1_000));
        assert.deepEqual(answer(again, term), answer(first, term));
        assert.equal(completed(again, term, 1)[0]?.term, term);
      }
      assert.equal(completed(again, '😀'.repeat(256), 1).length, 1);
    });

    it('trains nothing when nothing is to be trained', async (t) => {
      const { first } = await open(t, roomy);
      await train(first, new Map());
      assert.equal(completed(first, '', 100).length, preloaded.length);
    });

    it('takes no more terms than it may hold, and goes on training those that it has', async (t) => {
      const { first, second, reopen } = await open(t, { ...roomy, maxTerms: preloaded.length + 3 });
      assert.equal(await train(first, ones(['tea', 'tar'])), 'done');
      assert.equal(await train(first, ones(['one', 'two'])), 'full');
      assert.deepEqual(answer(first, 'o'), []);
      assert.equal(await train(second, ones(['tea', 'tan', 'tar'])), 'done');
      for (const open of [() => first, () => second, reopen]) {
        const store = await open();
        assert.equal(await train(store, ones(['tea', 'new'])), 'full');
        assert.equal(await train(store, ones(['tea', 'design'])), 'done');
      }
      assert.deepEqual(answer(await reopen(), 't'), ['tea 5', 'tar 2', 'tan 1']);
    });

    it('when new terms are trained at once, no more are taken than there is room for', async (t) => {
      const { first, second, reopen } = await open(t, {
        ...roomy,
        maxTerms: preloaded.length + 10,
      });
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, i) => train(i % 2 ? first : second, ones([`t${i}`]))),
      );
      assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 10);
      assert.equal(answer(await reopen(), 't', 100).length, 10);
    });

    it('answers readiness', async (t) => {
      const { first } = await open(t, roomy);
      await first.ready();
    });
  });
}
