import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, cart, customer, open, rule, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`rules over HTTP, on ${name}`, { skip }, () => {
    it('a rule is created with 201 and shown as it was created', async (t) => {
      const { app, post } = await open(t, env());
      const sent = rule('spring', {
        priority: 3,
        stackable: false,
        discount: { type: 'fixed', value: 12.5 },
        condition_tree: {
          type: 'AND',
          children: [
            { type: 'MinTransaction', operator: 'gt', value: 100 },
            { type: 'NOT', children: [{ type: 'Area', operator: 'in', value: ['h9'] }] },
          ],
        },
        usage_limits: { per_user: 1, global: 100, ttl_seconds: 3600 },
      });
      const created = await post('/admin/rules', sent);
      assert.equal(created.statusCode, 201);
      assert.deepEqual(created.json(), { status: 'created', promo_id: 'spring' });
      assert.deepEqual((await app.inject('/admin/rules/spring')).json(), sent);
      assert.deepEqual((await app.inject('/admin/rules')).json(), { rules: [sent] });
    });

    it('unknown members of a rule are ignored and never stored', async (t) => {
      const { app, create } = await open(t, env());
      const leaf = { type: 'MinTransaction', operator: 'gte', value: 1 };
      await create(rule('p', { colour: 'red', condition_tree: { ...leaf, note: 'x' } }));
      const shown = (await app.inject('/admin/rules/p')).json();
      assert.deepEqual(shown, rule('p', { condition_tree: leaf }));
    });

    it('creating one that exists is 409, also in another priority', async (t) => {
      const { post, create, apply } = await open(t, env());
      await create(rule('p'));
      const again = await post(
        '/admin/rules',
        rule('p', { discount: { type: 'fixed', value: 1 } }),
      );
      assertProblem(again, 409, 'PROMOTION_EXISTS');
      assert.equal((await apply()).total_discount, 20);
    });

    it('an invalid tree is 400 with the path of the node, and nothing is stored', async (t) => {
      const { app, post } = await open(t, env());
      const not = { type: 'NOT', children: [] };
      const tree = { type: 'AND', children: [{ type: 'MinTransaction', value: 1 }, not] };
      const response = await post('/admin/rules', rule('p', { condition_tree: tree }));
      assertProblem(response, 400, 'INVALID_TREE', 'condition_tree');
      assert.equal(response.json().path, '$.children[1]');
      assertProblem(await app.inject('/admin/rules/p'), 404, 'UNKNOWN_PROMOTION');
      const put = { method: 'PUT', url: '/admin/rules/p' } as const;
      const payload = rule('p', { condition_tree: tree });
      assertProblem(await app.inject({ ...put, payload }), 400, 'INVALID_TREE');
    });

    it('PUT replaces a rule and leaves its counters, DELETE removes it', async (t) => {
      const { app, create, apply } = await open(t, env());
      await create(rule('p', { usage_limits: { per_user: 1 } }));
      await apply();
      const change = rule('p', {
        discount: { type: 'fixed', value: 5 },
        usage_limits: { per_user: 2 },
      });
      const put = await app.inject({ method: 'PUT', url: '/admin/rules/p', payload: change });
      assert.deepEqual([put.statusCode, put.json()], [200, { status: 'updated', promo_id: 'p' }]);
      assert.equal((await apply()).total_discount, 5);
      assert.deepEqual((await apply()).refused, [{ promo_id: 'p', reason: 'user limit reached' }]);

      const gone = await app.inject({ method: 'DELETE', url: '/admin/rules/p' });
      assert.deepEqual([gone.statusCode, gone.json()], [200, { status: 'deleted', promo_id: 'p' }]);
      const again = await app.inject({ method: 'DELETE', url: '/admin/rules/p' });
      assert.deepEqual([again.statusCode, again.json()], [200, gone.json()]);
      assert.deepEqual((await apply()).applied, []);
      await create(rule('p', { usage_limits: { per_user: 1 } }));
      assert.equal((await apply()).applied.length, 1);
    });

    it('a missing rule is 404', async (t) => {
      const { app, post } = await open(t, env());
      for (const method of ['GET', 'DELETE'] as const) {
        assertProblem(
          await app.inject({ method, url: '/admin/rules/p' }),
          404,
          'UNKNOWN_PROMOTION',
        );
      }
      const put = await app.inject({ method: 'PUT', url: '/admin/rules/p', payload: rule('p') });
      assertProblem(put, 404, 'UNKNOWN_PROMOTION');
      for (const url of ['/validate', '/apply']) {
        const response = await post(url, { promo_id: 'p', cart, customer });
        assertProblem(response, 404, 'UNKNOWN_PROMOTION');
      }
    });

    it('operators need the admin token, buyers do not', async (t) => {
      const { app, post } = await open(t, { ...env(), ADMIN_TOKEN: 'a-long-token' });
      const requests = [
        { method: 'POST', url: '/admin/rules', payload: rule('p') },
        { method: 'GET', url: '/admin/rules' },
        { method: 'GET', url: '/admin/rules/p' },
        { method: 'PUT', url: '/admin/rules/p', payload: rule('p') },
        { method: 'DELETE', url: '/admin/rules/p' },
        { method: 'POST', url: '/admin/rules/p/codes', payload: { count: 1 } },
        { method: 'GET', url: '/admin/rules/p/codes' },
        { method: 'DELETE', url: '/admin/codes/c' },
        { method: 'POST', url: '/admin/fraud/similarity', payload: { lists: [] } },
      ] as const;
      for (const request of requests) {
        assertProblem(await app.inject(request), 401, 'ADMIN_TOKEN_REQUIRED');
        const headers = { authorization: 'Bearer a-long-token' };
        assert.notEqual((await app.inject({ ...request, headers })).statusCode, 401);
      }
      assert.equal((await post('/apply', { cart, customer })).statusCode, 200);
    });
  });
}

