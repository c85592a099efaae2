/** Holds that lapse, purchase limits, opening times and state, leaving, honest odds: over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import { assertProblem, openSale, secret, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`holds that lapse on ${name}`, { skip }, () => {
    it('a completed checkout carries expires_at, and so does the 409 of its key', async (t) => {
      const { load, buy, clock } = await openSale(t, env());
      await load({ total_stock: 5, hold_seconds: 60 });
      const response = await buy({ idempotency_key: 'k' });
      const { order_id, reservation_id } = response.json().data;
      const sale = { order_id, reservation_id, expires_at: clock() + 60_000 };
      assert.deepEqual(response.json(), { data: { status: 'completed', ...sale } });
      const { data } = (await buy({ idempotency_key: 'k' })).json();
      const status = 'idempotency_conflict';
      assert.deepEqual(data, { status, original_status: 'completed', ...sale });
    });

    it('a promoted waiter has it in every answer: of the load, the release, the queue', async (t) => {
      const { load, buy, release, queueStatus, clock } = await openSale(t, env());
      for (const user_id of ['u0', 'u1']) await buy({ user_id });
      const { data } = (await load({ total_stock: 1, hold_seconds: 60 })).json();
      const [first] = data.promoted_users;
      assert.deepEqual(Object.keys(first).toSorted(), [
        'expires_at',
        'order_id',
        'reservation_id',
        'user_id',
      ]);
      clock.advance(10_000);
      const { promoted } = (await release(first.reservation_id)).json();
      const expires_at = clock() + 60_000;
      assert.deepEqual([promoted.user_id, promoted.expires_at], ['u1', expires_at]);
      assert.equal((await queueStatus('u1')).json().expires_at, expires_at);
    });

    it('confirm at expires_at is 409 RESERVATION_EXPIRED, release is 200 with released: false', async (t) => {
      const { load, sell, confirm, release, clock } = await openSale(t, env());
      await load({ total_stock: 5, hold_seconds: 5 });
      const [early, late] = [await sell(), await sell()];
      clock.advance(4_999);
      assert.equal((await confirm(early)).statusCode, 200);
      clock.advance(1);
      assertProblem(await confirm(late), 409, 'RESERVATION_EXPIRED');
      const response = await release(late);
      assert.equal(response.statusCode, 200);
      const { released, promoted, promoted_users } = response.json();
      assert.deepEqual([released, promoted, promoted_users], [false, null, []]);
      assert.equal((await confirm(early)).statusCode, 200);
      assertProblem(await release(early), 409, 'RESERVATION_CONFIRMED');
    });

    it('the service sweeps: units come back, waiters are promoted, and the stock counts them', async (t) => {
      const { load, sell, buy, stock, queueStatus, clock } = await openSale(t, env());
      await load({ total_stock: 3, hold_seconds: 5 });
      await sell({ qty: 3 });
      await buy({ user_id: 'u', qty: 2 });
      clock.advance(5_000);
      await eventually(async () => (await stock())['expired'] === 3);
      const { available, held, released, expired, waiting } = await stock();
      assert.deepEqual([available, held, released, expired, waiting], [1, 2, 3, 3, 0]);
      assert.equal((await queueStatus('u')).json().expires_at, clock() + 5_000);
      clock.advance(5_000);
      assertProblem(await queueStatus('u'), 404, 'NOT_QUEUED');
    });

    it('a lottery checkout carries expires_at', async (t) => {
      const { post, load, clock, app } = await openSale(t, env());
      await load({ total_stock: 1, flow: 'lottery', hold_seconds: 60 });
      const entry = { product_id: 'p', user_id: 'u', device_fp: 'd' };
      await post('/flash-sale/lottery/enter', entry);
      await post('/admin/flash-sale/lottery/draw', { product_id: 'p', winners: 1 });
      const url = '/flash-sale/lottery/result?product_id=p&user_id=u';
      const { lottery_token } = (await app.inject(url)).json();
      clock.advance(1_000);
      const { data } = (await post('/flash-sale/lottery/checkout', { lottery_token })).json();
      assert.equal(data.expires_at, clock() + 60_000);
      clock.advance(60_000);
      const lapsed = await post('/flash-sale/lottery/checkout', { lottery_token });
      assertProblem(lapsed, 409, 'LOTTERY_TOKEN_EXPIRED');
      const result = { product_id: 'p', user_id: 'u', status: 'expired' };
      assert.deepEqual((await app.inject(url)).json(), result);
    });

    it('no answer that repeats a sale shows expires_at once the hold is over', async (t) => {
      const { load, buy, confirm, release, queueStatus, clock } = await openSale(t, env());
      for (const user_id of ['kept', 'given back']) await buy({ user_id });
      const loaded = await load({ total_stock: 5, hold_seconds: 60 });
      const [kept, given] = loaded.json().data.promoted_users;
      await confirm(kept.reservation_id);
      await release(given.reservation_id);
      const { expires_at: _, ...order } = kept;
      const place = { status: 'promoted', product_id: 'p', ...order };
      assert.deepEqual((await queueStatus('kept')).json(), place);
      assertProblem(await queueStatus('given back'), 404, 'NOT_QUEUED');
      await buy({ idempotency_key: 'k' });
      clock.advance(60_000);
      const { data } = (await buy({ idempotency_key: 'k' })).json();
      assert.deepEqual([data.original_status, data.expires_at], ['completed', undefined]);
      assert.deepEqual((await queueStatus('kept')).json(), place);
    });
  });

  describe(`purchase limit on ${name}`, { skip }, () => {
    it('beyond it is 409 PURCHASE_LIMIT_REACHED with limit and owned', async (t) => {
      const { load, buy, stock } = await openSale(t, env());
      await load({ total_stock: 9, per_user_limit: 3 });
      assert.equal((await buy({ user_id: 'u', qty: 2 })).statusCode, 200);
      const response = await buy({ user_id: 'u', qty: 2, idempotency_key: 'k' });
      assertProblem(response, 409, 'PURCHASE_LIMIT_REACHED');
      const { limit, owned } = response.json();
      assert.deepEqual([limit, owned], [3, 2]);
      assert.equal((await stock())['held'], 2);
      assert.equal((await buy({ user_id: 'u', idempotency_key: 'k' })).statusCode, 200);
    });

    it('a waiting user who asks again keeps their position: 202', async (t) => {
      const { load, sell, buy } = await openSale(t, env());
      await load({ total_stock: 1, per_user_limit: 1 });
      await sell();
      for (let i = 0; i < 2; i++) {
        const response = await buy({ user_id: 'u' });
        assert.deepEqual(response.json(), { data: { status: 'queued', position: 0 } });
      }
    });

    it('comes after the state, the token and the key', async (t) => {
      const { load, buy, setState } = await openSale(t, env());
      await load({ total_stock: 9, per_user_limit: 1 });
      await buy({ user_id: 'u', idempotency_key: 'k' });
      const beyond = { user_id: 'u', qty: 5 };
      assert.equal((await buy({ ...beyond, idempotency_key: 'k' })).json().data.status, conflict);
      assertProblem(await buy({ ...beyond, attestation: 'bad' }), 401, 'ATTESTATION_REFUSED');
      await setState('paused');
      assertProblem(await buy(beyond), 503, 'SALE_PAUSED');
    });
  });

  describe(`opening times and state on ${name}`, { skip }, () => {
    it('before starts_at 409 SALE_NOT_OPEN with it, from ends_at on 409 SALE_OVER', async (t) => {
      const { load, buy, clock } = await openSale(t, env());
      const starts_at = clock() + 1_000;
      await load({ total_stock: 9, starts_at, ends_at: starts_at + 1_000 });
      const early = await buy({ idempotency_key: 'k' });
      assertProblem(early, 409, 'SALE_NOT_OPEN');
      assert.equal(early.json().starts_at, starts_at);
      clock.advance(1_000);
      assert.equal((await buy({ idempotency_key: 'k' })).statusCode, 200);
      clock.advance(1_000);
      assertProblem(await buy(), 409, 'SALE_OVER');
    });

    it('the state answers enveloped; paused is 503 with Retry-After: 5, and keeps nothing', async (t) => {
      const { load, buy, setState } = await openSale(t, env());
      await load({ total_stock: 9 });
      const answer = await setState('paused');
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { data: { product_id: 'p', state: 'paused' } });
      const refused = await buy({ idempotency_key: 'k' });
      assertProblem(refused, 503, 'SALE_PAUSED');
      assert.equal(refused.headers['retry-after'], '5');
      await setState('open');
      assert.equal((await buy({ idempotency_key: 'k' })).statusCode, 200);
    });

    it('paused, holds go on: confirm and release work', async (t) => {
      const { load, sell, confirm, release, setState } = await openSale(t, env());
      await load({ total_stock: 9 });
      const ids = [await sell(), await sell(), await sell(), await sell()] as const;
      await setState('paused');
      assert.equal((await confirm(ids[0])).statusCode, 200);
      assert.equal((await release(ids[1])).json().released, true);
      await setState('closed');
      assert.equal((await confirm(ids[2])).statusCode, 200);
      assert.equal((await release(ids[3])).json().released, true);
    });

    it('closed is 409 SALE_OVER, and who waited is 404 NOT_QUEUED', async (t) => {
      const { load, sell, buy, queueStatus, setState, stock } = await openSale(t, env());
      await load({ total_stock: 1 });
      await sell();
      for (const user_id of ['u0', 'u1']) await buy({ user_id });
      await setState('closed');
      assertProblem(await buy(), 409, 'SALE_OVER');
      for (const user_id of ['u0', 'u1']) {
        assertProblem(await queueStatus(user_id), 404, 'NOT_QUEUED');
        assertProblem(await queueStatus(user_id, 'p'), 404, 'NOT_QUEUED');
      }
      assert.equal((await stock())['waiting'], 0);
      await setState('open');
      assert.equal((await buy()).statusCode, 202);
    });

    it('of a product that was never loaded is 404', async (t) => {
      const { setState } = await openSale(t, env());
      assertProblem(await setState('paused'), 404, 'UNKNOWN_PRODUCT');
    });
  });

  describe(`leaving on ${name}`, { skip }, () => {
    it('is left: true once, then false; those behind move up', async (t) => {
      const { load, buy, post, queueStatus } = await openSale(t, env());
      await load({ total_stock: 0 });
      for (const user_id of ['u0', 'u1']) await buy({ user_id });
      for (const left of [true, false]) {
        const response = await post('/flash-sale/leave', { product_id: 'p', user_id: 'u0' });
        assert.deepEqual([response.statusCode, response.json()], [200, { left }]);
      }
      assertProblem(await queueStatus('u0'), 404, 'NOT_QUEUED');
      assert.equal((await queueStatus('u1')).json().position, 0);
    });
  });

  describe(`honest odds on ${name}`, { skip }, () => {
    it('queue-status says whether the place can still be served', async (t) => {
      const { load, sell, buy, confirm, queueStatus } = await openSale(t, env());
      await load({ total_stock: 2 });
      const [first] = [await sell(), await sell()];
      for (const user_id of ['u0', 'u1']) await buy({ user_id });
      const odds = async () => [
        (await queueStatus('u0')).json().reachable,
        (await queueStatus('u1')).json().reachable,
      ];
      assert.deepEqual(await odds(), [true, true]);
      await confirm(first);
      assert.deepEqual(await odds(), [true, false]);
    });
  });
}

describe('bad input of the rules of a sale', () => {
  const load = { product_id: 'p', total_stock: 1 };
  const ids = [undefined, '', 3, null, 'x'.repeat(129)];
  const bodies = [
    [
      '/admin/flash-sale/init-product',
      load,
      {
        hold_seconds: [4, 86_401, 5.5, '60'],
        per_user_limit: [0, -1, 1.5, '1'],
        starts_at: [-1, 1.5, '2026-01-01', 1e13],
        ends_at: [-1, 1.5, 'never', 1e13],
      },
    ],
    ['/admin/flash-sale/init-product', { ...load, starts_at: 9 }, { ends_at: [8, 9] }],
    [
      '/admin/flash-sale/state',
      { product_id: 'p', state: 'open' },
      { product_id: ids, state: [undefined, 'over', 'OPEN', 1, null] },
    ],
    ['/flash-sale/leave', { product_id: 'p', user_id: 'u' }, { product_id: ids, user_id: ids }],
  ] as const;
  for (const [url, good, fields] of bodies) {
    for (const [field, values] of Object.entries<readonly unknown[]>(fields)) {
      it(`POST ${url} names ${field}${'starts_at' in good ? ' that is not after the start' : ''}`, async (t) => {
        const { post } = await openSale(t, { HMAC_SECRET: secret });
        for (const value of values) {
          const response = await post(url, { ...good, [field]: value });
          assertProblem(response, 400, 'VALIDATION_FAILED', field);
        }
      });
    }
  }

  it('takes the bounds themselves', async (t) => {
    const bounds = await openSale(t, { HMAC_SECRET: secret });
    for (const hold_seconds of [5, 86_400]) {
      const answer = await bounds.load({ total_stock: 1, reset: true, hold_seconds });
      assert.equal(answer.statusCode, 201);
    }
    const extremes = { per_user_limit: 1, starts_at: 0, ends_at: 9_999_999_999_999 };
    const answer = await bounds.load({ total_stock: 1, reset: true, ...extremes });
    assert.equal(answer.statusCode, 201);
    assert.equal((await bounds.buy()).statusCode, 200);
  });
});

const conflict = 'idempotency_conflict';
