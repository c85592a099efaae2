/** Tests variant A through its API. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { here, north, stores } from './fixtures.ts';
import { assertProblem, get, locate, offerTo, openReplicas, post } from './http.ts';
import { variantA } from '../rules/variant-a.ts';

const order = (order_id: string, more: object = {}) => ({
  order_id,
  pickup_lat: here.lat,
  pickup_lng: here.lng,
  priority: 5,
  ...more,
});

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`dispatch A on ${name}`, { skip }, () => {
    it('answers an order with 202, its batch and the time until the batch is matched', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const first = await post(a, '/dispatch/order', order('o1'));
      assert.equal(first.status, 202);
      const { batch_id } = first.body;
      const answer = (ms: number) => ({ status: 'queued', batch_id, estimated_dispatch_ms: ms });
      assert.deepEqual(first.body, answer(5_000));
      a.clock.advance(1_500);
      assert.deepEqual((await post(b, '/dispatch/order', order('o2'))).body, answer(3_500));
      assert.deepEqual((await post(a, '/dispatch/order', order('o3'))).body, answer(0));
    });

    it('answers a repeated order with the first answer', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const first = await post(a, '/dispatch/order', order('o1'));
      await a.pass(60_000);
      assert.deepEqual(await post(b, '/dispatch/order', order('o1', { priority: 9 })), first);
    });

    it('matches a batch at its third order, without waiting for the window', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      for (const id of ['o1', 'o2', 'o3']) await post(b, '/dispatch/order', order(id));
      await b.pass(0);
      const { body } = await get(a, '/dispatch/driver/d1/assignments');
      assert.equal(body.assignments.length, 1);
    });

    it('takes an order all the way: accept, arrived, picking, delivering, completed, idle', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      assert.deepEqual(await locate(a, 'd1'), { status: 'updated' });
      const offer = await offerTo(a, 'd1', 'o1');
      const { assignment_id } = offer;
      assert.deepEqual(offer, {
        assignment_id,
        order_id: 'o1',
        pickup_lat: here.lat,
        pickup_lng: here.lng,
        priority: 5,
        score: offer.score,
        offered_at: a.clock(),
        expires_at: a.clock() + 30_000,
      });
      const answer = { driver_id: 'd1', assignment_id };
      for (const replica of [a, b]) {
        const { status, body } = await post(replica, '/dispatch/driver/accept', answer);
        assert.deepEqual([status, body], [200, { status: 'accepted', order_id: 'o1' }]);
      }
      const orders: string[] = [];
      for (const status of ['arrived', 'picking', 'delivering', 'completed', 'idle']) {
        for (const replica of [a, b]) {
          const moved = await post(replica, '/dispatch/driver/status', { driver_id: 'd1', status });
          assert.deepEqual([moved.status, moved.body.status], [200, status]);
        }
        orders.push((await get(b, '/dispatch/orders/o1')).body.status);
      }
      assert.deepEqual(orders, ['arrived', 'picking', 'delivering', 'delivered', 'delivered']);
      assert.equal((await get(a, '/dispatch/drivers/d1')).body.order_id, null);
    });

    it('shows an order with its attempts, its assignment and its score table', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await locate(a, 'far', { ...north(5), speed_kmh: 60, max_orders: 2 });
      const { assignment_id, score } = await offerTo(a, 'd1', 'o1');
      const { body } = await get(b, '/dispatch/orders/o1');
      const { score_table, ...shown } = body;
      const at = a.clock();
      assert.deepEqual(shown, {
        ...order('o1'),
        status: 'offered',
        submitted_at: at - 5_000,
        batch_id: score_table.batch_id,
        attempts: 0,
        attempts_total: 0,
        round: 1,
        reassignment_at: null,
        assignment: {
          assignment_id,
          driver_id: shown.assignment.driver_id,
          status: 'offered',
          score,
          offered_at: at,
          expires_at: at + 30_000,
        },
      });
      const [near, far] = score_table.candidates;
      assert.deepEqual([score_table.at, score_table.candidates_total], [at, 2]);
      assert.deepEqual([near.driver_id, near.distance, near.load], ['d1', 1, 1]);
      assert.deepEqual(
        [far.driver_id, far.km.toFixed(2), far.eta.toFixed(2)],
        ['far', '5.00', '0.75'],
      );
    });

    it('shows a driver', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await locate(a, 'd1', { speed_kmh: 0 });
      assert.deepEqual((await get(b, '/dispatch/drivers/d1')).body, {
        driver_id: 'd1',
        status: 'idle',
        ...here,
        speed_kmh: 30,
        max_orders: 1,
        heard_at: a.clock(),
        last_assigned_at: null,
        order_id: null,
      });
    });

    it('does not match a driver who has not reported for 60 s', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      a.clock.advance(55_001);
      await post(a, '/dispatch/order', order('o1'));
      await a.pass(5_000);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.status, 'queued');
      await locate(a, 'd1');
      await a.pass(5_000);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.status, 'offered');
    });

    it('answers a rejection with a delay, and then offers the order to another driver', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const { assignment_id } = await offerTo(a, 'd1', 'o1');
      const answer = { driver_id: 'd1', assignment_id, reason: 'too far' };
      for (const replica of [a, b]) {
        const { status, body } = await post(replica, '/dispatch/driver/reject', answer);
        const expected = {
          status: 'rejected',
          reassignment_in_ms: 2_000,
          order_status: 'reassigning',
        };
        assert.deepEqual([status, body], [200, expected]);
      }
      await locate(a, 'd2');
      await b.pass(1_999);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.reassignment_at, a.clock() + 1);
      await b.pass(1);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.assignment.driver_id, 'd2');
      assert.deepEqual((await get(a, '/dispatch/driver/d1/assignments')).body.assignments, []);
    });

    it('treats silence as a rejection after the acceptance timeout', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const { assignment_id } = await offerTo(a, 'd1', 'o1');
      const answer = { driver_id: 'd1', assignment_id };
      a.clock.advance(30_000);
      assertProblem(await post(a, '/dispatch/driver/accept', answer), 409, 'OFFER_EXPIRED');
      assert.deepEqual((await get(a, '/dispatch/driver/d1/assignments')).body.assignments, []);
      await b.pass(0);
      assertProblem(await post(a, '/dispatch/driver/accept', answer), 409, 'OFFER_EXPIRED');
      const { body } = await get(b, '/dispatch/orders/o1');
      assert.deepEqual([body.status, body.attempts], ['reassigning', 1]);
      assert.equal((await get(b, '/dispatch/drivers/d1')).body.status, 'idle');
    });

    it('puts an order that nobody has taken within 24 h into the manual queue', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await post(a, '/dispatch/order', order('o1'));
      const queues = [];
      for (const ms of [24 * 3_600_000 - 1, 1]) {
        await a.pass(ms);
        queues.push((await get(b, '/admin/manual-queue')).body.orders);
      }
      assert.deepEqual(queues[0], []);
      assert.deepEqual(queues[1], [(await get(a, '/dispatch/orders/o1')).body]);
      assert.equal(queues[1][0].status, 'manual_assignment');
    });

    it('puts an order into the manual queue after the fifth reassignment; the operator assigns it', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await post(a, '/dispatch/order', order('o1'));
      let wait = 5_000;
      const delays = [];
      for (let n = 0; n < 6; n++) {
        a.clock.advance(wait);
        await locate(a, `d${n}`);
        await a.pass(0);
        const { body } = await get(b, `/dispatch/driver/d${n}/assignments`);
        const { assignment_id } = body.assignments[0];
        const answer = { driver_id: `d${n}`, assignment_id };
        const rejected = await post(b, '/dispatch/driver/reject', answer);
        wait = rejected.body.reassignment_in_ms;
        delays.push([wait, rejected.body.order_status]);
      }
      assert.deepEqual(delays, [
        [2_000, 'reassigning'],
        [4_000, 'reassigning'],
        [8_000, 'reassigning'],
        [16_000, 'reassigning'],
        [30_000, 'reassigning'],
        [0, 'manual_assignment'],
      ]);
      const queue = (await get(b, '/admin/manual-queue')).body.orders;
      assert.deepEqual([queue.length, queue[0].order_id, queue[0].attempts], [1, 'o1', 6]);
      const pair = { order_id: 'o1', driver_id: 'd3' };
      const { status, body } = await post(a, '/admin/manual-queue/assign', pair);
      const { assignment_id } = body;
      const expires_at = a.clock() + 30_000;
      assert.deepEqual([status, body], [200, { status: 'offered', assignment_id, expires_at }]);
      assertProblem(await post(a, '/admin/manual-queue/assign', pair), 409, 'NOT_MANUAL');
      const refused = await post(b, '/dispatch/driver/reject', { driver_id: 'd3', assignment_id });
      assert.equal(refused.body.order_status, 'manual_assignment');
      assert.equal((await get(a, '/admin/manual-queue')).body.orders.length, 1);
    });

    it('lets a driver answer the offer on the status path: accepted, or idle', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await offerTo(a, 'd1', 'o1');
      const move = (status: string) =>
        post(a, '/dispatch/driver/status', { driver_id: 'd1', status });
      assert.equal((await move('accepted')).body.order_id, 'o1');
      assert.equal((await move('idle')).status, 200);
      assert.equal((await get(a, '/dispatch/orders/o1')).body.status, 'reassigning');
    });

    it('refuses a move that is not in the table with a 409 that names both states', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      const move = { driver_id: 'd1', status: 'delivering' };
      const answer = await post(a, '/dispatch/driver/status', move);
      assertProblem(answer, 409, 'INVALID_TRANSITION');
      assert.deepEqual([answer.body.from, answer.body.to], ['idle', 'delivering']);
      assert.match(answer.body.detail, /idle to delivering/);
    });

    it('answers 404 for unknown orders, drivers and assignments', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      const answer = { driver_id: 'd1', assignment_id: 'none' };
      for (const path of ['accept', 'reject']) {
        const unknown = await post(a, `/dispatch/driver/${path}`, answer);
        assertProblem(unknown, 404, 'UNKNOWN_ASSIGNMENT');
        const nobody = await post(a, `/dispatch/driver/${path}`, { ...answer, driver_id: 'x' });
        assertProblem(nobody, 404, 'UNKNOWN_DRIVER');
      }
      for (const path of ['drivers/x', 'driver/x/assignments', 'events?driver_id=x']) {
        assertProblem(await get(a, `/dispatch/${path}`), 404, 'UNKNOWN_DRIVER');
      }
      assertProblem(await get(a, '/dispatch/orders/x'), 404, 'UNKNOWN_ORDER');
      const move = { driver_id: 'x', status: 'idle' };
      assertProblem(await post(a, '/dispatch/driver/status', move), 404, 'UNKNOWN_DRIVER');
      const assign = (order_id: string, driver_id: string) =>
        post(a, '/admin/manual-queue/assign', { order_id, driver_id });
      assertProblem(await assign('x', 'd1'), 404, 'UNKNOWN_ORDER');
    });

    it('requires the token on admin paths', async (t) => {
      const [a] = await openReplicas(t, variantA, open, { token: 'a secret token' });
      assertProblem(await get(a, '/admin/manual-queue'), 401, 'ADMIN_TOKEN_REQUIRED');
      const pair = { order_id: 'x', driver_id: 'd1' };
      assertProblem(await post(a, '/admin/manual-queue/assign', pair), 401, 'ADMIN_TOKEN_REQUIRED');
      const headers = { authorization: 'Bearer a secret token' };
      const answer = await a.app.inject({ url: '/admin/manual-queue', headers });
      assert.deepEqual(answer.json(), { orders: [] });
    });
  });
}
