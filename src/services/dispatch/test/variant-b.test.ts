/** Variant B as its users meet it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { here, stores } from './fixtures.ts';
import { assertProblem, get, locate, offerTo, openReplicas, post, type Replica } from './http.ts';
import { variantB } from '../rules/variant-b.ts';

const order = (order_id: string, more: object = {}) => ({
  order_id,
  hub_id: 'h',
  priority: 'normal',
  ...more,
});
const hub = (replica: Replica) => post(replica, '/admin/hubs', { hub_id: 'h', ...here });

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`dispatch B on ${name}`, { skip }, () => {
    it('answers an order with its dispatch and the seconds until its batch, rounded up', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      const made = await hub(a);
      assert.deepEqual([made.status, made.body], [201, { data: { hub_id: 'h', ...here } }]);
      const seconds = [];
      for (const [id, wait] of [
        ['o1', 0],
        ['o2', 1_001],
        ['o3', 0],
      ] as const) {
        a.clock.advance(wait);
        const { status, body } = await post(b, '/dispatch/order', order(id));
        assert.deepEqual([status, body.data.status], [200, 'pending']);
        assert.match(body.data.dispatch_id, /^dsp_/);
        seconds.push(body.data.estimated_match_seconds);
      }
      assert.deepEqual(seconds, [5, 4, 0]);
    });

    it('answers a repeated order as the first time, with the same dispatch', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await hub(a);
      const first = await post(a, '/dispatch/order', order('o1'));
      await a.pass(60_000);
      assert.deepEqual(await post(b, '/dispatch/order', order('o1', { priority: 'vip' })), first);
    });

    it('finds hubs that the operator made known, then those of the hub source', async (t) => {
      const hubs = async (id: string) => (id === 'geo' ? here : undefined);
      const [a] = await openReplicas(t, variantB, open, { hubs });
      assertProblem(await post(a, '/dispatch/order', order('o1')), 404, 'UNKNOWN_HUB');
      assert.equal((await post(a, '/dispatch/order', order('o1', { hub_id: 'geo' }))).status, 200);
      await hub(a);
      assert.equal((await post(a, '/dispatch/order', order('o2'))).status, 200);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.data.pickup_lat, here.lat);
    });

    it('leads an order to its door: accept, PICKING, DELIVERING, COMPLETED, IDLE', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await hub(a);
      assert.deepEqual(await locate(a, 'd1'), { data: { status: 'updated' } });
      const { dispatch_id } = await offerTo(a, 'd1', 'o1');
      const answer = { driver_id: 'd1', dispatch_id };
      const accepted = { data: { status: 'accepted', hub_id: 'h', order_id: 'o1' } };
      for (const replica of [a, b]) {
        const { status, body } = await post(replica, '/dispatch/driver/accept', answer);
        assert.deepEqual([status, body], [200, accepted]);
      }
      assert.equal((await get(b, '/dispatch/drivers/d1')).body.data.status, 'TO_HUB');
      const late = await post(a, '/dispatch/driver/reject', answer);
      assertProblem(late, 409, 'INVALID_TRANSITION');
      assert.deepEqual([late.body.from, late.body.to], ['TO_HUB', 'IDLE']);
      const orders = [];
      for (const status of ['PICKING', 'DELIVERING', 'COMPLETED', 'IDLE']) {
        const moved = await post(b, '/dispatch/driver/status', { driver_id: 'd1', status });
        assert.deepEqual([moved.status, moved.body.data.status], [200, status]);
        orders.push((await get(a, '/dispatch/orders/o1')).body.data.status);
      }
      assert.deepEqual(orders, ['picking', 'delivering', 'delivered', 'delivered']);
    });

    it('after 1, 2 and 4 s the order is back in the pool, and may come to anybody again', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await hub(a);
      await post(a, '/dispatch/order', order('o1'));
      let wait = 5_000;
      const answers = [];
      for (const driver_id of ['d0', 'd1', 'd2', 'd3', 'd0']) {
        a.clock.advance(wait);
        await locate(a, driver_id);
        await a.pass(0);
        const open = await get(b, `/dispatch/driver/${driver_id}/assignments`);
        const [{ dispatch_id }] = open.body.data.assignments;
        const rejected = await post(b, '/dispatch/driver/reject', { driver_id, dispatch_id });
        assert.equal(rejected.status, 200, driver_id);
        const { reassignment_in_ms, order_status } = rejected.body.data;
        answers.push([reassignment_in_ms, order_status]);
        wait = reassignment_in_ms;
        // Out of sight, so that the next one is offered it.
        await locate(a, driver_id, { lat: 0 });
        if (wait > 0) continue;
        const shown = (await get(a, '/dispatch/orders/o1')).body.data;
        assert.deepEqual([shown.round, shown.attempts, shown.attempts_total], [2, 0, 4]);
        wait = 5_000;
      }
      assert.deepEqual(answers, [
        [1_000, 'reassigning'],
        [2_000, 'reassigning'],
        [4_000, 'reassigning'],
        [0, 'pending'],
        [1_000, 'reassigning'],
      ]);
    });

    it('a repeated reject answers the same and leaves a later offer alone', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await hub(a);
      const { dispatch_id } = await offerTo(a, 'd0', 'o1');
      const answer = { driver_id: 'd0', dispatch_id };
      const first = await post(a, '/dispatch/driver/reject', answer);
      assert.equal(first.status, 200);
      await locate(a, 'd0', { lat: 0 });
      for (const driver_id of ['d1', 'd2', 'd3']) {
        a.clock.advance(4_000);
        await locate(a, driver_id);
        await a.pass(0);
        await post(b, '/dispatch/driver/reject', { driver_id, dispatch_id });
        await locate(a, driver_id, { lat: 0 });
      }
      await locate(a, 'd0');
      await a.pass(5_000);
      const offers = async () =>
        (await get(b, '/dispatch/driver/d0/assignments')).body.data.assignments;
      const [again] = await offers();
      assert.deepEqual([again.order_id, again.dispatch_id], ['o1', `${dispatch_id}.5`]);
      assert.deepEqual(await post(b, '/dispatch/driver/reject', answer), first);
      assert.deepEqual(await offers(), [again]);
      const shown = (await get(a, '/dispatch/orders/o1')).body.data;
      assert.deepEqual([shown.status, shown.attempts_total], ['offered', 4]);
      // The order's own id accepts the offer that is open.
      const accepted = await post(b, '/dispatch/driver/accept', answer);
      assert.deepEqual([accepted.status, accepted.body.data?.order_id], [200, 'o1']);
      const repeated = await post(a, '/dispatch/driver/accept', answer);
      assert.deepEqual(repeated, accepted);
    });

    it('an IDLE driver goes OFFLINE and gets nothing; reporting a place means online again', async (t) => {
      const [a] = await openReplicas(t, variantB, open);
      await hub(a);
      await locate(a, 'd1');
      const move = (status: string) =>
        post(a, '/dispatch/driver/status', { driver_id: 'd1', status });
      assert.equal((await move('OFFLINE')).body.data.status, 'OFFLINE');
      await post(a, '/dispatch/order', order('o1'));
      await a.pass(5_000);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.data.status, 'pending');
      assertProblem(await move('PICKING'), 409, 'INVALID_TRANSITION');
      assert.equal((await move('IDLE')).body.data.status, 'IDLE');
      await move('OFFLINE');
      await locate(a, 'd1');
      await a.pass(5_000);
      assert.equal((await get(a, '/dispatch/drivers/d1')).body.data.status, 'ASSIGNED');
      assertProblem(await move('OFFLINE'), 409, 'INVALID_TRANSITION');
    });

    it('an order that nobody has taken after 24 h is expired', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await hub(a);
      await post(a, '/dispatch/order', order('o1'));
      const statuses = [];
      for (const ms of [24 * 3_600_000 - 1, 1]) {
        await a.pass(ms);
        statuses.push((await get(b, '/dispatch/orders/o1')).body.data.status);
      }
      assert.deepEqual(statuses, ['pending', 'expired']);
    });

    it('has no manual queue', async (t) => {
      const [a] = await openReplicas(t, variantB, open);
      assertProblem(await get(a, '/admin/manual-queue'), 404, 'NOT_FOUND');
    });

    it('answers 404 for a dispatch that is another driver’s or none', async (t) => {
      const [a] = await openReplicas(t, variantB, open);
      await hub(a);
      const { dispatch_id } = await offerTo(a, 'd1', 'o1');
      await locate(a, 'd2');
      for (const path of ['accept', 'reject']) {
        for (const id of [dispatch_id, 'none', `${dispatch_id}:d1`]) {
          const answer = { driver_id: 'd2', dispatch_id: id };
          const refused = await post(a, `/dispatch/driver/${path}`, answer);
          assertProblem(refused, 404, 'UNKNOWN_ASSIGNMENT');
        }
      }
    });

    it('admin paths want the token', async (t) => {
      const [a] = await openReplicas(t, variantB, open, { token: 'a secret token' });
      assertProblem(await hub(a), 401, 'ADMIN_TOKEN_REQUIRED');
    });
  });
}
