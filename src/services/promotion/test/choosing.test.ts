/** The promotions that a cart qualifies for, and the best combination for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, by, cart, customer, open, rule, stores } from './fixtures.ts';

const min = (value: number) => ({ type: 'MinTransaction', value });
const category = (value: string) => ({ type: 'Category', value: [value] });
const fixed = (value: number) => ({ discount: { type: 'fixed', value } });
const idOf = ({ promo_id }: { promo_id: string }) => promo_id;

for (const { name, skip, env } of stores) {
  describe(`POST /qualify, on ${name}`, { skip }, () => {
    it('lists what the cart qualifies for, with what each takes off alone, and counts nothing', async (t) => {
      const { post, create, apply } = await open(t, env());
      await create(
        rule('a', { ...fixed(150), usage_limits: { global: 1 } }),
        rule('b', { ...fixed(150), stackable: false }),
        rule('c', {
          discount: {
            type: 'percentage',
            value: 50,
            applies_to: { skus: ['apple'] },
            max_amount: 9,
          },
        }),
        rule('coded', { requires_code: true }),
        rule('paused', { paused: true }),
      );
      for (let i = 0; i < 4; i++) {
        const response = await post('/qualify', { cart, customer });
        assert.deepEqual(
          [response.statusCode, response.json()],
          [
            200,
            {
              qualified: [
                { promo_id: 'a', name: 'the a', discount: 150 },
                { promo_id: 'b', name: 'the b', discount: 150 },
                { promo_id: 'c', name: 'the c', discount: 9 },
              ],
              not_yet: [],
            },
          ],
        );
      }
      assert.equal((await apply({ promo_id: 'a' })).applied.length, 1);
    });

    it('lists what it does not yet, by fewest failing leaves, with all leaves explained', async (t) => {
      const { post, create } = await open(t, env());
      const and = (...children: object[]) => ({ condition_tree: { type: 'AND', children } });
      await create(
        rule('three', and(min(1e6), min(1e7), category('tea'))),
        rule('one-later', { ...and(min(1e6), min(1)), priority: 2 }),
        rule('two', and(min(1e6), min(1), category('tea'))),
        rule('one', and(min(1e6), min(1))),
      );
      const { not_yet } = (await post('/qualify', { cart, customer })).json();
      assert.deepEqual(not_yet.map(idOf), ['one', 'one-later', 'two', 'three']);
      const { name, explanation } = not_yet[2];
      assert.equal(name, 'the two');
      const outcomes = explanation.children.map((leaf: { outcome: boolean }) => leaf.outcome);
      assert.deepEqual([explanation.outcome, outcomes], [false, [false, true, false]]);
      assert.match(explanation.children[2].needs, /tea/);
    });

    it('says of a discount which items it needs', async (t) => {
      const { post, create } = await open(t, env());
      const applies_to = { categories: ['tea', 'rice'], skus: ['x'] };
      await create(rule('p', { discount: { type: 'fixed', value: 1, applies_to } }));
      const { qualified, not_yet } = (await post('/qualify', { cart, customer })).json();
      assert.deepEqual(qualified, []);
      const needs = 'an item of a category among tea, rice, or with a SKU among x';
      assert.equal(not_yet[0].needs, needs);
    });

    it('lists at most 100 that are not met yet', async (t) => {
      const { post, create } = await open(t, env());
      const ids = Array.from({ length: 103 }, (_, i) => `p${String(i).padStart(3, '0')}`);
      await create(...ids.map((id) => rule(id, { condition_tree: min(1e6) })));
      const { not_yet } = (await post('/qualify', { cart, customer })).json();
      assert.deepEqual(not_yet.map(idOf), ids.slice(0, 100));
    });

    it('has promotions through codes, and says which codes are refused', async (t) => {
      const { post, create, createCodes, apply } = await open(t, env());
      await create(rule('a', { requires_code: true }), rule('b', { requires_code: true }));
      await createCodes('a', { codes: ['A'] });
      await createCodes('b', { codes: ['B'] });
      await apply({ codes: ['B'] });
      const answer = (await post('/qualify', { cart, customer, codes: ['a', 'b', 'c'] })).json();
      assert.deepEqual(answer, {
        qualified: [{ promo_id: 'a', name: 'the a', discount: 20 }],
        not_yet: [],
        refused: [
          { code: 'c', reason: 'unknown code' },
          { code: 'b', reason: 'code used up' },
        ],
      });
    });
  });

  describe(`choose: "best", on ${name}`, { skip }, () => {
    it('applies the set with the largest total discount, and counts it alone', async (t) => {
      const { create, apply } = await open(t, env());
      await create(
        rule('first', { ...fixed(5), priority: 1, usage_limits: { global: 1 } }),
        rule('single', { ...fixed(100), priority: 2, stackable: false }),
        rule('last', { ...fixed(10), priority: 3 }),
      );
      assert.deepEqual((await apply({ promo_ids: ['single'], ...by('bob') })).total_discount, 100);
      const { applied, total_discount, refused } = await apply({ choose: 'best' });
      assert.deepEqual([applied.map(idOf), total_discount], [['single', 'last'], 110]);
      assert.deepEqual(refused, [{ promo_id: 'first', reason: 'not chosen' }]);
      // By priority the first one comes before, and its use is still there.
      const plain = await apply();
      assert.deepEqual(plain.applied.map(idOf), ['first', 'last']);
    });

    it('chooses among those whose limits are not reached', async (t) => {
      const { create, apply } = await open(t, env());
      const limited = { usage_limits: { per_user: 1 } };
      await create(
        rule('a', { ...fixed(10), ...limited }),
        rule('b', { ...fixed(5), stackable: false }),
      );
      assert.deepEqual((await apply({ choose: 'best' })).applied.map(idOf), ['a']);
      const { applied, refused } = await apply({ choose: 'best' });
      assert.deepEqual(applied.map(idOf), ['b']);
      assert.deepEqual(refused, [{ promo_id: 'a', reason: 'user limit reached' }]);
    });

    it('counts the use of a code that is chosen, and gives a repeated order the same', async (t) => {
      const { app, create, createCodes, apply } = await open(t, env());
      await create(rule('a', { ...fixed(10), requires_code: true }), rule('b', fixed(5)));
      await createCodes('a', { codes: ['A'] });
      const request = { choose: 'best', codes: ['A'], order_id: 'o' };
      const first = await apply(request);
      assert.deepEqual(first.applied.map(idOf), ['a', 'b']);
      assert.deepEqual(await apply(request), first);
      const cancelled = await app.inject({ method: 'POST', url: '/orders/o/cancel' });
      assert.deepEqual(cancelled.json().returned, ['a', 'b']);
      const again = await apply({ choose: 'best', codes: ['A'] });
      assert.equal(again.applied[0].code, 'A');
    });

    it('is exact up to 20 eligible candidates; 21 are 400', async (t) => {
      const { post, create, apply } = await open(t, env());
      const ids = Array.from({ length: 21 }, (_, i) => `p${i}`);
      await create(...ids.map((id, i) => rule(id, fixed(i + 1))));
      const response = await post('/apply', { choose: 'best', order_id: 'o', cart, customer });
      assertProblem(response, 400, 'TOO_MANY_CANDIDATES');
      // Nothing was counted, and the order is open.
      for (let i = 0; i < 3; i++) await apply({ promo_id: 'p0' });
      const { applied, refused } = await apply({ choose: 'best', order_id: 'o' });
      assert.equal(applied.length, 14); // 21 + 20 + … + 8 is 203, the cart 200
      assert.deepEqual(refused[0], { promo_id: 'p0', reason: 'device limit reached' });
    });

    it('keeps limits exactly when many choose at once through two replicas', async (t) => {
      const shared: Record<string, string> = env();
      const first = await open(t, shared);
      const few = { usage_limits: { global: 10 } };
      await first.create(rule('a', { ...fixed(9), ...few }), rule('b', { ...fixed(5), ...few }));
      const second = 'STORE_ADDR' in shared ? await open(t, shared) : first;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          [first, second][i % 2]!.apply({ choose: 'best', ...by(`buyer ${i}`) }),
        ),
      );
      const totals = answers.map(({ total_discount }) => total_discount);
      assert.equal(totals.filter((total) => total === 14).length, 10);
      assert.equal(totals.filter((total) => total === 0).length, 30);
    });

    it('anything else to choose is 400', async (t) => {
      const { post } = await open(t, env());
      const response = await post('/apply', { choose: 'worst', cart, customer });
      assertProblem(response, 400, 'VALIDATION_FAILED', 'choose');
    });
  });
}
