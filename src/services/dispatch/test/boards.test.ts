/** The operator's lists and board. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listDrivers } from '../board.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { here, newOrder, north, stores } from './fixtures.ts';
import { assertProblem, get, locate, offerTo, openReplicas, post, type Replica } from './http.ts';
import { openStream } from './streams.ts';

const token = 'a token of the operator';
const hubs = async () => here;

const place = (replica: Replica, order_id: string) =>
  post(replica, '/dispatch/order', {
    order_id,
    pickup_lat: here.lat,
    pickup_lng: here.lng,
    priority: 5,
  });

async function cancel(replica: Replica, order_id: string) {
  const { status } = await post(replica, '/dispatch/order/cancel', { order_id });
  assert.equal(status, 200);
}

/** All pages of a list, as ids. */
async function pages(replica: Replica, path: string, name: string, id: string) {
  const found: string[][] = [];
  for (let cursor = ''; ;) {
    const { body } = await get(replica, `${path}${cursor}`);
    found.push(body[name].map((entry: Record<string, string>) => entry[id]));
    if (body.next_cursor === undefined) return found;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`lists and the board on ${name}`, { skip }, () => {
    for (const rules of [variantA, variantB]) {
      it(`${rules.name}: lists show place, state, assignment, age, attempts and rounds, bare`, async (t) => {
        const [a, b] = await openReplicas(t, rules, open, { hubs });
        const offer = await offerTo(a, 'd1', 'o1');
        await a.pass(1_500);
        const drivers = (await get(b, '/admin/drivers')).body;
        const [driver] = drivers.drivers;
        assert.deepEqual(Object.keys(drivers), ['drivers']);
        assert.deepEqual(
          [driver.driver_id, driver.status, driver.lat, driver.lng, driver.order_id],
          ['d1', rules.assigned, here.lat, here.lng, 'o1'],
        );
        assert.deepEqual([driver.assignment.order_id, driver.assignment.status], ['o1', 'offered']);
        const orders = (await get(b, '/admin/orders')).body;
        const [order] = orders.orders;
        assert.deepEqual(Object.keys(orders), ['orders']);
        assert.deepEqual(
          [order.order_id, order.pickup_lat, order.status],
          ['o1', here.lat, 'offered'],
        );
        assert.deepEqual(
          [order.age_seconds, order.attempts, order.attempts_total, order.round],
          [6.5, 0, 0, 1],
        );
        assert.deepEqual(
          [order.assignment.driver_id, order.assignment.expires_at],
          ['d1', offer.expires_at],
        );
        assert.ok(!('score_table' in order));
        const waiting = (await get(b, `/admin/orders?status=${rules.waitingStatus}`)).body;
        assert.deepEqual(waiting, { orders: [] });
        assert.equal((await get(b, '/admin/orders?status=offered')).body.orders.length, 1);
        assert.equal((await get(b, `/admin/drivers?status=${rules.idle}`)).body.drivers.length, 0);
      });
    }

    it('lists go on at the cursor, by id, with a status too', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      const numbers = Array.from({ length: 7 }, (_, i) => String(i));
      for (const n of numbers) {
        await locate(a, `d${n}`, north(50));
        await place(a, `o${n}`);
      }
      for (const n of [1, 4]) await cancel(a, `o${n}`);
      const orders = (query: string) => pages(b, `/admin/orders?${query}`, 'orders', 'order_id');
      assert.deepEqual(await orders('limit=3'), [['o0', 'o1', 'o2'], ['o3', 'o4', 'o5'], ['o6']]);
      assert.deepEqual(await orders('limit=3&status=queued'), [
        ['o0', 'o2', 'o3'],
        ['o5', 'o6'],
      ]);
      // A list that ends with its page has no cursor.
      assert.deepEqual(await orders('limit=1&status=cancelled'), [['o1'], ['o4']]);
      const drivers = (query: string) =>
        pages(b, `/admin/drivers?${query}`, 'drivers', 'driver_id');
      assert.deepEqual(await drivers('limit=4&status=idle'), [
        ['d0', 'd1', 'd2', 'd3'],
        ['d4', 'd5', 'd6'],
      ]);
    });

    it('the drivers with a status are found among many others', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      const ids = Array.from({ length: 250 }, (_, i) => `d${String(i).padStart(3, '0')}`);
      await Promise.all(ids.map((id) => locate(a, id, north(50))));
      await offerTo(a, 'd249', 'o1');
      const { body } = await get(a, '/admin/drivers?status=assigned&limit=1');
      assert.deepEqual([body.drivers[0].driver_id, body.next_cursor], ['d249', undefined]);
      assert.equal((await get(a, '/admin/drivers')).body.drivers.length, 100, 'the default limit');
      const all = [];
      const request = { after: '', limit: 240 };
      for await (const entries of listDrivers({ store: a.store } as never, request)) {
        all.push(...entries.map(({ driver }) => driver.driverId));
      }
      assert.deepEqual(all, ids.slice(0, 240));
    });

    it('the board begins with all drivers and all orders that are not over', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open, { hubs });
      await offerTo(a, 'd1', 'o1');
      const ended = { order_id: 'o2', hub_id: 'h', priority: 'vip' };
      await post(a, '/dispatch/order', ended);
      await cancel(a, 'o2');
      const reader = await openStream(t, b, '/admin/board');
      const { event, data } = (await reader.event())!;
      assert.equal(event, 'board');
      const [driver] = data.drivers;
      const [order] = data.orders;
      assert.deepEqual([driver.driver_id, driver.assignment.order_id], ['d1', 'o1']);
      assert.deepEqual([order.order_id, order.assignment.driver_id], ['o1', 'd1']);
      assert.deepEqual([data.drivers.length, data.orders.length], [1, 1]);
      assert.deepEqual(data.gone, { drivers: [], orders: [] });
    });

    it('the board gathers changes to one event, and names those that are gone', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      for (const id of ['d1', 'd2']) await locate(a, id, north(50));
      for (const id of ['o1', 'o2']) await place(a, id);
      const reader = await openStream(t, b, '/admin/board');
      const next = async () => {
        const { data } = (await reader.event())!;
        const ids = (entries: Record<string, string>[], id: string) =>
          entries.map((entry) => entry[id]);
        return {
          ...data,
          drivers: ids(data.drivers, 'driver_id'),
          orders: ids(data.orders, 'order_id'),
        };
      };
      const none = { drivers: [], orders: [] };
      assert.deepEqual(await next(), { drivers: ['d1', 'd2'], orders: ['o1', 'o2'], gone: none });
      // Nothing has changed: no event.
      await b.look();
      await locate(a, 'd2', north(51));
      await locate(a, 'd2', north(52));
      await place(a, 'o3');
      await cancel(a, 'o1');
      await b.look();
      const gone = { drivers: [], orders: ['o1'] };
      assert.deepEqual(await next(), { drivers: ['d2'], orders: ['o3'], gone });
      a.clock.advance(25 * 3_600_000);
      await locate(a, 'd1', north(50));
      while (await a.store.deleteOld(a.clock()));
      await b.look();
      const { gone: later } = await next();
      assert.deepEqual(later.drivers, ['d2']);
      // A second client, and one that comes back, begin with the present state.
      const again = (await (await openStream(t, b, '/admin/board')).event())!;
      assert.equal(again.data.drivers.length, 1);
    });

    it('the board of many is one event, and others have their turn while it is made', async (t) => {
      const [a] = await openReplicas(t, variantA, open);
      const note = 'x'.repeat(500);
      await Promise.all(
        Array.from({ length: 700 }, (_, i) =>
          a.store.orders.submit(newOrder(`o${i}`, { note }), a.clock()),
        ),
      );
      const reader = await openStream(t, a, '/admin/board');
      const { data } = (await reader.event())!;
      assert.equal(data.orders.length, 700);
      assert.equal(data.orders[699].note, note);
    });

    it('are for the operator only', async (t) => {
      const [a] = await openReplicas(t, variantB, open, { token });
      const paths = ['drivers', 'orders', 'board', 'batches', 'batches/b', 'hubs/h'];
      for (const path of paths) {
        assertProblem(await get(a, `/admin/${path}`), 401, 'ADMIN_TOKEN_REQUIRED');
      }
      assertProblem(await post(a, '/admin/replay', {}), 401, 'ADMIN_TOKEN_REQUIRED');
      const { statusCode } = await a.app.inject({ method: 'DELETE', url: '/admin/hubs/h' });
      assert.equal(statusCode, 401);
    });
  });
}

it('the first look at a board that nobody sees keeps nothing in memory', async (t) => {
  const [a] = await openReplicas(t, variantA, stores[0]!.open);
  const page = t.mock.method(a.store.drivers, 'page');
  await a.look();
  assert.equal(page.mock.callCount(), 0);
});
