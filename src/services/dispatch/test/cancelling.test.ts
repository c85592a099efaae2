/** Cancelling, as shops and drivers see it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { here, stores } from './fixtures.ts';
import { assertProblem, get, offerTo, openReplicas, post, type Replica } from './http.ts';
import { openStream } from './streams.ts';

const hubs = async () => here;
const cancel = (replica: Replica, order_id: string, more: object = {}) =>
  post(replica, '/dispatch/order/cancel', { order_id, ...more });

/** The answer of the variant, out of its envelope. */
const payload = ({ rules }: Replica, body: { data: object }) =>
  rules.enveloped ? body.data : body;

const order = ({ rules }: Replica, order_id: string) =>
  rules.enveloped
    ? { order_id, hub_id: 'h', priority: 'normal' }
    : { order_id, pickup_lat: here.lat, pickup_lng: here.lng, priority: 5 };

async function answerTo(replica: Replica, step: 'accept' | 'reject', offer: object) {
  return post(replica, `/dispatch/driver/${step}`, { driver_id: 'd1', ...offer });
}

/** The member that names the offer in an answer. */
const named = ({ assignment_id, dispatch_id }: { assignment_id?: string; dispatch_id?: string }) =>
  assignment_id === undefined ? { dispatch_id } : { assignment_id };

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  for (const rules of [variantA, variantB]) {
    describe(`cancelling in ${rules.name} on ${name}`, { skip }, () => {
      it('answers the order and its status, repeated too', async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        const first = await post(a, '/dispatch/order', order(a, 'o1'));
        for (const replica of [a, b, a]) {
          const { status, body } = await cancel(replica, 'o1', { reason: 'changed my mind' });
          assert.equal(status, 200);
          const cancelled = { order_id: 'o1', status: 'cancelled' };
          assert.deepEqual(body, rules.enveloped ? { data: cancelled } : cancelled);
        }
        assert.deepEqual(await post(b, '/dispatch/order', order(b, 'o1')), first);
        await a.pass(10_000);
        const shown = payload(a, (await get(a, '/dispatch/orders/o1')).body);
        const { status, cancel_reason } = shown as { status: string; cancel_reason: string };
        assert.deepEqual([status, cancel_reason], ['cancelled', 'changed my mind']);
      });

      it('withdraws an open offer: the driver is told, free, and cannot take it', async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        const offer = await offerTo(a, 'd1', 'o1');
        const reader = await openStream(t, b, '/dispatch/events?driver_id=d1');
        assert.equal((await reader.event())?.event, 'offer');
        await cancel(a, 'o1');
        assert.deepEqual(await reader.event(), { event: 'withdrawn', data: offer });
        for (const step of ['accept', 'reject'] as const) {
          assertProblem(await answerTo(b, step, named(offer)), 409, 'ORDER_CANCELLED');
        }
        const driver = payload(a, (await get(a, '/dispatch/drivers/d1')).body);
        const { status, order_id } = driver as { status: string; order_id: null };
        assert.deepEqual([status, order_id], [rules.idle, null]);
      });

      it('frees a driver who is under way, and their next move is refused', async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        const offer = await offerTo(a, 'd1', 'o1');
        assert.equal((await answerTo(b, 'accept', named(offer))).status, 200);
        await cancel(a, 'o1');
        const status = rules.enveloped ? 'PICKING' : 'arrived';
        const moved = await post(a, '/dispatch/driver/status', { driver_id: 'd1', status });
        assertProblem(moved, 409, 'INVALID_TRANSITION');
        assert.deepEqual([moved.body.from, moved.body.to], [rules.idle, status]);
        assertProblem(await answerTo(b, 'accept', named(offer)), 409, 'ORDER_CANCELLED');
        assert.equal((await offerTo(b, 'd1', 'o2')).order_id, 'o2');
      });

      it('is refused once the order is delivered, naming both states', async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        const offer = await offerTo(a, 'd1', 'o1');
        await answerTo(a, 'accept', named(offer));
        const way = rules.enveloped
          ? ['PICKING', 'DELIVERING', 'COMPLETED']
          : ['arrived', 'picking', 'delivering', 'completed'];
        for (const status of way) {
          await post(a, '/dispatch/driver/status', { driver_id: 'd1', status });
        }
        const refused = await cancel(b, 'o1');
        assertProblem(refused, 409, 'INVALID_TRANSITION');
        assert.deepEqual([refused.body.from, refused.body.to], ['delivered', 'cancelled']);
      });

      it('of an unknown order is 404', async (t) => {
        const [a] = await openReplicas(t, rules, open);
        assertProblem(await cancel(a, 'none'), 404, 'UNKNOWN_ORDER');
      });
    });
  }
}
