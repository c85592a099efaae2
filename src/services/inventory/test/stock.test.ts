/** Adjusting, loading in bulk, and reading stock and movements, over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { eventually } from '#kit/testing/testing.ts';
import { assertInvalid, onBothStores, open } from './client.ts';

onBothStores('stock', suite);

const key = { hub_id: 'hub', sku: 'milk' };
const plain = { partitioned: false, buckets: 1 };

function suite(env: () => Environment): void {
  describe('POST /admin/stock/adjust', () => {
    it('answers the stock view; an unknown SKU is created', async (t) => {
      const { adjust, stock } = await open(t, env());
      const response = await adjust(50);
      const counts = { available: 50, held: 0, confirmed: 0, loaded: 50 };
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), { data: { ...key, ...plain, ...counts } });
      assert.equal((await adjust(-20)).json().data.available, 30);
      assert.equal((await stock()).loaded, 30);
    });

    it('below zero available is 409 INSUFFICIENT_STOCK, and nothing has changed', async (t) => {
      const { load, reserve, adjust, stock } = await open(t, env());
      await load(10);
      await reserve({ qty: 4 });
      const before = await stock();
      const response = await adjust(-7);
      const { code, sku, available } = response.json();
      const expected = [409, 'INSUFFICIENT_STOCK', 'milk', 6];
      assert.deepEqual([response.statusCode, code, sku, available], expected);
      assert.deepEqual(await stock(), before);
      assert.equal((await adjust(-5)).statusCode, 200);
      const { detail } = (await adjust(-2)).json();
      assert.equal(detail, 'only 1 unit of milk is available');
      assert.equal((await adjust(-1)).statusCode, 200);
    });

    it('above what is counted is 409 STOCK_ABOVE_LIMIT', async (t) => {
      const { load, adjust } = await open(t, env());
      await load(1e9);
      const response = await adjust(1);
      assert.deepEqual([response.statusCode, response.json().code], [409, 'STOCK_ABOVE_LIMIT']);
    });

    it('the same reference again: the first answer; with another body 422 KEY_REUSED', async (t) => {
      const { load, adjust, stock, clock } = await open(t, env());
      const first = (await adjust(5, { reference: 'r' })).json();
      await load(100);
      assert.deepEqual((await adjust(5, { reference: 'r', more: 1 })).json(), first);
      for (const other of [{ reason: 'x' }, { hub_id: 'hub 2' }, { sku: 'tea' }]) {
        const response = await adjust(5, { reference: 'r', ...other });
        assert.deepEqual([response.statusCode, response.json().code], [422, 'KEY_REUSED']);
      }
      assert.equal((await stock()).available, 100);
      clock.advance(7 * 86_400_000);
      assert.deepEqual((await adjust(5, { reference: 'r' })).json(), first);
      clock.advance(1);
      assert.equal((await adjust(6, { reference: 'r' })).json().data.available, 106);
    });

    it('a refused one does not use the reference up', async (t) => {
      const { adjust } = await open(t, env());
      assert.equal((await adjust(-5, { reference: 'r' })).statusCode, 409);
      assert.equal((await adjust(5, { reference: 'r' })).statusCode, 200);
    });

    it('names what is wrong with a request', async (t) => {
      const { adjust } = await open(t, env());
      for (const delta of [0, 0.5, '5', null, undefined, 1e9 + 1, -1e9 - 1]) {
        assertInvalid(await adjust(delta), 'delta');
      }
      for (const name of ['hub_id', 'sku', 'reason', 'reference']) {
        for (const wrong of [undefined, '', 7])
          assertInvalid(await adjust(1, { [name]: wrong }), name);
      }
    });
  });

  describe('POST /admin/stock/bulk', () => {
    const item = (sku: string, quantity: number, more: object = {}) => {
      return { hub_id: 'hub', sku, quantity, ...more };
    };

    it('loads each item on its own, and says which were refused', async (t) => {
      const { load, reserve, bulk, stock } = await open(t, env());
      await load(10);
      await reserve({ qty: 6 });
      const items = [item('tea', 3, { partitioned: true }), item('milk', 5), item('eggs', 0)];
      const response = await bulk(items);
      assert.equal(response.statusCode, 200);
      const results = [
        { hub_id: 'hub', sku: 'tea', ok: true },
        { ...key, ok: false, code: 'STOCK_BELOW_HELD' },
        { hub_id: 'hub', sku: 'eggs', ok: true },
      ];
      assert.deepEqual(response.json(), { data: { results } });
      assert.deepEqual([(await stock('tea')).available, (await stock('tea')).buckets], [3, 10]);
      assert.equal((await stock()).available, 4);
    });

    it('takes 1 to 1,000 items, those of one SKU in their order', async (t) => {
      const { bulk, stock } = await open(t, env());
      const items = Array.from({ length: 1_000 }, (_, i) => item(`sku ${i % 250}`, i));
      const { results } = (await bulk(items)).json().data;
      assert.equal(results.length, 1_000);
      assert.ok(results.every(({ ok }: { ok: boolean }) => ok));
      assert.equal((await stock('sku 249')).available, 999);
      assertInvalid(await bulk([...items, item('more', 1)]), 'items');
      assertInvalid(await bulk([]), 'items');
      assertInvalid(await bulk(undefined), 'items');
    });

    it('a malformed item is 400 for the whole call, and nothing is loaded', async (t) => {
      const { bulk, stock } = await open(t, env());
      const wrong: [path: string, item: unknown][] = [
        ['items.1.quantity', item('tea', -1)],
        ['items.1.quantity', item('tea', 1e9 + 1)],
        ['items.1.sku', item('', 1)],
        ['items.1.hub_id', { sku: 'tea', quantity: 1 }],
        ['items.1.partitioned', item('tea', 1, { partitioned: 1 })],
        ['items.1', null],
      ];
      for (const [path, one] of wrong) assertInvalid(await bulk([item('milk', 5), one]), path);
      assert.equal((await stock()).loaded, 0);
    });
  });

  describe('GET /stock/:hub_id', () => {
    it('lists the stock of the hub by SKU, page by page', async (t) => {
      const { bulk, get, stock } = await open(t, env());
      const skus = Array.from({ length: 250 }, (_, i) => `sku ${String(i).padStart(3, '0')}`);
      await bulk(skus.map((sku, i) => ({ hub_id: 'hub', sku, quantity: i })));
      await bulk([{ hub_id: 'hub 2', sku: 'sku 000', quantity: 7 }]);
      const seen: string[] = [];
      let path = '/stock/hub';
      for (const size of [100, 100, 50]) {
        const { data } = (await get(path)).json();
        assert.equal(data.stock.length, size);
        seen.push(...data.stock.map(({ sku }: { sku: string }) => sku));
        assert.equal(data.next_cursor === undefined, size === 50);
        path = `/stock/hub?cursor=${data.next_cursor}`;
      }
      assert.deepEqual(seen, skus);
      const all = (await get('/stock/hub?limit=1000')).json().data.stock;
      assert.deepEqual(all[249], await stock('sku 249'));
      assert.deepEqual((await get('/stock/nowhere')).json(), { data: { stock: [] } });
    });

    it('names a wrong limit or cursor', async (t) => {
      const { get } = await open(t, env());
      for (const path of ['/stock/hub?', '/admin/hubs?', '/admin/movements?hub_id=hub&sku=milk&']) {
        for (const limit of ['0', '1001', 'x', '1.5']) {
          assertInvalid(await get(`${path}limit=${limit}`), 'limit');
        }
        for (const cursor of ['', 'x', 'e30', 'W10', 'x'.repeat(4097)]) {
          assertInvalid(await get(`${path}cursor=${cursor}`), 'cursor');
        }
      }
      assert.equal((await get(`/stock/${'x'.repeat(129)}`)).statusCode, 400);
    });
  });

  describe('GET /admin/hubs', () => {
    it('lists the hubs that have stock, page by page', async (t) => {
      const { get, load } = await open(t, env());
      assert.deepEqual((await get('/admin/hubs')).json(), { data: { hubs: [] } });
      for (const hub_id of ['north', 'east', 'south']) await load(3, { hub_id });
      const { hubs, next_cursor } = (await get('/admin/hubs?limit=2')).json().data;
      assert.deepEqual(hubs, ['east', 'north']);
      const rest = await get(`/admin/hubs?limit=2&cursor=${next_cursor}`);
      assert.deepEqual(rest.json(), { data: { hubs: ['south'] } });
    });
  });

  describe('GET /admin/reservations', () => {
    it('lists what is held, as each reservation is shown by itself', async (t) => {
      const { get, load, reserve } = await open(t, env());
      assert.deepEqual((await get('/admin/reservations')).json(), { data: { reservations: [] } });
      await load(9);
      await reserve({ order_id: 'late', ttl_seconds: 60 });
      const { reservation_id } = (await reserve({ order_id: 'soon', ttl_seconds: 5 })).json().data;
      const soon = (await get(`/reservations/${reservation_id}`)).json().data;
      const first = await get('/admin/reservations?limit=1');
      assert.deepEqual(first.json(), { data: { reservations: [soon] } });
      const all = (await get('/admin/reservations')).json().data.reservations;
      assert.deepEqual(
        all.map(({ order_id }: { order_id: string }) => order_id),
        ['soon', 'late'],
      );
      assertInvalid(await get('/admin/reservations?limit=0'), 'limit');
    });
  });

  describe('GET /admin/movements', () => {
    it('lists what the record has of a stock, the newest first', async (t) => {
      const { load, reserve, confirm, adjust, get, clock } = await open(t, env());
      await load(10);
      clock.advance(1);
      await adjust(5, { reason: 'found behind the shelf', reference: 'r' });
      await adjust(9, { sku: 'tea' });
      const order = { order_id: 'o', user_id: 'u' };
      const { reservation_id } = (await reserve({ ...order, qty: 2 })).json().data;
      clock.advance(30_001);
      await confirm(reservation_id, { late: 'retake' });
      const list = async (more = '') =>
        (await get(`/admin/movements?hub_id=hub&sku=milk${more}`)).json().data;
      await eventually(async () => (await list()).movements.length === 3);
      const why = { reason: 'found behind the shelf', reference: 'r' };
      const retake = { kind: 'confirm', ...key, qty: 2, delta: -2, seq: 3, at: clock() };
      const start = clock() - 30_002;
      const movements = [
        { ...retake, reservation_id, ...order },
        { kind: 'adjust', ...key, qty: 5, delta: 5, seq: 2, at: start + 1, ...why },
        { kind: 'load', ...key, qty: 10, delta: 10, seq: 1, at: start },
      ];
      assert.deepEqual(await list(), { movements });
      const { movements: first, next_cursor } = await list('&limit=2');
      assert.deepEqual(first, movements.slice(0, 2));
      assert.deepEqual(await list(`&limit=2&cursor=${next_cursor}`), {
        movements: movements.slice(2),
      });
    });

    it('wants a hub and a SKU', async (t) => {
      const { get } = await open(t, env());
      assertInvalid(await get('/admin/movements?sku=milk'), 'hub_id');
      assertInvalid(await get('/admin/movements?hub_id=hub'), 'sku');
    });
  });

  it('the admin paths want the admin token', async (t) => {
    const { app } = await open(t, { ...env(), ADMIN_TOKEN: 'open sesame' });
    const adjusted = { ...key, delta: 1, reason: 'counted', reference: 'r' };
    for (const [method, url, payload] of [
      ['POST', '/admin/stock/adjust', adjusted],
      ['POST', '/admin/stock/bulk', { items: [{ ...key, quantity: 1 }] }],
      ['GET', '/admin/movements?hub_id=hub&sku=milk', undefined],
    ] as const) {
      const request = { method, url, ...(payload && { payload }) };
      assert.equal((await app.inject(request)).statusCode, 401);
      const headers = { authorization: 'Bearer open sesame' };
      assert.equal((await app.inject({ ...request, headers })).statusCode, 200);
    }
  });
}
