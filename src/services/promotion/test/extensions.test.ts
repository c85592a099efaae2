/** Discounts on items, orders that are cancelled, and rules that are active for a time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, by, cart, customer, open, rule, stores } from './fixtures.ts';

const items = [
  { sku: 'apple', category: 'Fruit', price: 3, qty: 10 },
  { sku: 'milk', category: 'dairy', price: 70, qty: 1 },
];
const mixed = { ...cart, total: 100, items };
const percent = (value: number, more: object = {}) => {
  return { discount: { type: 'percentage', value, ...more } };
};
const fruit = { applies_to: { categories: ['FRUIT'] } };

for (const { name, skip, env } of stores) {
  describe(`discounts on items, on ${name}`, { skip }, () => {
    it('are taken off what matches, as far as earlier ones have not consumed it', async (t) => {
      const { create, apply } = await open(t, env());
      await create(
        rule('all', { ...percent(50), priority: 1 }),
        rule('fruit', { ...percent(10, fruit), priority: 2 }),
        rule('milk', {
          ...percent(100, { applies_to: { skus: ['milk'] }, max_amount: 20 }),
          priority: 3,
        }),
        rule('gone', { ...percent(50, { applies_to: { skus: ['apple'] } }), priority: 5 }),
        rule('eaten', { ...percent(100, fruit), priority: 4 }),
      );
      const answer = await apply({ cart: mixed });
      assert.deepEqual(
        answer.applied.map((one: { promo_id: string; discount: number }) => [
          one.promo_id,
          one.discount,
        ]),
        [
          ['all', 50],
          ['fruit', 1.5],
          ['milk', 20],
          ['eaten', 13.5],
          ['gone', 0],
        ],
      );
      assert.deepEqual([answer.total_discount, answer.total_after], [85, 15]);
    });

    it('of which nothing matches are refused: conditions not met', async (t) => {
      const { post, create, apply } = await open(t, env());
      await create(rule('p', percent(10, { applies_to: { categories: ['tea'], skus: ['x'] } })));
      const refused = [{ promo_id: 'p', reason: 'conditions not met' }];
      assert.deepEqual((await apply({ promo_id: 'p' })).refused, refused);
      assert.deepEqual((await apply()).refused, []);
      const { valid, discount_summary, ...rest } = (
        await post('/validate', { promo_id: 'p', cart, customer })
      ).json();
      assert.deepEqual([valid, discount_summary, rest.refused], [false, null, refused]);
    });

    it('are shown as they were created, and of a repeated order computed again', async (t) => {
      const { app, post, create, apply } = await open(t, env());
      const { discount } = percent(10, {
        applies_to: { categories: ['fruit'], skus: [] },
        max_amount: 2,
      });
      await create(
        rule('p', { discount: { ...discount, applies_to: { ...discount, ...fruit.applies_to } } }),
      );
      const shown = (await app.inject('/admin/rules/p')).json();
      assert.deepEqual(shown.discount, { ...discount, applies_to: { categories: ['FRUIT'] } });
      const first = await apply({ cart: mixed, order_id: 'o' });
      assert.equal(first.total_discount, 2);
      await app.inject({ method: 'DELETE', url: '/admin/rules/p' });
      assert.deepEqual(await apply({ cart: mixed, order_id: 'o' }), first);
      await create(rule('q', { discount }));
      const valid = await post('/validate', { promo_id: 'q', cart: mixed, customer });
      assert.deepEqual(valid.json().discount_summary, discount);
    });
  });

  describe(`POST /orders/:order_id/cancel, on ${name}`, { skip }, () => {
    const cancel = (id: string) => ({ method: 'POST', url: `/orders/${id}/cancel` }) as const;

    it('gives back every use of the order once, and answers the same again', async (t) => {
      const { app, create, createCodes, apply } = await open(t, env());
      await create(
        rule('a', { usage_limits: { per_user: 1 } }),
        rule('b', { requires_code: true, usage_limits: { global: 1 } }),
        rule('c', { condition_tree: { type: 'MinTransaction', value: 1e6 } }),
      );
      await createCodes('b', { codes: ['B'] });
      for (let i = 0; i < 5; i++) {
        const { applied } = await apply({ order_id: `o${i}`, codes: ['B'] });
        assert.equal(applied.length, 2);
        for (let again = 0; again < 2; again++) {
          const response = await app.inject(cancel(`o${i}`));
          assert.equal(response.statusCode, 200, response.body);
          const returned = { order_id: `o${i}`, cancelled: true, returned: ['a', 'b'] };
          assert.deepEqual(response.json(), returned);
        }
      }
      assert.equal((await apply({ order_id: 'last', codes: ['B'] })).applied.length, 2);
      assert.equal((await apply({ codes: ['B'] })).applied.length, 0);
    });

    it('does not give back uses that have expired since then', async (t) => {
      const { app, clock, create, apply } = await open(t, env());
      await create(rule('p', { usage_limits: { per_user: 1, ttl_seconds: 60 } }));
      await apply({ order_id: 'o' });
      clock.advance(86_400_000);
      assert.deepEqual((await app.inject(cancel('o'))).json().returned, []);
    });

    it('applying that order again is 409, whatever became of the rules', async (t) => {
      const { app, post, create, apply } = await open(t, env());
      await create(rule('p'));
      await apply({ promo_id: 'p', order_id: 'o' });
      await app.inject(cancel('o'));
      const again = { promo_id: 'p', order_id: 'o', cart, customer };
      assertProblem(await post('/apply', again), 409, 'ORDER_CANCELLED');
      assertProblem(await post('/apply', { ...again, ...by('bob') }), 409, 'ORDER_CANCELLED');
      await app.inject({ method: 'DELETE', url: '/admin/rules/p' });
      assertProblem(await post('/apply', again), 409, 'ORDER_CANCELLED');
    });

    it('of an unknown order is 404', async (t) => {
      const { app } = await open(t, env());
      assertProblem(await app.inject(cancel('none')), 404, 'UNKNOWN_ORDER');
    });
  });

  describe(`the life of a rule, on ${name}`, { skip }, () => {
    it('a rule is a candidate from active_from until active_until, and named outside: not active', async (t) => {
      const { post, clock, create, apply } = await open(t, env());
      const [active_from, active_until] = [clock() + 1_000, clock() + 3_000];
      await create(rule('p', { active_from, active_until }));
      const seen: (number | string)[] = [];
      for (const step of [999, 1, 1_999, 1]) {
        clock.advance(step);
        const buyer = by(`at ${clock()}`);
        const { applied, refused } = await apply({ promo_id: 'p', ...buyer });
        seen.push(applied.length === 1 ? 'applied' : refused[0].reason);
        assert.deepEqual((await apply(buyer)).refused, []);
        const { valid } = (await post('/validate', { promo_id: 'p', cart, customer })).json();
        assert.equal(valid, applied.length === 1);
      }
      assert.deepEqual(seen, ['not active', 'applied', 'applied', 'not active']);
    });

    it('a paused rule is not a candidate until it is resumed', async (t) => {
      const { app, post, create, createCodes, apply } = await open(t, env());
      await create(rule('p', { paused: true, requires_code: true }));
      await createCodes('p', { codes: ['A'] });
      const refused = [{ promo_id: 'p', reason: 'not active' }];
      assert.deepEqual(await apply({ promo_id: 'p' }).then((one) => one.refused), refused);
      assert.deepEqual(await apply({ codes: ['A'] }).then((one) => one.refused), refused);
      const told = (await post('/validate', { promo_id: 'p', cart, customer })).json();
      assert.deepEqual([told.valid, told.refused], [false, refused]);
      const payload = rule('p', { paused: false });
      await app.inject({ method: 'PUT', url: '/admin/rules/p', payload });
      assert.equal((await apply()).applied.length, 1);
    });

    it('its members are shown as they were sent', async (t) => {
      const { app, create } = await open(t, env());
      const condition_tree = { type: 'MinTransaction', operator: 'gte', value: 1 };
      const sent = rule('p', {
        condition_tree,
        active_from: 1,
        active_until: 2,
        paused: false,
        requires_code: true,
      });
      await create(sent);
      assert.deepEqual((await app.inject('/admin/rules/p')).json(), sent);
    });
  });
}

describe('a rule that does not fit', () => {
  const bad: [path: string, change: object][] = [
    ['active_until', { active_from: 5, active_until: 5 }],
    ['active_until', { active_until: 0 }],
    ['active_from', { active_from: '2026-01-01' }],
    ['paused', { paused: 'no' }],
    ['requires_code', { requires_code: 1 }],
    ['discount.max_amount', percent(10, { max_amount: -1 })],
    ['discount.applies_to', percent(10, { applies_to: {} })],
    ['discount.applies_to', percent(10, { applies_to: { categories: [], skus: [] } })],
    ['discount.applies_to.categories', percent(10, { applies_to: { categories: 'fruit' } })],
    ['discount.applies_to.skus.0', percent(10, { applies_to: { skus: [''] } })],
  ];
  for (const [path, change] of bad) {
    it(`is 400 and names ${path}: ${JSON.stringify(change).slice(0, 60)}`, async (t) => {
      const { post } = await open(t);
      const response = await post('/admin/rules', rule('p', change));
      assertProblem(response, 400, 'VALIDATION_FAILED', path);
    });
  }
});
