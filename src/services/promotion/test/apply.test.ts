import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { apply as applyTo, type Engine } from '../apply.ts';
import { assertProblem, cart, customer, open, rule, stores } from './fixtures.ts';

const never = { type: 'MinTransaction', value: 1_000_000 };
const fixed = (value: number) => ({ type: 'fixed', value });

for (const { name, skip, env } of stores) {
  describe(`POST /validate, on ${name}`, { skip }, () => {
    it('says whether a promotion holds, which conditions are met, and the discount', async (t) => {
      const { post, create } = await open(t, env());
      const children = [
        { type: 'MinTransaction', value: 100 },
        { type: 'Category', value: ['fruit'] },
      ];
      await create(rule('p', { condition_tree: { type: 'AND', children } }));
      const response = await post('/validate', { promo_id: 'p', cart, customer });
      const { explanation, ...rest } = response.json();
      assert.equal(response.statusCode, 200);
      assert.deepEqual(rest, {
        valid: true,
        conditions_met: ['MinTransaction', 'Category'],
        discount_summary: { type: 'percentage', value: 10 },
      });
      assert.equal(explanation.children[1].outcome, true);
    });

    it('says what would make it true, and gives no discount, when it does not hold', async (t) => {
      const { post, create } = await open(t, env());
      await create(rule('p', { condition_tree: { type: 'MinTransaction', value: 500 } }));
      const response = await post('/validate', { promo_id: 'p', cart, customer });
      assert.deepEqual(response.json(), {
        valid: false,
        conditions_met: [],
        discount_summary: null,
        explanation: {
          type: 'MinTransaction',
          outcome: false,
          operator: 'gte',
          expected: 500,
          actual: 200,
          needs: 'a cart total of at least 500',
        },
      });
    });

    it('looks at the clock of the service for a TimeSlot', async (t) => {
      const { post, create, clock } = await open(t, env());
      const iso = (instant: number) => new Date(instant).toISOString();
      const value = { start: iso(clock() + 1_000), end: iso(clock() + 3_000) };
      await create(rule('p', { condition_tree: { type: 'TimeSlot', value } }));
      const valid = async () =>
        (await post('/validate', { promo_id: 'p', cart, customer })).json().valid;
      const seen = [await valid()];
      for (const step of [1_000, 1, 1_998, 1]) {
        clock.advance(step);
        seen.push(await valid());
      }
      assert.deepEqual(seen, [false, false, true, true, false]);
    });

    it('counts nothing', async (t) => {
      const { post, create, apply } = await open(t, env());
      await create(rule('p', { usage_limits: { per_user: 1, global: 1 } }));
      for (let i = 0; i < 5; i++) await post('/validate', { promo_id: 'p', cart, customer });
      assert.equal((await apply()).applied.length, 1);
    });
  });

  describe(`POST /apply, on ${name}`, { skip }, () => {
    it('applies by ascending priority, ties by promo_id, each to what is left', async (t) => {
      const { create, apply } = await open(t, env());
      await create(
        rule('c', { priority: 5, discount: fixed(10) }),
        rule('b', { priority: -1, discount: { type: 'percentage', value: 50 } }),
        rule('a', { priority: 5, discount: { type: 'percentage', value: 10 } }),
      );
      assert.deepEqual(await apply(), {
        applied: [
          { promo_id: 'b', discount: 100, priority: -1, stackable: true },
          { promo_id: 'a', discount: 10, priority: 5, stackable: true },
          { promo_id: 'c', discount: 10, priority: 5, stackable: true },
        ],
        total_before: 200,
        total_discount: 120,
        total_after: 80,
        refused: [],
      });
    });

    it('passes over one that does not stack when another applies, and lets it come first', async (t) => {
      const { create, apply } = await open(t, env());
      await create(
        rule('first', { priority: 1, stackable: false }),
        rule('second', { priority: 2, stackable: false }),
        rule('third', { priority: 3 }),
      );
      const { applied, refused } = await apply();
      assert.deepEqual(
        applied.map(({ promo_id }: { promo_id: string }) => promo_id),
        ['first', 'third'],
      );
      assert.deepEqual(refused, [{ promo_id: 'second', reason: 'not stackable' }]);
    });

    it('takes one promotion, several, or all active ones as candidates', async (t) => {
      const { create, apply } = await open(t, env());
      await create(rule('a'), rule('b'), rule('c'), rule('d', { condition_tree: never }));
      const applied = async (more: object) =>
        (await apply(more)).applied.map(({ promo_id }: { promo_id: string }) => promo_id);
      assert.deepEqual(await applied({ promo_id: 'b' }), ['b']);
      assert.deepEqual(await applied({ promo_ids: ['c', 'a', 'c'] }), ['a', 'c']);
      assert.deepEqual(await applied({ customer: { ...customer, device_fingerprint: 'x' } }), [
        'a',
        'b',
        'c',
      ]);
    });

    it('says why a promotion that was named does not apply', async (t) => {
      const { create, apply } = await open(t, env());
      await create(
        rule('unmet', { condition_tree: never }),
        rule('mine', { usage_limits: { per_user: 1 } }),
        rule('ours', { usage_limits: { global: 1 } }),
        rule('device'),
      );
      await apply({ promo_ids: ['mine', 'ours'] });
      for (let i = 0; i < 3; i++) await apply({ promo_id: 'device' });
      const { refused } = await apply({ promo_ids: ['unmet', 'mine', 'ours', 'device'] });
      assert.deepEqual(refused, [
        { promo_id: 'device', reason: 'device limit reached' },
        { promo_id: 'mine', reason: 'user limit reached' },
        { promo_id: 'ours', reason: 'global limit reached' },
        { promo_id: 'unmet', reason: 'conditions not met' },
      ]);
    });

    it('refuses both promo_id and promo_ids', async (t) => {
      const { post } = await open(t, env());
      const both = { promo_id: 'a', promo_ids: ['b'], cart, customer };
      assertProblem(await post('/apply', both), 400, 'VALIDATION_FAILED', 'promo_ids');
    });

    it('gives an order the same answer again, whatever became of the rules', async (t) => {
      const { app, create, apply } = await open(t, env());
      await create(
        rule('a', { usage_limits: { per_user: 2 } }),
        rule('b', { condition_tree: never }),
      );
      const request = { promo_ids: ['a', 'b'], order_id: 'order-1' };
      const first = await apply(request);
      const payload = rule('a', { discount: fixed(1), usage_limits: { per_user: 2 } });
      await app.inject({ method: 'PUT', url: '/admin/rules/a', payload });
      assert.deepEqual(await apply(request), first);
      assert.equal((await apply({ promo_id: 'a' })).applied.length, 1);
      await app.inject({ method: 'DELETE', url: '/admin/rules/a' });
      assert.deepEqual(await apply(request), first);
    });

    it('holds an order to its request: another cart or customer is 409', async (t) => {
      const { post, create, apply } = await open(t, env());
      await create(rule('a'));
      await apply({ order_id: 'o' });
      for (const change of [
        { cart: { ...cart, total: 100 } },
        { customer: { ...customer, id: 'bob' } },
        { promo_id: 'a' },
      ]) {
        const response = await post('/apply', { cart, customer, order_id: 'o', ...change });
        assertProblem(response, 409, 'ORDER_MISMATCH');
      }
    });

    it('knows an order again when its members come in another sequence, or with unknown ones', async (t) => {
      const { post, create, apply } = await open(t, env());
      await create(rule('a', { usage_limits: { per_user: 1 } }));
      const first = await apply({ order_id: 'o' });
      const { total, hub_id, items } = cart;
      let note: object = {};
      for (let depth = 0; depth < 60; depth++) note = { note };
      const turned = { items, note, hub_id, total };
      const again = await post('/apply', { order_id: 'o', customer, cart: turned });
      assert.deepEqual([again.statusCode, again.json()], [200, first]);
    });

    it('keeps limits exactly when many buyers come at once through two replicas', async (t) => {
      const shared: Record<string, string> = env();
      const first = await open(t, shared);
      await first.create(rule('p', { usage_limits: { per_user: 2, global: 30 } }));
      const second = 'STORE_ADDR' in shared ? await open(t, shared) : first;
      const replicas = [first, second];
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, i) =>
          replicas[i % 2]!.apply({
            customer: { ...customer, id: `u${i % 24}`, device_fingerprint: `d${i}` },
          }),
        ),
      );
      const applied = answers.filter((answer) => answer.applied.length === 1);
      assert.equal(applied.length, 30);
    });
  });
}