describe('a rule that does not fit', () => {
  const bad: [path: string, change: object][] = [
    ['promo_id', { promo_id: '' }],
    ['promo_id', { promo_id: 'x'.repeat(129) }],
    ['promo_id', { promo_id: 'a\u0000b' }],
    ['promo_id', { promo_id: '\ud800' }],
    ['promo_id', { promo_id: 7 }],
    ['name', { name: 'x'.repeat(257) }],
    ['name', { name: undefined }],
    ['priority', { priority: 1.5 }],
    ['priority', { priority: '1' }],
    ['priority', { priority: 1e300 }],
    ['stackable', { stackable: 'yes' }],
    ['discount', { discount: undefined }],
    ['discount.type', { discount: { type: 'free', value: 1 } }],
    ['discount.value', { discount: { type: 'percentage', value: 100.01 } }],
    ['discount.value', { discount: { type: 'fixed', value: -1 } }],
    ['discount.value', { discount: { type: 'fixed', value: '5' } }],
    ['condition_tree', { condition_tree: undefined }],
    ['condition_tree', { condition_tree: 'AND' }],
    ['condition_tree', { condition_tree: null }],
    ['usage_limits.per_user', { usage_limits: { per_user: -1 } }],
    ['usage_limits.global', { usage_limits: { global: 1.5 } }],
    ['usage_limits.ttl_seconds', { usage_limits: { ttl_seconds: '60' } }],
  ];
  for (const [path, change] of bad) {
    it(`is 400 and names ${path}: ${JSON.stringify(change).slice(0, 60)}`, async (t) => {
      const { post } = await open(t);
      const response = await post('/admin/rules', rule('p', change));
      assertProblem(response, 400, 'VALIDATION_FAILED', path);
    });
  }

  it('is 413 beyond 1 MiB, 415 as text, 400 when it is not JSON', async (t) => {
    const { app, post } = await open(t);
    const huge = rule('p', { name: 'x'.repeat(1024 * 1024) });
    assertProblem(await post('/admin/rules', huge), 413, 'BODY_TOO_LARGE');
    const send = (type: string, payload: string) =>
      app.inject({ method: 'POST', url: '/apply', headers: { 'content-type': type }, payload });
    assertProblem(await send('text/plain', 'hello'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    assertProblem(await send('application/json', '{"cart":'), 400, 'VALIDATION_FAILED');
    assertProblem(await send('application/json', '[]'), 400, 'VALIDATION_FAILED');
  });
});
