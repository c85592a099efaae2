/** Batches that are kept, shown and matched once more. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tick } from '../batch.ts';
import { distanceKm, type LatLng } from '../matching/lat-lng.ts';
import { match } from '../matching/matching.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { here, newOrder, north, replica as dispatchOf, report, stores } from './fixtures.ts';
import { assertProblem, get, openReplicas, post, type Replica } from './http.ts';

const replay = async (replica: Replica, body: object) => {
  const answer = await post(replica, '/admin/replay', body);
  assert.equal(answer.status, 200);
  return answer.body;
};

interface KeptOrder {
  readonly order_id: string;
  readonly pickup_lat: number;
  readonly pickup_lng: number;
  readonly submitted_at: number;
}

/** An order at each place, and drivers, matched in one batch; gives the batch's id. */
async function batch(
  replica: Replica,
  orders: Record<string, number>,
  drivers: Record<string, number>,
) {
  for (const [id, km] of Object.entries(drivers)) {
    await report(replica.store, id, replica.clock() + 5_000, north(km));
  }
  for (const [id, km] of Object.entries(orders)) {
    await replica.store.orders.submit(newOrder(id, north(km)), replica.clock());
  }
  await replica.pass(5_000);
  const [first] = (await get(replica, '/admin/batches?limit=1')).body.batches;
  return first.batch_id as string;
}

