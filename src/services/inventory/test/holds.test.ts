/** Holds that fit a payment, late payment, and reading reservations, over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { assertInvalid, onBothStores, open, unknown } from './client.ts';

onBothStores('holds', suite);

function suite(env: () => Environment): void {
  describe('POST /reserve with ttl_seconds', () => {
    it('holds for that time, and the answer repeats it', async (t) => {
      const { load, reserve, confirm, clock } = await open(t, env());
      await load(10);
      for (const ttl_seconds of [5, 900]) {
        const held = [await reserve({ ttl_seconds }), await reserve({ ttl_seconds })];
        const [one, two] = held.map((response) => response.json().data);
        const expires_at = clock() + ttl_seconds * 1000;
        assert.deepEqual([one.ttl_seconds, one.expires_at], [ttl_seconds, expires_at]);
        clock.advance(ttl_seconds * 1000);
        assert.equal((await confirm(one.reservation_id)).statusCode, 200);
        clock.advance(1);
        assert.equal((await confirm(two.reservation_id)).json().code, 'RESERVATION_EXPIRED');
      }
    });

    it('an order repeated with another time gets its first answer', async (t) => {
      const { load, reserve } = await open(t, env());
      await load(10);
      const order = { order_id: 'o', user_id: 'u' };
      const first = (await reserve({ ...order, ttl_seconds: 60 })).json();
      assert.equal(first.data.ttl_seconds, 60);
      for (const more of [{}, { ttl_seconds: 90 }]) {
        assert.deepEqual((await reserve({ ...order, ...more })).json(), first);
      }
    });

    it('an order repeated after its confirmation shows no expires_at that has passed', async (t) => {
      const { load, reserve, confirm, clock } = await open(t, env());
      await load(10);
      const order = { order_id: 'o', user_id: 'u', ttl_seconds: 60 };
      const first = (await reserve(order)).json().data;
      await confirm(first.reservation_id);
      clock.advance(60_000);
      assert.deepEqual((await reserve(order)).json().data, first);
      clock.advance(1);
      const { expires_at: _, ...rest } = first;
      assert.deepEqual((await reserve(order)).json().data, rest);
    });

    it('is a whole number from 5 to 900', async (t) => {
      const { reserve } = await open(t, env());
      for (const ttl_seconds of [4, 901, 5.5, '30', 0, -1]) {
        assertInvalid(await reserve({ ttl_seconds }), 'ttl_seconds');
      }
    });
  });

  describe('POST /extend', () => {
    it('holds from now on for that time, longer or shorter', async (t) => {
      const { load, reserve, extend, confirm, clock } = await open(t, env());
      await load(10);
      const { reservation_id } = (await reserve()).json().data;
      clock.advance(29_000);
      for (const ttl_seconds of [3_571, 5]) {
        const response = await extend(reservation_id, ttl_seconds);
        assert.equal(response.statusCode, 200);
        const expires_at = clock() + ttl_seconds * 1000;
        assert.deepEqual(response.json(), {
          data: { reservation_id, status: 'reserved', expires_at },
        });
      }
      clock.advance(5_000);
      assert.equal((await confirm(reservation_id)).statusCode, 200);
    });

    it('never past one hour after the reservation was made: 409 EXTENSION_LIMIT', async (t) => {
      const { load, reserve, extend, clock } = await open(t, env());
      await load(10);
      const made = clock();
      const { reservation_id } = (await reserve()).json().data;
      assert.equal((await extend(reservation_id, 3_600)).statusCode, 200);
      clock.advance(1_000);
      const refused = await extend(reservation_id, 3_600);
      const { code, latest_expires_at } = refused.json();
      const expected = [409, 'EXTENSION_LIMIT', made + 3_600_000];
      assert.deepEqual([refused.statusCode, code, latest_expires_at], expected);
      assert.equal((await extend(reservation_id, 3_599)).statusCode, 200);
    });

    it('only while it is held', async (t) => {
      const { load, reserve, extend, confirm, release, clock } = await open(t, env());
      await load(10);
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) ids.push((await reserve()).json().data.reservation_id);
      await confirm(ids[0]);
      await release(ids[1]);
      clock.advance(30_001);
      const codes = ['RESERVATION_CONFIRMED', 'RESERVATION_RELEASED', 'RESERVATION_EXPIRED'];
      for (const [i, code] of codes.entries()) {
        const response = await extend(ids[i], 60);
        assert.deepEqual([response.statusCode, response.json().code], [409, code]);
      }
      for (const id of [unknown, 'res_1']) {
        const response = await extend(id, 60);
        assert.deepEqual([response.statusCode, response.json().code], [404, 'UNKNOWN_RESERVATION']);
      }
    });

    it('wants a whole number from 5 to 3,600', async (t) => {
      const { extend } = await open(t, env());
      for (const ttl of [4, 3_601, 5.5, '60', null, undefined]) {
        assertInvalid(await extend(unknown, ttl), 'ttl_seconds');
      }
      assertInvalid(await extend(undefined, 60), 'reservation_id');
    });
  });

  describe('POST /confirm with late: "retake"', () => {
    const late = { late: 'retake' };

    it('takes the units of an expired reservation again: retaken, also repeated', async (t) => {
      const { load, reserve, confirm, stock, clock } = await open(t, env());
      await load(10);
      const { reservation_id } = (await reserve({ qty: 3 })).json().data;
      clock.advance(30_001);
      const refused = await confirm(reservation_id);
      assert.deepEqual([refused.statusCode, refused.json().code], [409, 'RESERVATION_EXPIRED']);
      const data = { reservation_id, status: 'confirmed', retaken: true };
      for (let i = 0; i < 2; i++) {
        const response = await confirm(reservation_id, late);
        assert.deepEqual([response.statusCode, response.json()], [200, { data }]);
      }
      const { available, held, confirmed, loaded } = await stock();
      assert.deepEqual([available, held, confirmed, loaded], [7, 0, 3, 10]);
    });

    it('one that is held is confirmed as without it', async (t) => {
      const { load, reserve, confirm } = await open(t, env());
      await load(10);
      const { reservation_id } = (await reserve()).json().data;
      const answer = { data: { reservation_id, status: 'confirmed' } };
      assert.deepEqual((await confirm(reservation_id, late)).json(), answer);
    });

    it('is 409 INSUFFICIENT_STOCK with what is available when others have the units', async (t) => {
      const { load, reserve, confirm, stock, clock } = await open(t, env());
      await load(4);
      const { reservation_id } = (await reserve({ qty: 3 })).json().data;
      clock.advance(30_001);
      await confirm(reservation_id); // which finds that it has expired
      await reserve({ qty: 2 });
      const before = await stock();
      const response = await confirm(reservation_id, late);
      const { code, sku, available } = response.json();
      const expected = [409, 'INSUFFICIENT_STOCK', 'milk', 2];
      assert.deepEqual([response.statusCode, code, sku, available], expected);
      assert.deepEqual(await stock(), before);
    });

    it('is refused when it was released, when its order holds another one, or unknown', async (t) => {
      const { load, reserve, confirm, release, clock } = await open(t, env());
      await load(10);
      const order = { order_id: 'o', user_id: 'u' };
      const released = (await reserve()).json().data.reservation_id;
      await release(released);
      const first = (await reserve(order)).json().data.reservation_id;
      clock.advance(30_001);
      const second = (await reserve(order)).json().data.reservation_id;
      for (const [id, status, code] of [
        [released, 409, 'RESERVATION_RELEASED'],
        [first, 409, 'ORDER_MISMATCH'],
        [unknown, 404, 'UNKNOWN_RESERVATION'],
      ] as const) {
        const response = await confirm(id, late);
        assert.deepEqual([response.statusCode, response.json().code], [status, code]);
        assert.ok(!response.body.includes(second));
      }
      for (const wrong of ['Retake', '', true]) {
        assertInvalid(await confirm(first, { late: wrong }), 'late');
      }
    });
  });

  describe('GET /reservations/:reservation_id', () => {
    it('shows the reservation, its status by instants', async (t) => {
      const { load, reserve, confirm, release, get, clock } = await open(t, env());
      await load(10);
      await load(10, { sku: 'tea' });
      const items = [
        { sku: 'milk', qty: 2 },
        { sku: 'tea', qty: 1 },
      ];
      const { reservation_id, expires_at } = (await reserve({ items, order_id: 'o' })).json().data;
      const seen = { reservation_id, order_id: 'o', hub_id: 'hub', items, expires_at };
      const show = async (id: string) => (await get(`/reservations/${id}`)).json();
      assert.deepEqual(await show(reservation_id), { data: { ...seen, status: 'reserved' } });
      const [one, two] = [(await reserve()).json().data, (await reserve()).json().data];
      await confirm(one.reservation_id);
      await release(two.reservation_id);
      clock.advance(30_000);
      assert.equal((await show(reservation_id)).data.status, 'reserved');
      clock.advance(1);
      assert.equal((await show(reservation_id)).data.status, 'expired');
      assert.equal((await show(one.reservation_id)).data.status, 'confirmed');
      assert.equal((await show(two.reservation_id)).data.status, 'released');
      for (const id of [unknown, 'res_1'])
        assert.equal((await show(id)).code, 'UNKNOWN_RESERVATION');
    });
  });

  describe('GET /orders/:order_id/reservation', () => {
    it('shows the latest of the order, of all hubs or of one', async (t) => {
      const { load, reserve, release, get, clock } = await open(t, env());
      await load(10);
      await load(10, { hub_id: 'hub 2' });
      const order = { order_id: 'o/1', user_id: 'u' };
      const show = async (query = '') => (await get(`/orders/o%2F1/reservation${query}`)).json();
      assert.equal((await show()).code, 'UNKNOWN_RESERVATION');
      const first = (await reserve(order)).json().data;
      await release(first.reservation_id);
      assert.equal((await show()).data.status, 'released');
      clock.advance(1);
      const second = (await reserve(order)).json().data;
      clock.advance(1);
      const elsewhere = (await reserve({ ...order, hub_id: 'hub 2' })).json().data;
      const id = async (query?: string) => (await show(query)).data?.reservation_id;
      assert.equal(await id(), elsewhere.reservation_id);
      assert.equal(await id('?hub_id=hub'), second.reservation_id);
      assert.equal(await id('?hub_id=hub%202'), elsewhere.reservation_id);
      assert.equal(await id('?hub_id=hub%203'), undefined);
    });
  });
}
