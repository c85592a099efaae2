/** Permissions of users and services with tokens. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { inventory } from '../index.ts';
import { onBothStores } from './client.ts';

async function open(t: TestContext, env: Environment) {
  const full = { ...env, AUTH_JWT_SECRET: authSecret };
  const { app, clock } = await openService(t, inventory, full);
  const as = (sub: string, scope?: string) => {
    const headers = bearer(tokenOf(sub, clock(), scope === undefined ? {} : { scope }));
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, headers, payload });
    return {
      post,
      get: (url: string) => app.inject({ url, headers }),
      reserve: (order_id: string, more: object = {}) =>
        post('/reserve', { hub_id: 'hub', sku: 'milk', qty: 1, order_id, ...more }),
    };
  };
  const root = as('root', 'admin');
  await root.post('/admin/stock', { hub_id: 'hub', sku: 'milk', quantity: 1000 });
  return { as, clock, ann: as('ann'), bob: as('bob'), shop: as('shop', 'service'), root };
}

onBothStores('order ids of users', (env) => {
  it('do not collide, and tell nobody that another user has one', async (t) => {
    const { as, ann, bob, shop } = await open(t, env());
    const mine = (await ann.reserve('o', { qty: 2 })).json().data;
    // Other lines, so that a reservation of the same order would be a mismatch.
    const others = [bob, as('user:ann'), as('ann/o')];
    for (const other of others) {
      const unknown = await other.get('/orders/o/reservation');
      assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'UNKNOWN_RESERVATION']);
      const { statusCode, body } = await other.reserve('o');
      assert.equal(statusCode, 200, body);
    }
    const byService = await shop.reserve('o', { user_id: 'eve', qty: 3 });
    assert.equal(byService.statusCode, 200);
    assert.equal(
      (await ann.reserve('o', { qty: 2 })).json().data.reservation_id,
      mine.reservation_id,
    );
    const { data } = (await ann.get('/orders/o/reservation')).json();
    assert.deepEqual([data.reservation_id, data.order_id], [mine.reservation_id, 'o']);
    const byId = (await ann.get(`/reservations/${mine.reservation_id}`)).json().data;
    assert.equal(byId.order_id, 'o');
    const mismatch = await ann.reserve('o');
    assert.deepEqual([mismatch.statusCode, mismatch.json().code], [409, 'ORDER_MISMATCH']);
  });

  it('services see in full, and ask for by the full form', async (t) => {
    const { as, shop, root } = await open(t, env());
    const longest = `/${'%'.repeat(127)}`;
    for (const user of ['ann', 'a/b', '100%', longest]) {
      const order = user === longest ? 'o'.repeat(128) : 'o';
      const { reservation_id } = (await as(user).reserve(order)).json().data;
      const shown = (await shop.get(`/reservations/${reservation_id}`)).json().data;
      assert.equal(shown.order_id, `user:${user.replaceAll(/[%/]/g, encodeURIComponent)}/${order}`);
      const path = `/orders/${encodeURIComponent(shown.order_id)}/reservation`;
      assert.equal((await shop.get(path)).json().data?.reservation_id, reservation_id);
    }
    const { reservations } = (await root.get('/admin/reservations')).json().data;
    assert.ok(reservations.some((one: { order_id: string }) => one.order_id === 'user:a%2Fb/o'));
  });

  it('that a service has chosen for a user, the user finds by the same id', async (t) => {
    const { ann, bob, shop } = await open(t, env());
    const { reservation_id } = (await shop.reserve('o', { user_id: 'ann' })).json().data;
    const { data } = (await ann.get('/orders/o/reservation')).json();
    assert.deepEqual([data.reservation_id, data.order_id], [reservation_id, 'o']);
    assert.equal((await bob.get('/orders/o/reservation')).statusCode, 404);
  });
});

onBothStores('confirming', (env) => {
  it('is for services, unless CONFIRM_BY_USER=1', async (t) => {
    const { ann, shop } = await open(t, env());
    const reserved = (await ann.reserve('o')).json().data;
    const body = { reservation_id: reserved.reservation_id };
    const refused = await ann.post('/confirm', body);
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'FORBIDDEN']);
    const late = await ann.post('/confirm', { ...body, late: 'retake' });
    assert.equal(late.statusCode, 403);
    assert.equal((await shop.post('/confirm', body)).statusCode, 200);
  });

  it('with CONFIRM_BY_USER=1 is for the owner too', async (t) => {
    const { ann, bob } = await open(t, { ...env(), CONFIRM_BY_USER: '1' });
    const reserved = (await ann.reserve('o')).json().data;
    const body = { reservation_id: reserved.reservation_id };
    assert.equal((await bob.post('/confirm', body)).statusCode, 404);
    assert.equal((await ann.post('/confirm', body)).statusCode, 200);
  });
});

onBothStores('the quota of open reservations', (env) => {
  it('bounds what a user holds in all hubs; one that ends makes room', async (t) => {
    const three = { ...env(), INVENTORY_HOLDS_PER_USER: '3' };
    const { ann, bob, shop, root, clock } = await open(t, three);
    // Hubs of different shards.
    const hubs = ['hub', 'hub 2', 'hub 3'];
    for (const hub_id of hubs.slice(1)) {
      await root.post('/admin/stock', { hub_id, sku: 'milk', quantity: 1000 });
    }
    const ids: string[] = [];
    for (const [i, hub_id] of hubs.entries()) {
      const { statusCode, body } = await ann.reserve(`o${i}`, { hub_id });
      assert.equal(statusCode, 200, body);
      ids.push(JSON.parse(body).data.reservation_id);
    }
    const refused = async (order: string) => {
      const answer = await ann.reserve(order);
      const { code, quota, limit } = answer.json();
      const expected = [429, 'QUOTA_EXCEEDED', 'INVENTORY_HOLDS_PER_USER', 3];
      assert.deepEqual([answer.statusCode, code, quota, limit], expected);
    };
    await refused('o3');
    assert.equal((await ann.reserve('o0')).json().data.reservation_id, ids[0]);
    assert.equal((await bob.reserve('o3')).statusCode, 200);
    assert.equal((await shop.reserve('of a service', { user_id: 'ann' })).statusCode, 200);

    for (const [url, id, by] of [
      ['/release', ids[1], ann],
      ['/confirm', ids[2], shop],
    ] as const) {
      assert.equal((await by.post(url, { reservation_id: id })).statusCode, 200);
    }
    assert.equal((await ann.reserve('o4')).statusCode, 200);
    await refused('o5');
    const extended = await ann.post('/extend', { reservation_id: ids[0], ttl_seconds: 60 });
    assert.equal(extended.statusCode, 200);
    clock.advance(30_001);
    for (const order of ['o6', 'o7']) assert.equal((await ann.reserve(order)).statusCode, 200);
    await refused('o8');
  });

  it('holds when many come at once', async (t) => {
    const { ann } = await open(t, { ...env(), INVENTORY_HOLDS_PER_USER: '3' });
    const orders = Array.from({ length: 30 }, (_, i) => ann.reserve(`o${i}`));
    const codes = (await Promise.all(orders)).map(({ statusCode }) => statusCode);
    assert.equal(codes.filter((code) => code === 200).length, 3);
    assert.equal(codes.filter((code) => code === 429).length, 27);
  });
});
