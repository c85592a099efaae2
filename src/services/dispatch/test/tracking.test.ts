/** The stream for followers of an order, over real sockets, on two replicas. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { followed } from '../store/dispatch-store.ts';
import { here, north, stores, type Open } from './fixtures.ts';
import { assertProblem, get, locate, openReplicas, post, type Replica } from './http.ts';
import { openStream } from './streams.ts';

const hubs = async () => here;
const path = '/dispatch/events?order_id=o1';
const goal = {
  dropoff_lat: north(4).lat,
  dropoff_lng: here.lng,
  note: 'ring twice',
};

function place(replica: Replica, more: object = {}) {
  const what = replica.rules.enveloped
    ? { hub_id: 'h', priority: 'vip' }
    : { pickup_lat: here.lat, pickup_lng: here.lng, priority: 5 };
  return post(replica, '/dispatch/order', { order_id: 'o1', ...what, ...more });
}

/** Has the driver take the order. */
async function accept(replica: Replica): Promise<void> {
  const { body } = await get(replica, '/dispatch/driver/d1/assignments');
  const [{ assignment_id, dispatch_id }] = (body.data ?? body).assignments;
  const named = replica.rules.enveloped ? { dispatch_id } : { assignment_id };
  const { status } = await post(replica, '/dispatch/driver/accept', { driver_id: 'd1', ...named });
  assert.equal(status, 200);
}

const move = (replica: Replica, status: string) =>
  post(replica, '/dispatch/driver/status', { driver_id: 'd1', status });