for (const { name, skip, env } of stores) {
  describe(`candidates of POST /apply, on ${name}`, { skip }, () => {
    it('that were not named and whose conditions are not met are left out of the answer', async (t) => {
      const { create, apply } = await open(t, env());
      await create(rule('p'), rule('unmet', { condition_tree: never }));
      const { applied, refused } = await apply();
      assert.deepEqual([applied.length, refused], [1, []]);
      const unmet = [{ promo_id: 'unmet', reason: 'conditions not met' }];
      assert.deepEqual((await apply({ promo_ids: ['unmet', 'p'] })).refused, unmet);
    });

    it('are the same request in whatever order they are named, or named twice', async (t) => {
      const { create, apply } = await open(t, env());
      await create(rule('p'), rule('q'));
      const first = await apply({ order_id: 'o', promo_ids: ['p', 'q'] });
      assert.equal(first.applied.length, 2);
      assert.deepEqual(await apply({ order_id: 'o', promo_ids: ['q', 'p', 'q'] }), first);
    });
  });
}

describe('POST /validate', () => {
  it('stays small when a tree with many leaves meets a cart with many categories', async (t) => {
    const { post, create } = await open(t);
    const children = Array.from({ length: 999 }, () => ({ type: 'Category', value: ['tea'] }));
    await create(rule('p', { condition_tree: { type: 'OR', children } }));
    const items = Array.from({ length: 600 }, (_, i) => {
      return { sku: 's', category: `${i} ${'x'.repeat(200)}`, price: 1, qty: 1 };
    });
    const response = await post('/validate', { promo_id: 'p', cart: { ...cart, items }, customer });
    assert.equal(response.statusCode, 200);
    assert.equal(response.json().explanation.children[0].actual.length, 20);
    assert.ok(response.body.length < 8 * 1024 * 1024);
  });
});

