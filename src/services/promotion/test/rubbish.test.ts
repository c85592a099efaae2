/** Random input of strangers: it never causes an internal error, and refusals give their reasons. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { anyText, nearly } from '#kit/testing/rubbish.ts';
import { cart, customer, open, rule, stores } from './fixtures.ts';

const tree = {
  type: 'OR',
  children: [
    { type: 'NOT', children: [{ type: 'MinTransaction', operator: 'between', value: [1, 2] }] },
    { type: 'Category', operator: 'eq', value: 'fruit' },
    { type: 'TimeSlot', value: { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' } },
  ],
};
const name = fc.constantFrom('p', 'q', 'r', 's');
const posted = fc.oneof(
  name.chain((promo_id) => request('/admin/rules', rule(promo_id, limited))),
  name.chain((promo_id) => request('/validate', { promo_id, cart, customer })),
  name.chain((promo_id) => request('/apply', { promo_id, order_id: 'o', cart, customer })),
  request('/apply', { promo_ids: ['p', 'q'], cart, customer }),
  request('/apply', { cart, customer }),
  request('/apply', { codes: ['A', 'b'], choose: 'best', order_id: 'o2', cart, customer }),
  request('/qualify', { codes: ['A'], cart, customer }),
  request('/orders/o/cancel', {}),
  request('/admin/rules/q/codes', { count: 2, prefix: 'x', length: 9, uses_per_code: 2 }),
  request('/admin/rules/q/codes', { codes: ['A', 'B'] }),
  request('/admin/fraud/similarity', {
    lists: [
      { id: 'a', items: ['x'] },
      { id: 'b', items: ['x', 'y'] },
    ],
    threshold: 0.5,
  }),
);
const limited = {
  condition_tree: tree,
  discount: {
    type: 'percentage',
    value: 10,
    max_amount: 5.5,
    applies_to: { categories: ['Fruit'], skus: ['apple'] },
  },
  requires_code: false,
  active_from: 0,
  active_until: 8_000_000_000_000,
  paused: false,
  usage_limits: { per_user: 2, global: 3, ttl_seconds: 1 },
};

for (const { name, skip, env } of stores) {
  describe(`rubbish on ${name}`, { skip }, () => {
    it('nothing that a client sends is answered with 500', async (t) => {
      const { app, create } = await open(t, env());
      await create(rule('p', limited), rule('q'));
      const seen = new Set<number>();
      const headers = { 'content-type': 'application/json' };
      const law = fc.asyncProperty(posted, anyText(), async (request, id) => {
        const { statusCode, body } = await app.inject({ method: 'POST', headers, ...request });
        seen.add(statusCode);
        assert.ok([200, 201, 400, 404, 409].includes(statusCode), body);
        const url = `/admin/rules/${encodeURIComponent(`no ${id.toWellFormed()}`)}`;
        for (const method of ['GET', 'PUT', 'DELETE'] as const) {
          const { payload } = request;
          const answer = await app.inject({
            method,
            url,
            ...(method === 'PUT' && { payload, headers }),
          });
          assert.ok([400, 404].includes(answer.statusCode), answer.body);
        }
      });
      await fc.assert(law, { numRuns: 200 });
      for (const status of [200, 400]) assert.ok(seen.has(status), `${[...seen]}`);
      assert.equal((await app.inject('/admin/rules')).statusCode, 200);
    });

    it('a tree that is too deep or too large is refused, however deep it is', async (t) => {
      const { app } = await open(t, env());
      const headers = { 'content-type': 'application/json' };
      for (const depth of [31, 32, 5_000]) {
        const node = '{"type":"NOT","children":['.repeat(depth) + leaf + ']}'.repeat(depth);
        const text = JSON.stringify(rule(`p${depth}`, { condition_tree: 'TREE' }));
        const payload = text.replace('"TREE"', node);
        const answer = await app.inject({ method: 'POST', url: '/admin/rules', headers, payload });
        assert.equal(answer.statusCode, depth < 32 ? 201 : 400, answer.body);
      }
    });
  });
}

const leaf = '{"type":"MinTransaction","value":1}';

function request(url: string, body: object) {
  return nearly(body).map((payload) => ({ url, payload }));
}
