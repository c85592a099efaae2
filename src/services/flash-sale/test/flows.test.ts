/** The flows other than the standard one and the lottery: race, weighted, voucher, slotted. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openService, unique } from '#kit/testing/testing.ts';
import { assertProblem, secret, sign, stores } from './fixtures.ts';
import { flashSale } from '../index.ts';

for (const { name, skip, env } of stores) {
  describe(`race on ${name}`, { skip }, () => {
    it('has one counter', async (t) => {
      const { load, stock, buy } = await open(t, env());
      const { data } = (await load({ flow: 'race', total_stock: 7 })).json();
      const expected = { product_id: 'p', total_stock: 7, flow: 'race', buckets: [7] };
      assert.deepEqual(data, { ...expected, promoted_users: [] });
      await buy({ qty: 3 });
      assert.deepEqual((await stock())['buckets'], [4]);
    });

    it('sold out is 409 SOLD_OUT, and nobody queues', async (t) => {
      const { load, stock, buy } = await open(t, env());
      await load({ flow: 'race', total_stock: 2 });
      assertProblem(await buy({ qty: 3 }), 409, 'SOLD_OUT');
      for (let i = 0; i < 2; i++) assert.equal((await buy()).statusCode, 200);
      assertProblem(await buy(), 409, 'SOLD_OUT');
      const { available, held, waiting } = await stock();
      assert.deepEqual([available, held, waiting], [0, 2, 0]);
    });

    it('sold out leaves the key usable', async (t) => {
      const { load, buy, post } = await open(t, env());
      await load({ flow: 'race', total_stock: 1 });
      const { reservation_id } = (await buy()).json().data;
      assert.equal((await buy({ idempotency_key: 'k' })).statusCode, 409);
      await post('/flash-sale/release', { reservation_id });
      assert.equal((await buy({ idempotency_key: 'k' })).statusCode, 200);
    });

    it('100 buyers of 30 units at once: 30 sold, 70 refused', async (t) => {
      const { load, buy } = await open(t, env());
      await load({ flow: 'race', total_stock: 30 });
      const codes = await Promise.all(
        Array.from({ length: 100 }, async () => (await buy()).statusCode),
      );
      const { 200: sold, 409: refused } = Object.groupBy(codes, (code) => code);
      assert.deepEqual([sold?.length, refused?.length], [30, 70]);
    });
  });

  describe(`weighted queue on ${name}`, { skip }, () => {
    it('premium members stand before regular users, each in order of arrival', async (t) => {
      const { load, buy, post, queueStatus } = await open(t, env());
      await load({ flow: 'weighted', total_stock: 0 });
      const members = { user_ids: ['gold 1', 'gold 2'], tier: 'premium' };
      const response = await post('/admin/flash-sale/members', members);
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json(), { tier: 'premium', updated: 2 });
      for (const user_id of ['a', 'gold 1', 'b', 'gold 2']) await buy({ user_id });
      for (const [position, user_id] of ['gold 1', 'gold 2', 'a', 'b'].entries()) {
        assert.equal((await queueStatus(user_id)).json().position, position);
      }
      const { data } = (await load({ flow: 'weighted', total_stock: 3, reset: true })).json();
      const promoted = data.promoted_users.map((user: { user_id: string }) => user.user_id);
      assert.deepEqual(promoted, ['gold 1', 'gold 2', 'a']);
    });

    it('a member who is regular again stands with the regular users', async (t) => {
      const { load, buy, post } = await open(t, env());
      await load({ flow: 'weighted', total_stock: 0 });
      await post('/admin/flash-sale/members', { user_ids: ['u'], tier: 'premium' });
      await post('/admin/flash-sale/members', { user_ids: ['u'], tier: 'regular' });
      await buy({ user_id: 'a' });
      assert.equal((await buy({ user_id: 'u' })).json().data.position, 1);
    });
  });

  describe(`voucher on ${name}`, { skip }, () => {
    it('is claimed ahead: 201, and again 200 without a second one', async (t) => {
      const { load, claim } = await open(t, env());
      await load({ flow: 'voucher', total_stock: 9, voucher_limit: 2 });
      for (const status of [201, 200]) {
        const response = await claim('u0');
        assert.equal(response.statusCode, status);
        const expected = { status: 'claimed', product_id: 'p', user_id: 'u0' };
        assert.deepEqual(response.json(), expected);
      }
      assert.equal((await claim('u1')).statusCode, 201);
      assertProblem(await claim('u2'), 409, 'NO_VOUCHER_LEFT');
    });

    it('lets its holder buy; anybody else gets 403 VOUCHER_REQUIRED', async (t) => {
      const { load, claim, buy, stock } = await open(t, env());
      await load({ flow: 'voucher', total_stock: 9 });
      await claim('holder');
      assert.equal((await buy({ user_id: 'holder' })).statusCode, 200);
      assertProblem(await buy({ user_id: 'other' }), 403, 'VOUCHER_REQUIRED');
      assert.equal((await stock())['held'], 1);
    });

    it('403 leaves no trace: neither in the key nor in the rate window', async (t) => {
      const { load, claim, buy } = await open(t, env());
      await load({ flow: 'voucher', total_stock: 9 });
      const headers = { 'x-device-fingerprint': 'd' };
      const again = { user_id: 'u', idempotency_key: 'k' };
      for (let i = 0; i < 25; i++) assert.equal((await buy(again, headers)).statusCode, 403);
      await claim('u');
      assert.equal((await buy(again, headers)).statusCode, 200);
    });

    it('there are as many as units unless voucher_limit says otherwise', async (t) => {
      const { load, claim } = await open(t, env());
      await load({ flow: 'voucher', total_stock: 1 });
      assert.equal((await claim('u0')).statusCode, 201);
      assertProblem(await claim('u1'), 409, 'NO_VOUCHER_LEFT');
    });

    it('is for products that were loaded in this flow', async (t) => {
      const { load, claim } = await open(t, env());
      assertProblem(await claim('u'), 404, 'UNKNOWN_PRODUCT');
      await load({ total_stock: 1 });
      assertProblem(await claim('u'), 409, 'WRONG_FLOW');
    });

    it('25 claims of one device in a second: 20 allowed, 5 refused', async (t) => {
      const { load, claim } = await open(t, env());
      await load({ flow: 'voucher', total_stock: 99 });
      const from = (i: number) => ({
        headers: { 'x-device-fingerprint': 'd' },
        remoteAddress: `10.0.0.${i}`,
      });
      const claims = Array.from({ length: 25 }, (_, i) => claim(`u${i}`, from(i)));
      const { 201: claimed, 429: refused } = Object.groupBy(
        await Promise.all(claims),
        (response) => response.statusCode,
      );
      assert.deepEqual([claimed?.length, refused?.length], [20, 5]);
      assertProblem(refused![0]!, 429, 'RATE_LIMITED');
    });

    it('without the header a device is known by its traits and address', async (t) => {
      const { load, claim } = await open(t, env());
      await load({ flow: 'voucher', total_stock: 99 });
      const traits = {
        'user-agent': 'browser',
        'accept-language': 'de',
        'sec-ch-ua-platform': '"Android"',
        'sec-ch-ua-model': '"phone"',
      };
      const known = { headers: traits, remoteAddress: '10.0.0.1' };
      let serial = 0;
      for (let i = 0; i < 20; i++) {
        assert.equal((await claim(`u${serial++}`, known)).statusCode, 201);
      }
      assert.equal((await claim('refused', known)).statusCode, 429);
      const elsewhere = { ...known, remoteAddress: '10.0.0.2' };
      assert.equal((await claim(`u${serial++}`, elsewhere)).statusCode, 201);
      for (const trait of Object.keys(traits)) {
        const other = { ...known, headers: { ...traits, [trait]: 'other' } };
        assert.equal((await claim(`u${serial++}`, other)).statusCode, 201, trait);
      }
    });
  });

  describe(`time slots on ${name}`, { skip }, () => {
    const slots = [
      { slot: '11:00', stock: 10 },
      { slot: '12:00', stock: 23 },
      { slot: '13:00', stock: 30 },
    ];

    it('have 10 buckets each, in order of time', async (t) => {
      const { load } = await open(t, env());
      const response = await load({ flow: 'slotted', slots: slots.toReversed() });
      assert.equal(response.statusCode, 201);
      const each = (units: number) => Array.from({ length: 10 }, () => units);
      const buckets = [...each(1), 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, ...each(3)];
      const expected = { product_id: 'p', total_stock: 63, flow: 'slotted', buckets, slots };
      assert.deepEqual(response.json(), { data: { ...expected, promoted_users: [] } });
    });

    it('sell the named slot, in the primary bucket first', async (t) => {
      const { load, buy, stock, bySlot } = await open(t, env());
      await load({ flow: 'slotted', slots });
      await buy({}, {}, '?slot=13:00'); // FNV-1a of "c" ends in 8
      assert.deepEqual(await bySlot(), [10, 23, 29]);
      const buckets = (await stock())['buckets'] as number[];
      assert.deepEqual(buckets.slice(20), [3, 3, 3, 3, 3, 3, 3, 3, 2, 3]);
    });

    it('sell the running slot first, then the following ones', async (t) => {
      const { load, buy, bySlot } = await open(t, env()); // at noon
      await load({ flow: 'slotted', slots });
      for (const qty of [20, 4, 3]) await buy({ qty });
      // 4 are more than the 3 left of the running slot: the next one has them whole.
      assert.deepEqual(await bySlot(), [10, 0, 26]);
    });

    it('run from their start to the next one', async (t) => {
      const { load, buy, bySlot, clock } = await open(t, env());
      await load({ flow: 'slotted', slots });
      clock.advance(3_599_999);
      await buy();
      assert.deepEqual(await bySlot(), [10, 22, 30]);
      clock.advance(1);
      await buy();
      assert.deepEqual(await bySlot(), [10, 22, 29]);
    });

    it('go on to the next slot when the named one is exhausted, then queue', async (t) => {
      const { load, buy, bySlot } = await open(t, env());
      await load({ flow: 'slotted', slots });
      await buy({ qty: 10 }, {}, '?slot=11:00');
      await buy({ qty: 23 }, {}, '?slot=11:00');
      await buy({ qty: 29 }, {}, '?slot=11:00');
      assert.deepEqual(await bySlot(), [0, 0, 1]);
      assert.equal((await buy({ qty: 2 }, {}, '?slot=11:00')).statusCode, 202);
    });

    it('a slot that the product does not have is 400 and leaves the key usable', async (t) => {
      const { load, buy, stock } = await open(t, env());
      await load({ flow: 'slotted', slots });
      for (const slot of ['10:00', 'noon', '%00']) {
        const response = await buy({ idempotency_key: 'k' }, {}, `?slot=${slot}`);
        assertProblem(response, 400, 'UNKNOWN_SLOT', 'slot');
        assert.deepEqual(response.json().slots, ['11:00', '12:00', '13:00']);
      }
      const long = await buy({ idempotency_key: 'k' }, {}, '?slot=12:00:00');
      assertProblem(long, 400, 'VALIDATION_FAILED', 'slot');
      assert.equal((await stock())['held'], 0);
      assert.equal((await buy({ idempotency_key: 'k' }, {}, '?slot=12:00')).statusCode, 200);
    });

    it('an empty name does not name a slot', async (t) => {
      const { load, buy } = await open(t, env());
      await load({ flow: 'slotted', slots });
      assertProblem(await buy({}, {}, '?slot='), 400, 'UNKNOWN_SLOT', 'slot');
    });

    it('of other flows are ignored', async (t) => {
      const { load, buy } = await open(t, env());
      await load({ total_stock: 1 });
      assert.equal((await buy({}, {}, '?slot=12:00')).statusCode, 200);
    });
  });
}

describe('bad input', () => {
  const ids = [undefined, '', 3, null, {}, 'x'.repeat(129), 'nul\0', '\ud800'];
  for (const field of ['product_id', 'user_id']) {
    it(`POST /voucher/claim names ${field}`, async (t) => {
      const { post } = await open(t, { HMAC_SECRET: secret });
      for (const value of ids) {
        const claim = { product_id: 'p', user_id: 'u', [field]: value };
        assertProblem(await post('/voucher/claim', claim), 400, 'VALIDATION_FAILED', field);
      }
    });
  }
});

async function open(t: TestContext, env: Record<string, string>) {
  const { app, clock } = await openService(t, flashSale, env);
  const post = (url: string, payload: object, from: object = {}) =>
    app.inject({ method: 'POST', url, payload, ...from });
  /** A purchase by a user of its own, with a good token. */
  function buy(
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
    query = '',
  ) {
    const id = unique('u');
    const device_fp = query === '' ? id : 'c';
    const expires_at = Math.floor(clock() / 1000);
    const attestation = sign(device_fp, expires_at);
    const purchase = { product_id: 'p', user_id: id, qty: 1, idempotency_key: id };
    const payload = { ...purchase, device_fp, attestation, expires_at, ...more };
    return post(`/flash-sale/checkout${query}`, payload, { headers });
  }
  const load = (body: object) =>
    post('/admin/flash-sale/init-product', { product_id: 'p', ...body });
  const claim = (user_id: string, from: object = {}) =>
    post('/voucher/claim', { product_id: 'p', user_id }, from);
  const stock = async (): Promise<Record<string, unknown>> =>
    (await app.inject('/admin/flash-sale/stock?product_id=p')).json().data;
  const bySlot = async () => {
    const buckets = (await stock())['buckets'] as number[];
    return [0, 10, 20].map((i) => buckets.slice(i, i + 10).reduce((sum, units) => sum + units));
  };
  const queueStatus = (user_id: string) =>
    app.inject({ url: '/flash-sale/queue-status', query: { user_id } });
  return { clock, post, buy, load, claim, stock, bySlot, queueStatus };
}