/** Two replicas with an order that d1 has accepted, 3 km from the pickup. */
async function accepted(t: Parameters<Open>[0], open: Open, more: object = {}, rules = variantA) {
  const [a, b] = await openReplicas(t, rules, open, { hubs });
  await place(a, more);
  await locate(a, 'd1', { ...north(3), speed_kmh: 22 });
  await a.pass(5_000);
  await accept(a);
  return [a, b] as const;
}

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`the stream of an order on ${name}`, { skip }, () => {
    for (const rules of [variantA, variantB]) {
      it(`${rules.name}: tells each status, bare, and the driver from acceptance on`, async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        await place(a, goal);
        const reader = await openStream(t, b, path);
        const order = { order_id: 'o1', ...goal };
        const next = async () => {
          const { event, data } = (await reader.event())!;
          assert.equal(event, 'order');
          return data;
        };
        assert.deepEqual(await next(), { ...order, status: rules.waitingStatus });
        await locate(a, 'd1', { ...north(3), speed_kmh: 22 });
        await a.pass(5_000);
        assert.deepEqual(await next(), { ...order, status: 'offered' });
        await accept(b);
        const driver = { lat: north(3).lat, lng: here.lng, speed_kmh: 22 };
        const held = { ...order, driver_id: 'd1', driver };
        assert.deepEqual(await next(), { ...held, status: 'accepted', eta_minutes: 9 });
        const way = rules.enveloped
          ? { PICKING: 'picking', DELIVERING: 'delivering' }
          : { arrived: 'arrived', picking: 'picking', delivering: 'delivering' };
        for (const [to, status] of Object.entries(way)) {
          await move(a, to);
          // The pickup is 3 km away; from there, with the goods, it is 1 km to the drop-off.
          const eta_minutes = status === 'delivering' ? 3 : 9;
          assert.deepEqual(await next(), { ...held, status, eta_minutes });
        }
        await move(b, rules.enveloped ? 'COMPLETED' : 'completed');
        assert.deepEqual(await next(), { ...order, driver_id: 'd1', status: 'delivered' });
      });
    }

    it('begins with the present state on every replica', async (t) => {
      const [a, b] = await accepted(t, open);
      for (const replica of [a, b, a]) {
        const { data } = (await (await openStream(t, replica, path)).event())!;
        assert.deepEqual([data.status, data.driver_id], ['accepted', 'd1']);
      }
    });

    it('without a drop-off there is no estimate once the goods are on board', async (t) => {
      const [a, b] = await accepted(t, open);
      for (const to of ['arrived', 'picking', 'delivering']) await move(a, to);
      const { data } = (await (await openStream(t, b, path)).event())!;
      assert.equal(data.status, 'delivering');
      assert.ok(data.driver && !('eta_minutes' in data) && !('dropoff_lat' in data));
    });

    it('tells the position at most once a second', async (t) => {
      const [a, b] = await accepted(t, open);
      const reader = await openStream(t, b, path);
      const next = async () => {
        const { data } = (await reader.event())!;
        return [data.status, data.driver?.lat, data.eta_minutes];
      };
      const [far, near, nearer] = [north(3).lat, north(2).lat, north(1).lat];
      assert.deepEqual(await next(), ['accepted', far, 9]);
      await a.pass(999);
      await locate(a, 'd1', { ...north(2), speed_kmh: 22 });
      await b.look();
      // A change of the status is sent at once, with the position that was sent last.
      await move(a, 'arrived');
      assert.deepEqual(await next(), ['arrived', far, 9]);
      await a.pass(1);
      await b.look();
      assert.deepEqual(await next(), ['arrived', near, 6]);
      await locate(a, 'd1', { ...north(1), speed_kmh: 22 });
      await a.pass(1_000);
      await b.look();
      assert.deepEqual(await next(), ['arrived', nearer, 3]);
    });

    it('tells that the order is given back, and that it is cancelled', async (t) => {
      const [a, b] = await accepted(t, open);
      const reader = await openStream(t, b, path);
      const next = async () => {
        const { data } = (await reader.event())!;
        return [data.status, data.driver_id, data.driver, data.eta_minutes];
      };
      assert.equal((await next())[1], 'd1');
      const { body } = await get(a, '/dispatch/orders/o1');
      const { assignment_id } = body.assignment;
      await post(a, '/dispatch/driver/reject', { driver_id: 'd1', assignment_id });
      assert.deepEqual(await next(), ['reassigning', undefined, undefined, undefined]);
      await post(a, '/dispatch/order/cancel', { order_id: 'o1' });
      assert.deepEqual(await next(), ['cancelled', undefined, undefined, undefined]);
    });

    it('is forgotten when its client leaves', async (t) => {
      const [, b] = await accepted(t, open);
      const reader = await openStream(t, b, path);
      await reader.event();
      assert.ok(b.streams.has(followed.order('o1')));
      reader.response.destroy();
      while (b.streams.count > 0) await new Promise((resolve) => setImmediate(resolve));
      assert.ok(!b.streams.has(followed.order('o1')));
      await b.look();
    });

    it('of an unknown order is 404; of two things at once, or of nothing, 400', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      assertProblem(await get(a, '/dispatch/events?order_id=none'), 404, 'UNKNOWN_ORDER');
      for (const [query, named] of [
        ['', 'driver_id'],
        ['?driver_id=d&order_id=o', 'order_id'],
      ]) {
        const refused = await get(a, `/dispatch/events${query}`);
        assertProblem(refused, 400, 'VALIDATION_FAILED');
        assert.equal(refused.body.errors[0].path, named);
      }
    });

    for (const rules of [variantA, variantB]) {
      it(`${rules.name}: offers and orders show the drop-off, which matching does not see`, async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        // Farther from the pickup than any driver may be.
        const away = { ...goal, dropoff_lat: north(500).lat };
        await place(a, away);
        await locate(a, 'd1');
        await a.pass(5_000);
        const paths = ['driver/d1/assignments', 'orders/o1'];
        const answers = await Promise.all(paths.map((path) => get(b, `/dispatch/${path}`)));
        const [{ assignments }, order] = answers.map(({ body }) => body.data ?? body);
        for (const { dropoff_lat, dropoff_lng, note } of [assignments[0], order]) {
          assert.deepEqual({ dropoff_lat, dropoff_lng, note }, away);
        }
        const reader = await openStream(t, b, '/dispatch/events?driver_id=d1');
        assert.equal((await reader.event())?.data.note, goal.note);
      });
    }
  });
}
