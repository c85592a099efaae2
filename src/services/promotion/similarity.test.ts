import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { assertProblem, open } from './test/fixtures.ts';
import { findSimilarLists, MostSimilar } from './similarity.ts';

describe('POST /admin/fraud/similarity', () => {
  it('yields the pairs at or above the threshold with their Jaccard index', async (t) => {
    const { post } = await open(t);
    const lists = [
      { id: 'a', items: ['1', '2', '3', '4'] },
      { id: 'b', items: ['4', '3', '2', '1', '1'] },
      { id: 'c', items: ['1', '2', '3', '9'] },
    ];
    const url = '/admin/fraud/similarity';
    assert.deepEqual((await post(url, { lists })).json(), {
      threshold: 0.85,
      total: 1,
      pairs: [{ a: 'a', b: 'b', similarity: 1 }],
    });
    const lower = (await post(url, { lists, threshold: 0.6 })).json();
    assert.deepEqual(lower.pairs.slice(1), [
      { a: 'a', b: 'c', similarity: 0.6 },
      { a: 'b', b: 'c', similarity: 0.6 },
    ]);
  });

  it('refuses what is too much or does not fit', async (t) => {
    const { post } = await open(t);
    const url = '/admin/fraud/similarity';
    const items = Array.from({ length: 5_001 }, (_, i) => `${i}`);
    const lists = [
      { id: 'a', items },
      { id: 'b', items },
    ];
    assertProblem(await post(url, { lists }), 400, 'VALIDATION_FAILED', 'lists');
    assertProblem(
      await post(url, { lists: [], threshold: 2 }),
      400,
      'VALIDATION_FAILED',
      'threshold',
    );
    assertProblem(await post(url, {}), 400, 'VALIDATION_FAILED', 'lists');
  });
});

describe('the Jaccard index', () => {
  it('is the size of the intersection divided by that of the union; 0 for two empty sets', async () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(list, { maxLength: 6 }), async (all) => {
        const lists = all.map((items, i) => ({ id: `${i}`, items }));
        const { pairs } = await findSimilarLists({ lists, threshold: 0 });
        assert.equal(pairs.length, Math.max(0, (lists.length * (lists.length - 1)) / 2));
        for (const { a, b, similarity } of pairs) {
          const [x, y] = [new Set(all[Number(a)]), new Set(all[Number(b)])];
          const union = x.union(y).size;
          assert.ok(similarity === (union === 0 ? 0 : x.intersection(y).size / union));
        }
      }),
    );
  });
});

describe('of very many pairs', () => {
  it('the most similar are listed, of equal ones those that came first, and all are counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4_000, size: 'max' }),
        fc.integer({ min: 1, max: 1_500 }),
        (all, size) => {
          const pairs = all.map((n, i) => ({ a: `${i}`, b: `${i}`, similarity: n / 9 }));
          const found = new MostSimilar(size);
          for (const { a, b, similarity } of pairs) found.add(a, b, similarity);
          const sorted = pairs.toSorted((x, y) => y.similarity - x.similarity);
          assert.deepEqual(found.pairs(), sorted.slice(0, size));
          assert.equal(found.total, pairs.length);
        },
      ),
    );
  });

  it('no list of them is longer than 10,000, and other requests are served during the work', async () => {
    const items = Array.from({ length: 10 }, (_, i) => `${i}`);
    const lists = Array.from({ length: 1_000 }, (_, i) => ({ id: `${i}`, items }));
    const events: string[] = [];
    const finding = findSimilarLists({ lists, threshold: 0 }).finally(() => events.push('found'));
    await turn();
    events.push('another request');
    const { total, pairs } = await finding;
    assert.deepEqual(events, ['another request', 'found']);
    assert.deepEqual([total, pairs.length], [499_500, 10_000]);
  });
});