/** Greedy takes the best pair first and leaves 8.5 km to the other; the optimum takes 1 + 1.5. */
const crossing = { orders: { o1: 0, o2: 2 }, drivers: { d1: 0.9, d2: -7 } };

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`batches on ${name}`, { skip }, () => {
    for (const rules of [variantA, variantB]) {
      it(`${rules.name}: shows what a batch was matched from, with the terms of all scores`, async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        const at = a.clock() + 5_000;
        const id = await batch(a, { o1: 0 }, { d1: 1, d2: 100 });
        const { status, body } = await get(b, `/admin/batches/${id}`);
        assert.equal(status, 200);
        const { score_table, assignment } = (({ body }) => body.data ?? body)(
          await get(b, '/dispatch/orders/o1'),
        );
        const [order, ...none] = body.orders;
        assert.deepEqual(none, []);
        assert.deepEqual(order.candidates, score_table.candidates);
        assert.deepEqual(
          [order.driver_id, order.score, order.candidates_total],
          ['d1', assignment.score, 1],
        );
        const { weights } = rules;
        assert.deepEqual(
          { batch_id: body.batch_id, at: body.at, matching: body.matching, weights: body.weights },
          { batch_id: id, at, matching: 'greedy', weights },
        );
        // The other driver is in none of the cells around the pickup.
        assert.deepEqual(body.drivers, [
          {
            driver_id: 'd1',
            ...north(1),
            speed_kmh: 30,
            max_orders: 1,
            last_assigned_at: null,
          },
        ]);
        const listed = { batch_id: id, at, matching: 'greedy', orders: 1, drivers: 1, matched: 1 };
        assert.deepEqual((await get(b, '/admin/batches')).body, { batches: [listed] });
      });

      it(`${rules.name}: with today's weights and matching every assignment is the same`, async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        const id = await batch(a, crossing.orders, crossing.drivers);
        for (const body of [{}, { weights: rules.weights, matching: 'greedy' }]) {
          const { batches, total } = await replay(b, body);
          const [{ batch_id, ...compared }, ...none] = batches;
          assert.deepEqual([batch_id, none], [id, []]);
          assert.deepEqual(compared, total);
          assert.equal(total.differing, 0);
          assert.deepEqual(total.before, total.after);
        }
      });
    }

    it('another matching differs where it takes other drivers, and is measured', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await batch(a, crossing.orders, crossing.drivers);
      const { total } = await replay(b, { matching: 'optimal' });
      const kept = (await get(b, '/admin/batches?limit=1')).body.batches[0];
      const { orders, drivers, at } = (await get(b, `/admin/batches/${kept.batch_id}`)).body;
      const batchOrders = orders.map((order: KeptOrder) => ({
        ...newOrder(order.order_id, { lat: order.pickup_lat, lng: order.pickup_lng }),
        submittedAt: order.submitted_at,
        rejectedBy: [],
      }));
      const idle = drivers.map((driver: LatLng & { driver_id: string }) => {
        const place = { lat: driver.lat, lng: driver.lng };
        const { cell } = newOrder('x', place);
        return {
          driverId: driver.driver_id,
          lastAssignedAt: undefined,
          ...place,
          cell,
          speedKmh: 30,
          active: 0,
          maxOrders: 1,
        };
      });
      for (const [method, quality] of [
        ['by pair', total.before],
        ['optimal', total.after],
      ] as const) {
        const { matches } = await match(variantB, method, batchOrders, idle, at);
        const sum = matches.reduce((all, { score }) => all + score, 0);
        const km = matches.map(({ orderId, driverId }) =>
          distanceKm(
            batchOrders.find((order: { orderId: string }) => order.orderId === orderId),
            idle.find((driver: { driverId: string }) => driver.driverId === driverId),
          ),
        );
        const mean = km.reduce((all, one) => all + one, 0) / km.length;
        assert.deepEqual(quality, { mean_pickup_km: mean, total_score: sum });
      }
      assert.ok(total.after.total_score >= total.before.total_score);
    });

    it('other weights: an order that gets another driver, none, or one at last differs', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      // By distance d1 takes o1, which is near; by priority alone o2 comes first.
      await report(a.store, 'd1', a.clock() + 5_000, north(1));
      const near = newOrder('o1', { priorityWeight: 0 });
      const urgent = newOrder('o2', { ...north(6), priorityWeight: 1 });
      for (const order of [near, urgent]) await a.store.orders.submit(order, a.clock());
      await a.pass(5_000);
      const priority = { distance: 0, eta: 0, load: 0, priority: 1, wait: 0 };
      const { total, batches } = await replay(b, { weights: priority, changes: true });
      assert.equal(total.differing, 2);
      assert.deepEqual(batches[0].changes, [
        { order_id: 'o1', before: 'd1', after: null },
        { order_id: 'o2', before: null, after: 'd1' },
      ]);
      assert.ok(!('changes' in (await replay(b, {})).batches[0]), 'only where it is asked for');
      assert.ok(Math.abs(total.before.mean_pickup_km - 1) < 0.01, 'in fact it was o1');
      assert.deepEqual(total.after.total_score, 1);
      assert.ok(Math.abs(total.after.mean_pickup_km - 5) < 0.01);
      // A weight that is left out is today's.
      assert.equal((await replay(b, { weights: { wait: 0.1 } })).total.differing, 0);
      const { state } = (await b.store.orders.find('o2'))!;
      assert.equal(state, 'unmatched', 'nothing is offered');
    });

    it('only batches from one instant to another, both included; newest first', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const at: number[] = [];
      const ids: string[] = [];
      for (const n of [1, 2, 3]) {
        ids.unshift(await batch(a, { [`o${n}`]: 0 }, {}));
        for (const id of [`o${n}`]) await a.store.orders.cancel({ orderId: id, reason: null }, 0);
        at.unshift(a.clock());
      }
      const found = async (body: object) =>
        (await replay(b, body)).batches.map(({ batch_id }: { batch_id: string }) => batch_id);
      assert.deepEqual(await found({}), ids);
      assert.deepEqual(await found({ from: at[1] }), ids.slice(0, 2));
      assert.deepEqual(await found({ to: at[1] }), ids.slice(1));
      assert.deepEqual(await found({ from: at[1], to: at[1] }), [ids[1]]);
      const empty = await replay(b, { from: at[0]! + 1 });
      const nothing = { mean_pickup_km: null, total_score: 0 };
      assert.deepEqual(empty, {
        batches: [],
        total: { differing: 0, before: nothing, after: nothing },
      });
      const page = (await get(b, '/admin/batches?limit=2')).body;
      assert.equal(page.batches.length, 2);
      const rest = (await get(b, `/admin/batches?limit=2&cursor=${page.next_cursor}`)).body;
      assert.deepEqual(
        [...page.batches, ...rest.batches].map(({ batch_id }) => batch_id),
        ids,
      );
      assert.equal(rest.next_cursor, undefined);
    });

    it('an unknown batch is 404', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      assertProblem(await get(a, '/admin/batches/none'), 404, 'UNKNOWN_BATCH');
    });

    it('keeps as many as it is told: the newest, or none at all', async (t) => {
      const [store] = await open(t, variantA);
      const kept = async (keepBatches: number, orders: string[], now: number) => {
        for (const id of orders) await store.orders.submit(newOrder(id), now);
        await tick({ ...dispatchOf(variantA, store), keepBatches }, () => now + 5_000);
        return (await store.batches.page(Number.MAX_SAFE_INTEGER, 100)).length;
      };
      assert.equal(await kept(0, ['a'], 0), 0);
      assert.equal(await kept(2, ['b'], 10_000), 1);
      assert.equal(await kept(2, ['c'], 20_000), 2);
      assert.equal(await kept(2, ['d'], 30_000), 2);
      // A batch whose orders were all cancelled does not count as one.
      await store.orders.submit(newOrder('e'), 40_000);
      for (const orderId of ['a', 'b', 'c', 'd', 'e']) {
        await store.orders.cancel({ orderId, reason: null }, 40_000);
      }
      const newest = (await store.batches.page(Number.MAX_SAFE_INTEGER, 1))[0]!.seq;
      await kept(2, [], 50_000);
      assert.equal((await store.batches.page(Number.MAX_SAFE_INTEGER, 1))[0]!.seq, newest);
    });
  });
}

it('a batch that cannot be kept is a failure that is told', async (t) => {
  const [store] = await stores[0]!.open(t, variantA);
  await store.orders.submit(newOrder('o1'), 0);
  await report(store, 'd1', 5_000, here);
  t.mock.method(store.batches, 'save', () => Promise.reject(new Error('the disk is full')));
  const dispatch = dispatchOf(variantA, store);
  await assert.rejects(
    tick(dispatch, () => 5_000),
    /the disk is full/,
  );
});
