import assert from 'node:assert/strict';
import { it } from 'node:test';
import { batching } from '../../rules/batching.ts';
import { variantA } from '../../rules/variant-a.ts';
import {
  drain,
  newOrder,
  offered,
  offerTo,
  report,
  stateOf,
  T0,
  type Open,
} from '../../test/fixtures.ts';

const ids = (batch: { orders: readonly { orderId: string }[] } | undefined) =>
  batch?.orders.map(({ orderId }) => orderId).toSorted();

export function batches(open: Open): void {
  it('is due 5 s after its first order, and not a millisecond before', async (t) => {
    const [a, b] = await open(t, variantA);
    const first = await a.orders.submit(newOrder('o1'), T0);
    assert.deepEqual(first, {
      dispatchId: null,
      batchId: 'batch of o1',
      estimateMs: 5_000,
    });
    const second = await b.orders.submit(newOrder('o2'), T0 + 1_000);
    assert.deepEqual([second.batchId, second.estimateMs], ['batch of o1', 4_000]);
    assert.equal(await b.orders.claimBatch('x', T0 + 4_999), undefined);
    const batch = await b.orders.claimBatch('x', T0 + 5_000);
    assert.equal(batch?.batchId, 'batch of o1');
    assert.deepEqual(ids(batch), ['o1', 'o2']);
  });

  it('is due with its third order, at once', async (t) => {
    const [a, b] = await open(t, variantA);
    const estimates = [];
    for (const id of ['o1', 'o2', 'o3'])
      estimates.push((await a.orders.submit(newOrder(id), T0)).estimateMs);
    assert.deepEqual(estimates, [5_000, 5_000, 0]);
    assert.deepEqual(ids(await b.orders.claimBatch('x', T0)), ['o1', 'o2', 'o3']);
    const fourth = await a.orders.submit(newOrder('o4'), T0);
    assert.deepEqual([fourth.batchId, fourth.estimateMs], ['batch of o4', 5_000]);
  });

  it('answers a repeated order as the first time, and takes it once', async (t) => {
    const [a, b] = await open(t, variantA);
    const first = await a.orders.submit(newOrder('o1', { dispatchId: 'd1' }), T0);
    const again = await b.orders.submit(
      newOrder('o1', { dispatchId: 'd2', priority: 9 }),
      T0 + 3_000,
    );
    assert.deepEqual({ ...again }, first);
    assert.deepEqual(ids(await a.orders.claimBatch('x', T0 + 5_000)), ['o1']);
    assert.equal((await a.orders.find('o1'))?.priority, 5);
  });

  it('only one of two replicas gets each order', async (t) => {
    const [a, b] = await open(t, variantA);
    for (let i = 0; i < 9; i++) await a.orders.submit(newOrder(`o${i}`), T0);
    const taken = await Promise.all([a, b, a, b].map((store) => store.orders.claimBatch('x', T0)));
    const all = taken.flatMap((batch) => ids(batch) ?? []);
    assert.equal(all.length, 9);
    assert.equal(new Set(all).size, 9);
  });

  it('holds 200 orders at most; the others are the next batch, at once', async (t) => {
    const [a] = await open(t, variantA);
    const names = Array.from({ length: 250 }, (_, i) => `o${String(i).padStart(3, '0')}`);
    await Promise.all(names.map((name, i) => a.orders.submit(newOrder(name), T0 + i)));
    assert.deepEqual(
      ids(await a.orders.claimBatch('x', T0 + 250)),
      names.slice(0, batching.maxOrders),
    );
    assert.deepEqual(
      ids(await a.orders.claimBatch('x', T0 + 250)),
      names.slice(batching.maxOrders),
    );
    assert.equal(await a.orders.claimBatch('x', T0 + 250), undefined);
  });

  it('orders without a driver join the next batch, and alone cause one after 5 s', async (t) => {
    const [a] = await open(t, variantA);
    await a.orders.submit(newOrder('o1'), T0);
    assert.equal(await offerTo(a, {}, T0 + 5_000), 0);
    assert.equal(await stateOf(a, 'o1'), 'unmatched');
    assert.equal(await a.orders.claimBatch('x', T0 + 5_000), undefined);
    assert.equal(await a.orders.claimBatch('x', T0 + 9_999), undefined);
    await a.orders.submit(newOrder('o2'), T0 + 9_999);
    assert.deepEqual(ids(await a.orders.claimBatch('x', T0 + 10_000)), ['o1', 'o2']);
  });

  it('orders unmatched in the instant of another batch are not lost', async (t) => {
    const [a] = await open(t, variantA);
    await a.orders.submit(newOrder('o1'), T0);
    await offerTo(a, {}, T0 + 5_000);
    for (const id of ['o2', 'o3', 'o4']) await a.orders.submit(newOrder(id), T0 + 5_000);
    assert.deepEqual(ids(await a.orders.claimBatch('x', T0 + 5_000)), ['o2', 'o3', 'o4']);
    assert.equal(await a.orders.claimBatch('x', T0 + 9_999), undefined);
    assert.deepEqual(ids(await a.orders.claimBatch('x', T0 + 10_000)), ['o1']);
  });

  it('unmatched orders beyond a batch wait for its window, whatever fills up in between', async (t) => {
    const [a] = await open(t, variantA);
    const names = Array.from({ length: 250 }, (_, i) => `o${String(i).padStart(3, '0')}`);
    await Promise.all(names.map((name) => a.orders.submit(newOrder(name), T0)));
    await offerTo(a, {}, T0);
    await offerTo(a, {}, T0);
    for (const id of ['new1', 'new2', 'new3']) await a.orders.submit(newOrder(id), T0 + 1);
    const full = ids(await a.orders.claimBatch('x', T0 + 1));
    assert.equal(full?.length, batching.maxOrders);
    assert.equal(full?.filter((id) => id.startsWith('new')).length, 3);
    assert.equal(await a.orders.claimBatch('x', T0 + 5_000), undefined);
    assert.equal(
      ids(await a.orders.claimBatch('x', T0 + 5_001))?.length,
      250 - (batching.maxOrders - 3),
    );
  });

  it('a claim lapses after 10 s: the orders are matched again, the late replica offers nothing', async (t) => {
    const [a, b] = await open(t, variantA);
    await report(b, 'd1', T0 + 15_000);
    await a.orders.submit(newOrder('o1'), T0);
    const lost = await a.orders.claimBatch('x', T0 + 5_000);
    await drain(() => b.offers.runTimers(T0 + 14_999));
    assert.equal(await b.orders.claimBatch('y', T0 + 14_999), undefined);
    const offer = {
      batchId: lost!.batchId,
      proposals: [{ orderId: 'o1', driverId: 'd1', assignmentId: 'late', score: 1 }],
      tables: new Map([['o1', { total: 0, best: [] }]]),
      expiresAt: T0 + 45_000,
    };
    assert.equal(await a.offers.make(offer, T0 + 15_000), 0);
    await drain(() => b.offers.runTimers(T0 + 15_000));
    assert.deepEqual(ids(await b.orders.claimBatch('y', T0 + 15_000)), ['o1']);
    assert.equal(await a.offers.make(offer, T0 + 15_000), 0);
    assert.equal(await stateOf(a, 'o1'), 'claimed');
  });

  it('an order whose delay is over causes a batch at once', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    await a.offers.reject({ driverId: 'd1', assignmentId: 'o1/d1' }, at);
    await drain(() => b.offers.runTimers(at + 1_999));
    assert.equal(await b.orders.claimBatch('x', at + 1_999), undefined);
    await drain(() => b.offers.runTimers(at + 2_000));
    const batch = await b.orders.claimBatch('x', at + 2_000);
    assert.deepEqual(batch?.orders[0]?.rejectedBy, ['d1']);
  });
}
