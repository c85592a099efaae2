import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Environment } from '#kit/host/env.ts';
import { anyText, nearly } from '#kit/testing/rubbish.ts';
import { eventually } from '#kit/testing/testing.ts';
import { assertInvalid, onBothStores, open, unknown } from './client.ts';

onBothStores('inventory', suite, (env) => {
  it('one replica confirms a reservation of another', async (t) => {
    const shared = env();
    const [one, other] = [await open(t, shared), await open(t, shared)];
    await one.load(10);
    const { reservation_id } = (await one.reserve()).json().data;
    assert.equal((await other.confirm(reservation_id)).statusCode, 200);
    assert.equal((await one.stock()).confirmed, 1);
  });
});

function suite(env: () => Environment): void {
  describe('GET /stock/:hub_id/:sku', () => {
    it('of a pair never loaded is a stock of nothing', async (t) => {
      const { app } = await open(t, env());
      const response = await app.inject('/stock/hub/milk');
      assert.equal(response.statusCode, 200);
      const counts = { available: 0, held: 0, confirmed: 0, loaded: 0 };
      const data = { hub_id: 'hub', sku: 'milk', ...counts, partitioned: false, buckets: 1 };
      assert.deepEqual(response.json(), { data });
    });

    it('shows what was loaded, with 10 buckets when partitioned', async (t) => {
      const { load, stock } = await open(t, env());
      await load(12, { partitioned: true });
      const counts = { available: 12, held: 0, confirmed: 0, loaded: 12 };
      const key = { hub_id: 'hub', sku: 'milk' };
      assert.deepEqual(await stock(), { ...key, ...counts, partitioned: true, buckets: 10 });
    });

    it('takes ids percent-encoded, and refuses those that are none', async (t) => {
      const { app, load } = await open(t, env());
      await load(3, { hub_id: 'a/b', sku: 'Käse 1' });
      const { data } = (await app.inject('/stock/a%2Fb/K%C3%A4se%201')).json();
      assert.deepEqual([data.hub_id, data.sku, data.available], ['a/b', 'Käse 1', 3]);
      for (const path of ['/stock/a%00/b', `/stock/${'x'.repeat(129)}/b`, '/stock/%ff/b']) {
        assert.equal((await app.inject(path)).statusCode, 400, path);
      }
    });
  });

  describe('POST /admin/stock', () => {
    it('answers 201 with the stock view', async (t) => {
      const { load } = await open(t, env());
      const response = await load(5);
      assert.equal(response.statusCode, 201);
      const counts = { available: 5, held: 0, confirmed: 0, loaded: 5 };
      const data = { hub_id: 'hub', sku: 'milk', ...counts, partitioned: false, buckets: 1 };
      assert.deepEqual(response.json(), { data });
    });

    it('refuses to go below what is held', async (t) => {
      const { load, reserve } = await open(t, env());
      await load(5);
      await reserve({ qty: 4 });
      const response = await load(3);
      const { code, held } = response.json();
      assert.deepEqual([response.statusCode, code, held], [409, 'STOCK_BELOW_HELD', 4]);
      assert.equal((await load(4)).json().data.loaded, 8);
    });

    it('wants a quantity from 0 to 1,000,000,000', async (t) => {
      const { load } = await open(t, env());
      for (const quantity of [0, 1e9]) assert.equal((await load(quantity)).statusCode, 201);
      for (const quantity of [-1, 1e9 + 1, 1.5, '5', null, undefined]) {
        assertInvalid(await load(quantity), 'quantity');
      }
      assertInvalid(await load(1, { partitioned: 'yes' }), 'partitioned');
    });

    it('wants the admin token, as reconciliation does', async (t) => {
      const { app } = await open(t, { ...env(), ADMIN_TOKEN: 'open sesame' });
      const payload = { hub_id: 'hub', sku: 'milk', quantity: 1 };
      for (const url of ['/admin/stock', '/admin/reconcile']) {
        const headers = { authorization: 'Bearer open sesame' };
        assert.equal((await app.inject({ method: 'POST', url, payload })).statusCode, 401);
        const response = await app.inject({ method: 'POST', url, payload, headers });
        assert.ok(response.statusCode < 300, response.body);
      }
      assert.equal((await app.inject('/stock/hub/milk')).statusCode, 200);
    });
  });

  describe('POST /reserve', () => {
    it('holds the stock for 30 seconds', async (t) => {
      const { load, reserve, stock, clock } = await open(t, env());
      await load(10);
      const response = await reserve({ qty: 3 });
      assert.equal(response.statusCode, 200);
      const { reservation_id } = response.json().data;
      assert.match(reservation_id, /^res[0-9a-f]_[\w-]{31}$/);
      const held = { status: 'reserved', qty: 3, ttl_seconds: 30, expires_at: clock() + 30_000 };
      assert.deepEqual(response.json(), { data: { reservation_id, ...held } });
      const { available, held: units } = await stock();
      assert.deepEqual([available, units], [7, 3]);
    });

    it('is 409 INSUFFICIENT_STOCK with what is available, and changes nothing', async (t) => {
      const { load, reserve, stock } = await open(t, env());
      await load(2);
      const before = await stock();
      for (const [sku, available] of [
        ['milk', 2],
        ['nothing', 0],
      ] as const) {
        const response = await reserve({ sku, qty: 3 });
        assert.equal(response.statusCode, 409);
        assert.match(response.headers['content-type'] as string, /^application\/problem\+json/);
        const problem = response.json();
        assert.deepEqual(
          [problem.code, problem.sku, problem.available, problem.lines],
          ['INSUFFICIENT_STOCK', sku, available, undefined],
        );
      }
      assert.deepEqual(await stock(), before);
    });

    it('takes several lines, all or nothing, and sums those of one SKU', async (t) => {
      const { load, reserve, stock } = await open(t, env());
      await load(5);
      await load(9, { sku: 'tea', partitioned: true });
      const line = (sku: string, qty: number) => ({ sku, qty });
      const short = await reserve({ items: [line('tea', 2), line('milk', 3), line('milk', 3)] });
      const problem = short.json();
      assert.deepEqual([short.statusCode, problem.code], [409, 'INSUFFICIENT_STOCK']);
      assert.deepEqual([problem.sku, problem.available], ['milk', 5]);
      assert.deepEqual(problem.lines, [{ sku: 'milk', requested: 6, available: 5 }]);
      assert.equal((await stock('tea')).held, 0);

      const items = [line('tea', 2), line('milk', 3), line('tea', 1)];
      const { data } = (await reserve({ items })).json();
      assert.equal(data.qty, 6);
      assert.deepEqual(data.items, [line('milk', 3), line('tea', 3)]);
      assert.deepEqual([(await stock()).held, (await stock('tea')).held], [3, 3]);
    });

    it('gives a repeated order its reservation again, and another order of that id 409', async (t) => {
      const { load, reserve, stock, clock } = await open(t, env());
      await load(9);
      await load(9, { sku: 'tea' });
      const line = (sku: string, qty: number) => ({ sku, qty });
      const items = [line('milk', 1), line('tea', 2), line('milk', 1)];
      const order = { order_id: 'o', user_id: 'u' };
      const first = (await reserve({ ...order, items })).json();
      clock.advance(20_000);
      const again = await reserve({ ...order, items: [line('tea', 2), line('milk', 2)] });
      assert.deepEqual(again.json(), first);
      assert.equal((await stock()).held, 2);
      for (const other of [
        { ...order, items: items.slice(1) },
        { ...order, sku: 'milk', qty: 2 },
        { ...order, items, user_id: 'another' },
      ]) {
        const response = await reserve(other);
        assert.deepEqual([response.statusCode, response.json().code], [409, 'ORDER_MISMATCH']);
        assert.ok(!response.body.includes(first.data.reservation_id));
      }
    });

    it('names what is wrong with a request', async (t) => {
      const { load, reserve } = await open(t, env());
      await load(1e9);
      const item = { sku: 'milk', qty: 1 };
      const none = { sku: undefined, qty: undefined };
      const wrong: [path: string, body: Record<string, unknown>][] = [
        ['qty', { qty: 0 }],
        ['qty', { qty: 1_000_001 }],
        ['qty', { qty: 1.5 }],
        ['qty', { qty: '1' }],
        ['qty', { qty: undefined }],
        ['sku', { sku: undefined }],
        ['sku', none],
        ['sku', { sku: '' }],
        ['sku', { items: [item], sku: 'milk' }],
        ['qty', { items: [item], qty: 1 }],
        ['items', { ...none, items: [] }],
        ['items', { ...none, items: Array.from({ length: 101 }, () => item) }],
        ['items', { ...none, items: item }],
        ['items.1.qty', { ...none, items: [item, { sku: 'tea', qty: 0 }] }],
        ['items.0.sku', { ...none, items: [{ qty: 1 }] }],
        ['hub_id', { hub_id: undefined }],
        ['order_id', { order_id: 7 }],
        ['user_id', { user_id: 'x'.repeat(129) }],
        ['user_id', { user_id: 'a\nb' }],
      ];
      for (const [path, body] of wrong) assertInvalid(await reserve(body), path);
      assert.equal((await reserve({ qty: 1_000_000 })).statusCode, 200);
      const items = Array.from({ length: 100 }, () => ({ sku: 'milk', qty: 1e6 }));
      const many = await reserve({ items });
      assert.equal(many.json().data.qty, 1e8); // the limit is that of a line
      assert.equal((await reserve({ more: 1 })).statusCode, 200);
    });
  });

  describe('POST /confirm and POST /release', () => {
    it('confirm: the deduction is permanent, and a repeat answers the same', async (t) => {
      const { load, reserve, confirm, release, stock } = await open(t, env());
      await load(10);
      const { reservation_id } = (await reserve({ qty: 3 })).json().data;
      for (let i = 0; i < 2; i++) {
        const response = await confirm(reservation_id);
        assert.equal(response.statusCode, 200);
        assert.deepEqual(response.json(), { data: { reservation_id, status: 'confirmed' } });
      }
      const response = await release(reservation_id);
      assert.deepEqual([response.statusCode, response.json().code], [409, 'RESERVATION_CONFIRMED']);
      const { available, held, confirmed, loaded } = await stock();
      assert.deepEqual([available, held, confirmed, loaded], [7, 0, 3, 10]);
    });

    it('release: the stock is available again, and a repeat answers the same', async (t) => {
      const { load, reserve, confirm, release, stock } = await open(t, env());
      await load(10);
      const { reservation_id } = (await reserve({ qty: 3 })).json().data;
      for (let i = 0; i < 2; i++) {
        const response = await release(reservation_id);
        assert.equal(response.statusCode, 200);
        assert.deepEqual(response.json(), { data: { reservation_id, status: 'released' } });
      }
      const response = await confirm(reservation_id);
      assert.deepEqual([response.statusCode, response.json().code], [409, 'RESERVATION_RELEASED']);
      assert.equal((await stock()).available, 10);
    });

    it('at 30.000 s it can be confirmed, at 30.001 s it has expired', async (t) => {
      const { load, reserve, confirm, release, clock } = await open(t, env());
      await load(10);
      const [one, two] = [(await reserve()).json().data, (await reserve()).json().data];
      clock.advance(30_000);
      assert.equal((await confirm(one.reservation_id)).statusCode, 200);
      clock.advance(1);
      const late = await confirm(two.reservation_id);
      assert.deepEqual([late.statusCode, late.json().code], [409, 'RESERVATION_EXPIRED']);
      const { reservation_id } = two;
      const released = await release(reservation_id);
      assert.equal(released.statusCode, 200);
      assert.deepEqual(released.json(), { data: { reservation_id, status: 'expired' } });
    });

    it('unknown reservations are 404, whatever their shape', async (t) => {
      const { confirm, release } = await open(t, env());
      for (const id of [unknown, 'res_1', '../..', 'x'.repeat(128)]) {
        for (const response of [await confirm(id), await release(id)]) {
          assert.deepEqual(
            [response.statusCode, response.json().code],
            [404, 'UNKNOWN_RESERVATION'],
          );
        }
      }
      for (const id of [undefined, 7, '']) assertInvalid(await confirm(id), 'reservation_id');
    });

    it('stock that was not paid for returns by itself: the reaper runs', async (t) => {
      const { load, reserve, stock, clock } = await open(t, env());
      await load(10);
      await reserve({ qty: 10 });
      clock.advance(30_001);
      await eventually(async () => (await stock()).available !== 0); // at most 5 s
      assert.equal((await stock()).available, 10);
    });
  });

  describe('POST /admin/reconcile', () => {
    it('answers an enveloped report', async (t) => {
      const { app, load, reserve, confirm } = await open(t, env());
      const report = async () => {
        const response = await app.inject({ method: 'POST', url: '/admin/reconcile' });
        assert.equal(response.statusCode, 200, response.body);
        return response.json();
      };
      const nothing = { differences: [], unbalanced: [], postponed: 0, rejected: [] };
      assert.deepEqual(await report(), { data: { checked: 0, ...nothing } });
      await load(10);
      await confirm((await reserve({ qty: 3 })).json().data.reservation_id);
      const key = { hub_id: 'hub', sku: 'milk', operational: 7 };
      let last = await report();
      for (; last.data.differences.length > 0; last = await report()) {
        const [difference, ...others] = last.data.differences;
        const { recorded } = difference;
        assert.deepEqual(difference, { ...key, recorded, explained_by: 'outbox' });
        assert.deepEqual(others, []);
        await nextTurn(); // the outbox is being drained
      }
      assert.deepEqual(last, { data: { checked: 1, ...nothing } });
    });
  });

  it('nothing that a client sends is answered with 500', async (t) => {
    const { app, load, reserve } = await open(t, env());
    await load(1_000);
    const text = fc.oneof(anyText(), fc.constantFrom('hub', 'milk', unknown));
    const reservation_id = (await reserve()).json().data.reservation_id;
    const order = { hub_id: 'hub', order_id: 'o', user_id: 'u' };
    const items = [
      { sku: 'milk', qty: 1 },
      { sku: 'milk', qty: 2 },
    ];
    const posted = fc.oneof(
      request('/reserve', { ...order, sku: 'milk', qty: 1, ttl_seconds: 30 }),
      request('/reserve', { ...order, items }),
      request('/confirm', { reservation_id }),
      request('/confirm', { reservation_id, late: 'retake' }),
      request('/extend', { reservation_id, ttl_seconds: 60 }),
      request('/release', { reservation_id }),
      request('/admin/stock', { hub_id: 'hub', sku: 'milk', quantity: 5, partitioned: true }),
      request('/admin/stock/adjust', {
        hub_id: 'hub',
        sku: 'milk',
        delta: 5,
        reason: 'counted',
        reference: 'r',
      }),
      request('/admin/stock/bulk', { items: [{ hub_id: 'hub', sku: 'milk', quantity: 5 }] }),
      request('/admin/reconcile', {}),
      fc.record({ url: fc.constant('/reserve'), payload: anyText() }),
    );
    const headers = { 'content-type': 'application/json' };
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(posted, text, async (request, id) => {
        const { statusCode, body } = await app.inject({ method: 'POST', headers, ...request });
        seen.add(statusCode);
        assert.ok([200, 201, 400, 404, 409, 422].includes(statusCode), body);
        const name = encodeURIComponent(id.toWellFormed());
        for (const path of [
          `/stock/${name}/milk`,
          `/stock/${name}`,
          `/stock/hub?cursor=${name}`,
          `/stock/hub?limit=${name}`,
          `/reservations/${name}`,
          `/orders/${name}/reservation?hub_id=${name}`,
          `/admin/movements?hub_id=${name}&sku=milk`,
          `/admin/movements?hub_id=hub&sku=milk&cursor=${name}`,
        ]) {
          assert.ok([200, 400, 404].includes((await app.inject(path)).statusCode), path);
        }
      }),
      { numRuns: 200 },
    );
    for (const status of [200, 400]) assert.ok(seen.has(status), `${[...seen]}`);
  });
}

function request(url: string, body: object) {
  return nearly(body).map((payload) => ({ url, payload }));
}
