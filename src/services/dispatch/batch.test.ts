import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { tick } from './batch.ts';
import type { Dispatch } from './dispatch.ts';
import { cellOf } from './matching/lat-lng.ts';
import { accept } from './offers.ts';
import { batching } from './rules/batching.ts';
import { variantA } from './rules/variant-a.ts';
import { openSqliteStore } from './store/sqlite/sqlite-dispatch-store.ts';
import { limits, type DispatchStore } from './store/dispatch-store.ts';
import {
  here,
  newOrder,
  north,
  offerTo,
  replica,
  report,
  stateOf,
  stores,
  T0,
  type Open,
} from './test/fixtures.ts';

const acceptTimeoutMs = 2_000;
/** Beyond the reach of the drivers at `here`, and the other way round. */
const away = north(40);

/** So many full batches that are due, for whose orders there is no driver. */
async function backlog(store: DispatchStore, fullBatches: number, now: number) {
  const names = Array.from({ length: fullBatches * batching.maxOrders }, (_, i) => `waiting ${i}`);
  await Promise.all(names.map((name) => store.orders.submit(newOrder(name), now)));
  return names;
}

for (const { name, skip, open } of stores) {
  describe(`a backlog of batches on ${name}`, { skip }, () => {
    it('an offer stands for its whole time, however long the batches before it took', async (t) => {
      const { store, slow } = await start(t, open, 1_000);
      await backlog(store, 2, T0 - 1);
      await store.orders.submit(newOrder('last', away), T0);
      await report(store, 'd1', T0, away);
      await tick(slow.dispatch, slow.clock);
      assert.deepEqual(slow.batches, [T0 + 1_000, T0 + 2_000, T0 + 3_000]);
      const assignmentId = (await store.drivers.find('d1'))!.assignmentId!;
      const offer = (await store.offers.find(assignmentId))!;
      assert.deepEqual([offer.offeredAt, offer.expiresAt], [T0 + 3_000, T0 + 5_000]);
      const answer = { driverId: 'd1', assignmentId };
      const accepted = await accept(slow.dispatch, answer, T0 + 4_999);
      assert.equal(accepted.orderId, 'last');
    });

    it('timers run between two batches: a driver whose offer has ended is matched again', async (t) => {
      const { store, slow } = await start(t, open, 2_500);
      await report(store, 'd1', T0, away);
      await store.orders.submit(newOrder('ignored', away), T0 - 27_500 - 5_000);
      assert.equal(await offerTo(store, { ignored: 'd1' }, T0 - 27_500), 1);
      await backlog(store, 1, T0 - 1);
      await store.orders.submit(newOrder('last', away), T0);
      // The offer of `ignored` ends at T0 + 2,500, which is when the first batch is done.
      await tick(slow.dispatch, slow.clock);
      assert.equal((await store.offers.find('ignored/d1'))?.state, 'expired');
      assert.equal(await stateOf(store, 'last'), 'offered');
    });

    it('orders without a driver are matched once in a tick', async (t) => {
      const { store, slow } = await start(t, open, 10);
      const names = await backlog(store, 2, T0);
      await tick(slow.dispatch, slow.clock);
      assert.equal(slow.batches.length, 2);
      for (const id of names) assert.equal(await stateOf(store, id), 'unmatched');
    });

    it('the offers of a large batch are made in portions: others have their turn', async (t) => {
      const { store, slow } = await start(t, open, 0);
      const names = await backlog(store, 1, T0);
      const make = t.mock.method(store.offers, 'make');
      await tick(slow.dispatch, slow.clock);
      const portions = make.mock.calls.map(({ arguments: [{ tables }] }) => tables.size);
      assert.deepEqual([portions.length, Math.max(...portions)], [names.length / 25, 25]);
      for (const id of names) assert.equal(await stateOf(store, id), 'unmatched');
    });

    it('a tick claims no batch whose claim could lapse while it is matched', async (t) => {
      const { store, slow } = await start(t, open, limits.claimMs / 2 - 1);
      const names = await backlog(store, 3, T0);
      await tick(slow.dispatch, slow.clock);
      const states = await Promise.all(names.map((id) => stateOf(store, id)));
      const count = (state: string) => states.filter((one) => one === state).length;
      assert.deepEqual([count('unmatched'), count('pooled')], [400, 200]);
      await tick(slow.dispatch, slow.clock);
      for (const id of names) assert.equal(await stateOf(store, id), 'unmatched');
    });
  });
}

it('a driver who comes into another cell while drivers are read counts once', async (t) => {
  const store = openSqliteStore({ file: ':memory:' }, variantA);
  t.after(() => store.close());
  const beyond = [north(9), north(-9)].find((at) => cellOf(at) !== cellOf(here))!;
  for (const id of ['o1', 'o2']) await store.orders.submit(newOrder(id), T0);
  for (const id of ['d1', 'd2']) await report(store, id, T0);
  const { drivers } = store;
  const findIdle = drivers.findIdle.bind(drivers);
  t.mock.method(drivers, 'findIdle', async (cell: string, now: number) => {
    const idle = await findIdle(cell, now);
    if (cell === cellOf(here)) await report(store, 'd1', now, beyond);
    return idle;
  });
  await tick(replica(variantA, store), () => T0 + batching.windowMs);
  for (const id of ['o1', 'o2']) assert.equal(await stateOf(store, id), 'offered');
});

/** A store of which matching a batch takes `ms` of a fake clock, and the instants when it did. */
async function start(t: TestContext, open: Open, ms: number) {
  const [store] = await open(t, variantA);
  let now = T0;
  const batches: number[] = [];
  const claimBatch = store.orders.claimBatch.bind(store.orders);
  t.mock.method(store.orders, 'claimBatch', async (...args: Parameters<typeof claimBatch>) => {
    const batch = await claimBatch(...args);
    if (batch && args[1] >= T0) batches.push((now += ms));
    return batch;
  });
  const dispatch: Dispatch = { ...replica(variantA, store), acceptTimeoutMs };
  return { store, slow: { dispatch, batches, clock: () => now } };
}
