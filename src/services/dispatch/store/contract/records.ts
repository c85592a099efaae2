import assert from 'node:assert/strict';
import { it } from 'node:test';
import { followed, limits } from '../dispatch-store.ts';
import { variantA } from '../../rules/variant-a.ts';
import { variantB } from '../../rules/variant-b.ts';
import {
  drain,
  newOrder,
  offered,
  offerTo,
  orderMs,
  report,
  stateOf,
  T0,
  type Open,
} from '../../test/fixtures.ts';

export function records(open: Open): void {
  it('keeps the score table of the last batch with the order', async (t) => {
    const [a, b] = await open(t, variantA);
    await a.orders.submit(newOrder('o1'), T0);
    assert.equal((await a.orders.find('o1'))?.table, null);
    const terms = {
      km: 1,
      distance: 0.9,
      eta: 0.9,
      load: 1,
      priority: 0.5,
      wait: 0,
      starvation: 0,
    };
    const best = [{ driverId: 'd"1', ...terms, score: 0.7700000000000001 }];
    const { batchId } = (await a.orders.claimBatch('x', T0 + 5_000))!;
    const tables = new Map([['o1', { total: 7, best }]]);
    await a.offers.make({ batchId, proposals: [], tables, expiresAt: 0 }, T0 + 5_000);
    assert.deepEqual((await b.orders.find('o1'))?.table, {
      batchId,
      at: T0 + 5_000,
      total: 7,
      best,
    });
  });

  it('shows the manual queue, longest first; by hand an order goes to an idle driver', async (t) => {
    const [a, b] = await open(t, { ...variantA, delaysMs: [] });
    for (const [i, order] of ['o1', 'o2'].entries()) {
      const at = await offered(a, order, `d${i}`, T0 + i * 1e6);
      await a.offers.reject({ driverId: `d${i}`, assignmentId: `${order}/d${i}` }, at);
    }
    assert.deepEqual(await b.orders.listManual(), ['o1', 'o2']);
    const now = T0 + 1e7;
    const assign = (orderId: string, driverId: string) =>
      b.offers.assignByHand(
        { orderId, driverId, assignmentId: 'hand', expiresAt: now + 30_000, endsAt: now + orderMs },
        now,
      );
    assert.equal(await assign('none', 'd0'), 'unknown-order');
    assert.equal(await assign('o1', 'nobody'), 'unknown-driver');
    // Also to a driver who rejected it and has long not reported: the operator knows better.
    assert.equal(await assign('o1', 'd0'), 'offered');
    assert.equal(await assign('o1', 'd1'), 'not-manual');
    assert.equal(await assign('o2', 'd0'), 'driver-busy');
    assert.equal((await a.offers.find('hand'))?.score, null);
    assert.deepEqual(await a.orders.listManual(), ['o2']);
    const rejected = await a.offers.reject({ driverId: 'd0', assignmentId: 'hand' }, now);
    assert.deepEqual(rejected, { kind: 'rejected', delayMs: 0, order: 'manual_assignment' });
    assert.deepEqual(await a.orders.listManual(), ['o2', 'o1']);
    assert.equal((await a.orders.find('o1'))?.attemptsTotal, 2);
  });

  it('knows hubs, replaces and forgets them', async (t) => {
    const [a, b] = await open(t, variantB);
    assert.equal(await a.hubs.find('h'), undefined);
    for (const lat of [1, 0]) {
      await a.hubs.put('h', { lat, lng: -0.5 });
      assert.deepEqual({ ...(await b.hubs.find('h')) }, { lat, lng: -0.5 });
    }
    assert.equal(await a.hubs.remove('h'), true);
    assert.equal(await b.hubs.find('h'), undefined);
    assert.equal(await b.hubs.remove('h'), false);
  });

  it('keeps any id as it was sent', async (t) => {
    const [a, b] = await open(t, variantA);
    for (const [i, id] of ['a:b', '{x}', '"', 'ünï 点', '__proto__', ' '].entries()) {
      const at = await offered(a, id, id, T0 + i * 1e6);
      await a.offers.reject({ driverId: id, assignmentId: `${id}/${id}` }, at);
      assert.equal((await b.orders.find(id))?.orderId, id);
      assert.equal((await b.drivers.find(id))?.driverId, id);
      await drain(() => b.offers.runTimers(at + 2_000));
      const batch = await b.orders.claimBatch('x', at + 2_000);
      const taken = batch?.orders.find(({ orderId }) => orderId === id);
      assert.deepEqual(taken?.rejectedBy, [id]);
    }
  });

  it('publishes whose offers changed, to every replica that watches', async (t) => {
    const [a, b] = await open(t, variantA);
    const seen: string[] = [];
    const changed = async (driver: string, step: Promise<unknown>) => {
      const published = new Promise<void>(
        (resolve) => (onChange = (key) => key === followed.driver(driver) && resolve()),
      );
      await Promise.all([step, published]);
      seen.push(driver);
    };
    let onChange: (key: string) => unknown = () => {};
    await b.watch({ changed: (key) => onChange(key), resumed() {} });
    await report(a, 'd1', T0);
    for (const id of ['o1', 'o2', 'o3']) await a.orders.submit(newOrder(id), T0);
    await changed('d1', offerTo(a, { o1: 'd1' }, T0));
    await changed('d1', a.offers.runTimers(T0 + 30_000));
    await drain(() => a.offers.runTimers(T0 + 32_000));
    await report(a, 'd2', T0 + 32_000);
    await changed('d2', offerTo(a, { o1: 'd2' }, T0 + 32_000));
    await changed('d2', a.offers.accept({ driverId: 'd2', assignmentId: 'o1/d2' }, T0 + 32_000));
    await changed('d2', a.offers.reject({ driverId: 'd2', assignmentId: 'o1/d2' }, T0 + 32_000));
    assert.equal(seen.length, 5);
  });

  it('deletes delivered orders and silent drivers after a day, but no order that is under way', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'done', 'd1');
    await a.offers.accept({ driverId: 'd1', assignmentId: 'done/d1' }, at);
    await a.drivers.move(
      { driverId: 'd1', from: ['accepted'], to: 'completed', order: 'delivered' },
      at,
    );
    const later = await offered(a, 'open', 'd2', T0 + 100_000);
    await a.offers.accept({ driverId: 'd2', assignmentId: 'open/d2' }, later);
    await drain(() => b.deleteOld(at + limits.keepMs - 1));
    assert.equal(await stateOf(a, 'done'), 'delivered');
    await drain(() => b.deleteOld(later + limits.keepMs));
    assert.equal(await a.orders.find('done'), undefined);
    assert.equal(await a.offers.find('done/d1'), undefined);
    assert.equal(await a.drivers.find('d1'), undefined);
    assert.deepEqual(await a.drivers.findIdle(newOrder('o').cell, 0), []);
    assert.equal(await stateOf(a, 'open'), 'accepted');
    assert.equal((await a.drivers.find('d2'))?.state, 'accepted');
  });

  it('deletes in portions', async (t) => {
    const [a] = await open(t, variantA);
    const drivers = Array.from({ length: limits.portion + 1 }, (_, i) => `d${i}`);
    await Promise.all(drivers.map((driver) => report(a, driver, T0)));
    assert.equal(await a.deleteOld(T0 + limits.keepMs), true);
    assert.equal(await a.deleteOld(T0 + limits.keepMs), false);
    for (const driver of drivers) assert.equal(await a.drivers.find(driver), undefined);
  });
}