describe('POST /apply', () => {
  it('lets other requests in between while it looks at many trees', async () => {
    const isMet = () => {
      const end = performance.now() + 4; // a large tree
      while (performance.now() < end);
      return false;
    };
    const sorted = Array.from({ length: 5 }, (_, i) => {
      return { rule: { ...rule(`p${i}`), discount: fixed(1) }, incarnation: '', isMet };
    });
    const usage = { countUses: () => assert.fail(), findOrder: () => assert.fail() };
    const engine = { catalogue: { sorted }, usage } as unknown as Engine;
    let turns = 0;
    const applying = applyTo(engine, { cart, customer }, 0).then(() => turns);
    for (let i = 0; i < 3; i++) await turn().then(() => turns++);
    assert.ok((await applying) > 0);
  });

  it('rounds a total half up to 2 places before anything is taken off', async (t) => {
    const { create, apply } = await open(t);
    await create(rule('p'));
    const { total_before, total_discount, total_after } = await apply({
      cart: { ...cart, total: 10.005 },
    });
    assert.deepEqual([total_before, total_discount, total_after], [10.01, 1, 9.01]);
  });

  it('never takes a total below 0, whatever applies', async (t) => {
    const { create, apply } = await open(t);
    const amount = fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100);
    let device = 0;
    await create(
      rule('a', { discount: fixed(99.99) }),
      rule('b', { priority: 2, discount: { type: 'percentage', value: 33.33 } }),
      rule('c', { priority: 3, discount: fixed(250) }),
    );
    await fc.assert(
      fc.asyncProperty(amount, async (total) => {
        const buyer = { ...customer, device_fingerprint: `d${++device}` };
        const answer = await apply({ cart: { ...cart, total }, customer: buyer });
        assert.ok(answer.total_after >= 0);
        const cents = (value: number) => Math.round(value * 100);
        assert.equal(
          cents(answer.total_before),
          cents(answer.total_discount) + cents(answer.total_after),
        );
      }),
    );
  });

  const bad: [path: string, change: object][] = [
    ['cart', { cart: undefined }],
    ['cart.total', { cart: { ...cart, total: -1 } }],
    ['cart.total', { cart: { ...cart, total: '200' } }],
    ['cart.total', { cart: { ...cart, total: null } }],
    ['cart.total', { cart: { ...cart, total: 1e300 } }],
    ['cart.hub_id', { cart: { ...cart, hub_id: '' } }],
    ['cart.items', { cart: { ...cart, items: undefined } }],
    ['cart.items', { cart: { ...cart, items: Array(1_001).fill(cart.items[0]) } }],
    ['cart.items.0.qty', { cart: { ...cart, items: [{ ...cart.items[0], qty: 0 }] } }],
    ['cart.items.0.category', { cart: { ...cart, items: [{ ...cart.items[0], category: 7 }] } }],
    ['customer.id', { customer: { ...customer, id: undefined } }],
    ['customer.device_fingerprint', { customer: { ...customer, device_fingerprint: '\ud800' } }],
    ['customer.order_count', { customer: { ...customer, order_count: -1 } }],
    ['customer.order_count', { customer: { ...customer, order_count: 1.5 } }],
    ['promo_ids', { promo_ids: [] }],
    ['promo_ids.0', { promo_ids: [''] }],
    ['order_id', { order_id: '' }],
    ['order_id', { order_id: 7 }],
  ];
  for (const [path, change] of bad) {
    it(`is 400 and names ${path}: ${JSON.stringify(change).slice(0, 60)}`, async (t) => {
      const { post } = await open(t);
      const response = await post('/apply', { cart, customer, ...change });
      assertProblem(response, 400, 'VALIDATION_FAILED', path);
    });
  }
});
