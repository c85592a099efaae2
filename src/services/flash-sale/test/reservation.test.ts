/** Release, confirm, queue status, and what an administrator loads and sees. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, openSale, secret, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`release on ${name}`, { skip }, () => {
    it('returns the stock to its bucket: 200, the queue is empty', async (t) => {
      const { load, sell, release, stock } = await openSale(t, env());
      await load({ total_stock: 10 });
      const before = await stock();
      const response = await release(await sell({ qty: 7 }));
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), {
        status: 'released',
        released: true,
        promoted: null,
        promoted_users: [],
        message: 'stock returned, queue is empty',
      });
      assert.deepEqual(
        { ...(await stock()), buckets: [] },
        { ...before, released: 7, buckets: [] },
      );
    });

    it('is idempotent: a repeat returns nothing', async (t) => {
      const { load, sell, release, stock } = await openSale(t, env());
      await load({ total_stock: 10 });
      const id = await sell({ qty: 3 });
      await release(id);
      const before = await stock();
      const response = await release(id);
      assert.equal(response.statusCode, 200);
      const { message, ...rest } = response.json();
      const nothing = { status: 'released', released: false, promoted: null, promoted_users: [] };
      assert.deepEqual(rest, nothing);
      assert.equal(typeof message, 'string');
      assert.deepEqual(await stock(), before);
    });

    it('promotes the earliest-queued user', async (t) => {
      const { load, sell, buy, release, queueStatus } = await openSale(t, env());
      await load({ total_stock: 1 });
      const id = await sell();
      for (const user_id of ['u0', 'u1']) await buy({ user_id });
      const answer = (await release(id)).json();
      const { order_id, reservation_id } = answer.promoted;
      const promoted = { user_id: 'u0', order_id, reservation_id };
      const message = 'stock returned, next user promoted';
      const rest = { status: 'released', released: true, message };
      assert.deepEqual(answer, { ...rest, promoted, promoted_users: [promoted] });
      const status = { status: 'promoted', product_id: 'p', ...promoted };
      assert.deepEqual((await queueStatus('u0', 'p')).json(), status);
      assert.deepEqual((await queueStatus('u0')).json(), status);
      assert.equal((await queueStatus('u1')).json().position, 0);
    });

    it('promotes in order while the units suffice for the head, which is never skipped', async (t) => {
      const { load, sell, buy, release } = await openSale(t, env());
      await load({ total_stock: 3 });
      const [two, one] = [await sell({ qty: 2 }), await sell({ qty: 1 })];
      for (const [user_id, qty] of Object.entries({ big: 3, small: 1 }))
        await buy({ user_id, qty });
      const first = (await release(two)).json();
      assert.deepEqual(first.promoted_users, []);
      assert.equal(first.message, 'stock returned, not enough yet for the first user of the queue');
      const second = (await release(one)).json();
      const users = second.promoted_users.map((promoted: { user_id: string }) => promoted.user_id);
      assert.deepEqual(users, ['big']);
    });

    it('names everybody whom it promoted, and the first of them', async (t) => {
      const { load, sell, buy, release } = await openSale(t, env());
      await load({ total_stock: 2 });
      const id = await sell({ qty: 2 });
      for (const user_id of ['u0', 'u1', 'u2']) await buy({ user_id });
      const { promoted, promoted_users } = (await release(id)).json();
      assert.deepEqual(
        promoted_users.map((one: { user_id: string }) => one.user_id),
        ['u0', 'u1'],
      );
      assert.deepEqual(promoted, promoted_users[0]);
    });

    it('of an unknown reservation is 404', async (t) => {
      const { release, confirm } = await openSale(t, env());
      assertProblem(await release('res_unknown'), 404, 'UNKNOWN_RESERVATION');
      assertProblem(await confirm('res_unknown'), 404, 'UNKNOWN_RESERVATION');
    });

    it('of a sale before a reset returns nothing', async (t) => {
      const { load, sell, release, stock } = await openSale(t, env());
      await load({ total_stock: 5 });
      const id = await sell();
      await load({ total_stock: 5, reset: true });
      const before = await stock();
      const response = await release(id);
      assert.deepEqual([response.statusCode, response.json().released], [200, false]);
      assert.deepEqual(await stock(), before);
    });
  });

  describe(`confirm on ${name}`, { skip }, () => {
    it('ends the hold: 200, enveloped, and again the same', async (t) => {
      const { load, buy, confirm, stock } = await openSale(t, env());
      await load({ total_stock: 10 });
      const { order_id, reservation_id } = (await buy({ qty: 4 })).json().data;
      for (let i = 0; i < 2; i++) {
        const response = await confirm(reservation_id);
        assert.equal(response.statusCode, 200);
        const data = { reservation_id, order_id, status: 'confirmed' };
        assert.deepEqual(response.json(), { data });
      }
      const { loaded, available, held, confirmed } = await stock();
      assert.deepEqual({ loaded, available, held, confirmed }, ledger(10, 6, 0, 4));
    });

    it('makes release a conflict, and release makes confirm one', async (t) => {
      const { load, sell, confirm, release, stock } = await openSale(t, env());
      await load({ total_stock: 10 });
      const [kept, returned] = [await sell(), await sell()];
      await confirm(kept);
      await release(returned);
      assertProblem(await release(kept), 409, 'RESERVATION_CONFIRMED');
      assertProblem(await confirm(returned), 409, 'RESERVATION_RELEASED');
      const { loaded, available, held, confirmed } = await stock();
      assert.deepEqual({ loaded, available, held, confirmed }, ledger(10, 9, 0, 1));
    });

    it('works for a promoted user as for any other', async (t) => {
      const { load, buy, confirm } = await openSale(t, env());
      await buy();
      const [promoted] = (await load({ total_stock: 1 })).json().data.promoted_users;
      assert.equal((await confirm(promoted.reservation_id)).statusCode, 200);
    });
  });

  describe(`queue status on ${name}`, { skip }, () => {
    it('is the 0-based rank and 5 seconds a place at first', async (t) => {
      const { buy, queueStatus } = await openSale(t, env());
      for (const user_id of ['u0', 'u1', 'u2']) await buy({ user_id });
      for (const [position, user_id] of ['u0', 'u1', 'u2'].entries()) {
        const response = await queueStatus(user_id, 'p');
        assert.equal(response.statusCode, 200);
        const estimated_wait_s = 5 * (position + 1);
        const who = { user_id, product_id: 'p', status: 'queued' };
        const odds = { reachable: false }; // nothing was ever loaded
        assert.deepEqual(response.json(), { ...who, position, estimated_wait_s, ...odds });
      }
    });

    it('estimates by the rate at which stock came back lately', async (t) => {
      const { load, sell, buy, release, queueStatus, clock } = await openSale(t, env());
      await load({ total_stock: 4 });
      const ids = [await sell(), await sell(), await sell({ qty: 2 })];
      for (const user_id of ['u0', 'u1']) await buy({ user_id, qty: 4 });
      const estimate = async () => (await queueStatus('u1')).json().estimated_wait_s;
      await release(ids[0]!);
      assert.equal(await estimate(), 10);
      clock.advance(3_000);
      await release(ids[1]!);
      assert.equal(await estimate(), 6); // 3 s a unit, two places
    });

    it('keeps the position of a user who asks again', async (t) => {
      const { buy, queueStatus } = await openSale(t, env());
      for (const user_id of ['u0', 'u1', 'u0']) await buy({ user_id });
      assert.equal((await queueStatus('u0')).json().position, 0);
      assert.equal((await queueStatus('u1')).json().position, 1);
    });

    it('of a user who does not wait is 404', async (t) => {
      const { load, buy, queueStatus } = await openSale(t, env());
      await load({ total_stock: 1 });
      await buy({ user_id: 'buyer' });
      assertProblem(await queueStatus('nobody'), 404, 'NOT_QUEUED');
      assertProblem(await queueStatus('buyer', 'p'), 404, 'NOT_QUEUED');
      await buy({ user_id: 'waiting' });
      assertProblem(await queueStatus('waiting', 'another'), 404, 'NOT_QUEUED');
    });

    it('needs the product when the user waits for several', async (t) => {
      const { buy, queueStatus } = await openSale(t, env());
      for (const product_id of ['p', 'q']) await buy({ user_id: 'u', product_id });
      assertProblem(await queueStatus('u'), 400, 'AMBIGUOUS_PRODUCT', 'product_id');
      assert.equal((await queueStatus('u', 'q')).json().product_id, 'q');
    });

    it('of a product that never had stock ends 10 minutes after the last newcomer', async (t) => {
      const { buy, queueStatus, clock } = await openSale(t, env());
      await buy({ user_id: 'u' });
      clock.advance(600_000);
      assert.equal((await queueStatus('u')).json().position, 0);
      clock.advance(1);
      assertProblem(await queueStatus('u', 'p'), 404, 'NOT_QUEUED');
    });
  });

  describe(`stock on ${name}`, { skip }, () => {
    it('is loaded in an even split over 10 buckets: 201, enveloped', async (t) => {
      const { load, stock } = await openSale(t, env());
      const response = await load({ total_stock: 23 });
      assert.equal(response.statusCode, 201);
      const buckets = [3, 3, 3, 2, 2, 2, 2, 2, 2, 2];
      const data = { product_id: 'p', total_stock: 23, flow: 'standard', buckets };
      assert.deepEqual(response.json(), { data: { ...data, promoted_users: [] } });
      const counts = { ...ledger(23, 23, 0, 0), released: 0, expired: 0, waiting: 0 };
      assert.deepEqual(await stock(), { product_id: 'p', flow: 'standard', ...counts, buckets });
    });

    it('loaded = available + held + confirmed, after every step', async (t) => {
      const { load, sell, buy, release, confirm, stock } = await openSale(t, env());
      await load({ total_stock: 10 });
      const [a, b] = [await sell({ qty: 3 }), await sell({ qty: 4 })];
      await buy({ qty: 9 });
      await confirm(a);
      await release(b);
      const { buckets, ...counts } = await stock();
      const waiting = { released: 4, expired: 0, waiting: 1, product_id: 'p', flow: 'standard' };
      assert.deepEqual(counts, { ...ledger(10, 7, 0, 3), ...waiting });
      assert.equal(
        (buckets as number[]).reduce((sum, units) => sum + units),
        7,
      );
    });

    it('loaded again is 409, unless reset says so; then a new ledger begins', async (t) => {
      const { load, sell, buy, stock } = await openSale(t, env());
      await load({ total_stock: 1 });
      await sell();
      await buy({ user_id: 'u' });
      for (const reset of [undefined, false]) {
        assertProblem(await load({ total_stock: 5, reset }), 409, 'ALREADY_LOADED');
      }
      const { promoted_users } = (await load({ total_stock: 5, reset: true })).json().data;
      const { order_id, reservation_id } = promoted_users[0];
      assert.deepEqual(promoted_users, [{ user_id: 'u', order_id, reservation_id }]);
      const { buckets: _, ...counts } = await stock();
      const rest = { released: 0, expired: 0, waiting: 0, product_id: 'p', flow: 'standard' };
      assert.deepEqual(counts, { ...ledger(5, 4, 1, 0), ...rest });
    });

    it('of a product that was never loaded is 404, also when users wait for it', async (t) => {
      const { app, buy } = await openSale(t, env());
      await buy();
      const response = await app.inject('/admin/flash-sale/stock?product_id=p');
      assertProblem(response, 404, 'UNKNOWN_PRODUCT');
    });
  });
}

describe('administration', () => {
  const requests = [
    { method: 'POST', url: '/admin/flash-sale/init-product' },
    { method: 'GET', url: '/admin/flash-sale/stock' },
    { method: 'POST', url: '/admin/flash-sale/state' },
    { method: 'POST', url: '/admin/flash-sale/members' },
    { method: 'POST', url: '/admin/flash-sale/lottery/draw' },
  ] as const;
  for (const { method, url } of requests) {
    it(`${method} ${url} needs the token, before anything else is checked`, async (t) => {
      const { app } = await openSale(t, { HMAC_SECRET: secret, ADMIN_TOKEN: 'the right token' });
      const wrong = ['Bearer wrong', 'bearer', 'Basic the right token', 'the right token'];
      for (const authorization of [undefined, ...wrong]) {
        const headers = authorization === undefined ? {} : { authorization };
        const response = await app.inject({ method, url, headers });
        assertProblem(response, 401, 'ADMIN_TOKEN_REQUIRED');
        assert.equal(response.headers['www-authenticate'], 'Bearer');
      }
      const headers = { authorization: 'Bearer the right token' };
      assertProblem(await app.inject({ method, url, headers }), 400, 'VALIDATION_FAILED', null);
    });
  }

  it('without a token is open, and buyers never need it', async (t) => {
    const { load, app } = await openSale(t, { HMAC_SECRET: secret });
    assert.equal((await load({ total_stock: 1 })).statusCode, 201);
    const guarded = await openSale(t, { HMAC_SECRET: secret, ADMIN_TOKEN: 'the right token' });
    assert.equal((await guarded.app.inject('/flash-sale/token?device_fp=d')).statusCode, 200);
    assert.equal((await guarded.buy()).statusCode, 202);
    assert.equal((await app.inject('/admin/flash-sale/stock?product_id=p')).statusCode, 200);
  });
});

describe('bad input', () => {
  const ids = [undefined, '', 3, null, {}, 'x'.repeat(129), 'nul\0', '\ud800'];
  const slot = { slot: '12:00', stock: 1 };
  const bodies = [
    ['/flash-sale/release', {}, { reservation_id: ids }],
    ['/flash-sale/confirm', {}, { reservation_id: ids }],
    [
      '/admin/flash-sale/init-product',
      { product_id: 'p', total_stock: 1 },
      {
        product_id: ids,
        total_stock: [undefined, -1, 1.5, '1', null, 1e12 + 1],
        flow: ['auction', 3],
        reset: ['true', 1],
        voucher_limit: [-1, 1.5, '1'],
        slots: ['12:00', Array.from({ length: 97 }, () => slot)],
      },
    ],
    [
      '/admin/flash-sale/init-product',
      { product_id: 'p', flow: 'slotted', slots: [slot] },
      { slots: [undefined, [], [slot, slot]], total_stock: [2] },
    ],
    [
      '/admin/flash-sale/members',
      { user_ids: ['u'], tier: 'premium' },
      { user_ids: [undefined, [], 'u', null], tier: [undefined, 'gold', 1, null] },
    ],
  ] as const;
  for (const [url, good, fields] of bodies) {
    for (const [field, values] of Object.entries<readonly unknown[]>(fields)) {
      it(`POST ${url} names ${field}${'flow' in good ? ' of a slotted sale' : ''}`, async (t) => {
        const { app } = await openSale(t, { HMAC_SECRET: secret });
        for (const value of values) {
          const payload = { ...good, [field]: value };
          const response = await app.inject({ method: 'POST', url, payload });
          assertProblem(response, 400, 'VALIDATION_FAILED', field);
        }
      });
    }
  }

  it('a part of a list is named by its place', async (t) => {
    const { app, load } = await openSale(t, { HMAC_SECRET: secret });
    const payload = { user_ids: ['u', 3], tier: 'premium' };
    const url = '/admin/flash-sale/members';
    const members = await app.inject({ method: 'POST', url, payload });
    assertProblem(members, 400, 'VALIDATION_FAILED', 'user_ids.1');
    for (const slot of ['24:00', '9:00', '12:60', 3]) {
      const response = await load({ flow: 'slotted', slots: [{ slot, stock: 1 }] });
      assertProblem(response, 400, 'VALIDATION_FAILED', 'slots.0.slot');
    }
  });

  const queries = [
    ['/flash-sale/token', '', 'device_fp'],
    ['/flash-sale/queue-status', '', 'user_id'],
    ['/flash-sale/queue-status', 'user_id=u&', 'product_id'],
    ['/admin/flash-sale/stock', '', 'product_id'],
  ] as const;
  for (const [url, before, field] of queries) {
    it(`GET ${url} names ${field}`, async (t) => {
      const { app } = await openSale(t, { HMAC_SECRET: secret });
      const required = before === '' ? [''] : [];
      const values = ['', 'x'.repeat(129), '%00', 'a%0Ab', `a&${field}=b`];
      for (const query of [...required, ...values.map((value) => `${field}=${value}`)]) {
        const response = await app.inject(`${url}?${before}${query}`);
        assertProblem(response, 400, 'VALIDATION_FAILED', field);
      }
    });
  }
});

function ledger(loaded: number, available: number, held: number, confirmed: number) {
  return { loaded, available, held, confirmed };
}
