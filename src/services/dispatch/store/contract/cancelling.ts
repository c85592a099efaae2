import assert from 'node:assert/strict';
import { it } from 'node:test';
import { variantA } from '../../rules/variant-a.ts';
import { variantB } from '../../rules/variant-b.ts';
import { followed, limits, type DispatchStore } from '../dispatch-store.ts';
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

const d1 = { driverId: 'd1', assignmentId: 'o1/d1' };
const cancel = (store: DispatchStore, orderId: string, now = T0) =>
  store.orders.cancel({ orderId, reason: null }, now);

/** Nothing ever happens to the order again. */
async function assertOver(store: DispatchStore, orderId: string, now: number): Promise<void> {
  await report(store, 'another', now + 120_000);
  await drain(() => store.offers.runTimers(now + 120_000));
  const batch = await store.orders.claimBatch('x', now + 120_000);
  const ids = (batch?.orders ?? []).map((order) => order.orderId);
  assert.ok(!ids.includes(orderId), 'it is in no batch');
  const { state, dueAt } = (await store.orders.find(orderId))!;
  assert.deepEqual([state, dueAt], ['cancelled', null]);
  assert.ok(!(await store.orders.listManual()).includes(orderId));
}

export function cancelling(open: Open): void {
  it('cancels an order that waits for its batch, which it is not in any more', async (t) => {
    const [a, b] = await open(t, variantA);
    for (const id of ['o1', 'o2']) await a.orders.submit(newOrder(id), T0);
    assert.equal(await b.orders.cancel({ orderId: 'o1', reason: 'no milk' }, T0 + 1), 'cancelled');
    assert.equal((await a.orders.find('o1'))?.cancelReason, 'no milk');
    const batch = await a.orders.claimBatch('x', T0 + 5_000);
    assert.deepEqual(
      batch?.orders.map(({ orderId }) => orderId),
      ['o2'],
    );
    await assertOver(b, 'o1', T0 + 5_000);
  });

  it('a cancelled order does not count for the batch that it was to be in', async (t) => {
    const [a, b] = await open(t, variantA);
    for (const id of ['o1', 'o2']) await a.orders.submit(newOrder(id), T0);
    await cancel(b, 'o1', T0 + 1);
    // The second and the third that are held: the window goes on.
    assert.equal((await a.orders.submit(newOrder('o3'), T0 + 2)).estimateMs, 4_998);
    assert.equal((await a.orders.submit(newOrder('o4'), T0 + 3)).estimateMs, 0);
    // One of a batch that is claimed, and one that came back, count for no other batch.
    assert.equal((await a.orders.claimBatch('x', T0 + 3))?.orders.length, 3);
    for (const id of ['o5', 'o6']) await a.orders.submit(newOrder(id), T0 + 4);
    await cancel(b, 'o2', T0 + 5);
    await drain(() => b.offers.runTimers(T0 + 3 + limits.claimMs));
    await cancel(b, 'o3', T0 + 3 + limits.claimMs);
    const seventh = await a.orders.submit(newOrder('o7'), T0 + 3 + limits.claimMs);
    assert.equal(seventh.estimateMs, 0);
  });

  it('cancels an order that found no driver, and one whose delay runs', async (t) => {
    const [a, b] = await open(t, variantB);
    await a.orders.submit(newOrder('o1'), T0);
    await offerTo(a, {}, T0 + 5_000);
    assert.equal(await stateOf(a, 'o1'), 'unmatched');
    const at = await offered(a, 'o2', 'd2', T0 + 6_000);
    await a.offers.reject({ driverId: 'd2', assignmentId: 'o2/d2' }, at);
    assert.equal(await stateOf(a, 'o2'), 'reassigning');
    for (const id of ['o1', 'o2']) assert.equal(await cancel(b, id, at), 'cancelled');
    for (const id of ['o1', 'o2']) await assertOver(a, id, at);
    const rejected = await b.offers.reject({ driverId: 'd2', assignmentId: 'o2/d2' }, at + 9_000);
    assert.equal(rejected.kind, 'rejected', 'what was answered before is answered again');
  });

  it('an order that is being matched when it is cancelled is not offered', async (t) => {
    const [a, b] = await open(t, variantA);
    await a.orders.submit(newOrder('o1'), T0);
    await report(a, 'd1', T0 + 5_000);
    const { batchId } = (await a.orders.claimBatch('x', T0 + 5_000))!;
    assert.equal(await cancel(b, 'o1', T0 + 5_000), 'cancelled');
    const proposals = [{ orderId: 'o1', ...d1, score: 1 }];
    const tables = new Map([['o1', { total: 1, best: [] }]]);
    const offers = { batchId, proposals, tables, expiresAt: T0 + 35_000 };
    assert.equal(await a.offers.make(offers, T0 + 5_001), 0);
    assert.equal((await b.drivers.find('d1'))?.state, 'idle');
    await assertOver(b, 'o1', T0 + 5_001);
  });

  for (const rules of [variantA, variantB]) {
    it(`${rules.name}: an open offer is withdrawn, and its driver is free`, async (t) => {
      const [a, b] = await open(t, rules);
      const at = await offered(a, 'o1', 'd1');
      assert.equal(await cancel(b, 'o1', at + 1), 'cancelled');
      const { state, assignmentId, lastAssignedAt } = (await a.drivers.find('d1'))!;
      assert.deepEqual([state, assignmentId, lastAssignedAt], [rules.idle, null, at]);
      assert.equal((await b.drivers.findIdle(newOrder('o').cell, at)).length, 1);
      assert.equal((await a.offers.find('o1/d1'))?.state, 'cancelled');
      assert.deepEqual(await a.offers.accept(d1, at + 2), { kind: 'cancelled' });
      assert.deepEqual(await a.offers.reject(d1, at + 2), { kind: 'cancelled' });
      await assertOver(b, 'o1', at + 40_000);
      assert.equal((await a.orders.find('o1'))?.attemptsTotal, 0, 'the driver did not reject it');
    });

    const way = rules.enveloped
      ? ['TO_HUB', 'PICKING', 'DELIVERING']
      : ['accepted', 'arrived', 'picking', 'delivering'];
    it(`${rules.name}: a driver under way is free, in each of ${way.join(', ')}`, async (t) => {
      const [a, b] = await open(t, rules);
      for (const [n, last] of way.entries()) {
        const [order, driver] = [`o${n}`, `d${n}`];
        const at = await offered(a, order, driver, T0 + n * 1e6);
        await a.offers.accept({ driverId: driver, assignmentId: `${order}/${driver}` }, at);
        for (const to of way.slice(1, n + 1)) {
          const { order: becomes } = rules.moves.find((move) => move.to === to)!;
          const from = rules.moves.filter((move) => move.to === to).map((move) => move.from);
          await a.drivers.move({ driverId: driver, from, to, order: becomes }, at);
        }
        assert.equal((await a.drivers.find(driver))?.state, last);
        assert.equal(await cancel(b, order, at + 1), 'cancelled');
        const { state, assignmentId } = (await a.drivers.find(driver))!;
        assert.deepEqual([state, assignmentId], [rules.idle, null], last);
        await assertOver(a, order, at + 1);
        // The next order is offered to the driver as to any other.
        await report(a, driver, at + 200_000);
        await a.orders.submit(newOrder(`next ${n}`), at + 200_000);
        const pairs = { [`next ${n}`]: driver };
        assert.equal(await offerTo(a, pairs, at + 205_000), 1);
        await cancel(b, order, at + 206_000);
        assert.equal(await stateOf(b, `next ${n}`), 'offered', 'a repeat frees nobody');
      }
    });
  }

  it('A: an order in the manual queue leaves it', async (t) => {
    const [a, b] = await open(t, { ...variantA, delaysMs: [] });
    const at = await offered(a, 'o1', 'd1');
    await a.offers.reject(d1, at);
    assert.deepEqual(await b.orders.listManual(), ['o1']);
    assert.equal(await cancel(b, 'o1', at), 'cancelled');
    await assertOver(a, 'o1', at);
    const hand = { orderId: 'o1', ...d1, expiresAt: at + 1, endsAt: at + 2 };
    assert.equal(await a.offers.assignByHand(hand, at), 'not-manual');
  });

  it('B: an order that has expired may still be cancelled', async (t) => {
    const [a, b] = await open(t, variantB);
    await a.orders.submit(newOrder('o1', { endsAt: T0 + 1 }), T0);
    await drain(() => b.offers.runTimers(T0 + 1));
    assert.equal(await stateOf(a, 'o1'), 'expired');
    assert.equal(await cancel(b, 'o1', T0 + 2), 'cancelled');
    await assertOver(a, 'o1', T0 + 2);
  });

  it('not once it is delivered, and nothing that is unknown', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    await a.offers.accept(d1, at);
    const move = {
      driverId: 'd1',
      from: ['accepted'],
      to: 'completed',
      order: 'delivered',
    } as const;
    await a.drivers.move(move, at);
    assert.equal(await cancel(b, 'o1', at), 'delivered');
    assert.equal(await stateOf(a, 'o1'), 'delivered');
    assert.equal((await a.drivers.find('d1'))?.state, 'completed');
    assert.equal(await cancel(b, 'none', at), 'unknown');
  });

  it('repeated, it answers the same; the order posted again stays cancelled', async (t) => {
    const [a, b] = await open(t, variantA);
    const first = await a.orders.submit(newOrder('o1'), T0);
    for (const reason of ['first', 'second']) {
      assert.equal(await b.orders.cancel({ orderId: 'o1', reason }, T0 + 1), 'cancelled');
    }
    assert.equal((await a.orders.find('o1'))?.cancelReason, 'first');
    assert.deepEqual({ ...(await a.orders.submit(newOrder('o1'), T0 + 2)) }, { ...first });
    await assertOver(a, 'o1', T0 + 2);
  });

  it('is deleted a day after it was cancelled', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    await cancel(a, 'o1', at);
    await drain(() => b.deleteOld(at + limits.keepMs - 1));
    assert.equal(await stateOf(a, 'o1'), 'cancelled');
    await drain(() => b.deleteOld(at + limits.keepMs));
    assert.equal(await stateOf(a, 'o1'), undefined);
    assert.deepEqual(await a.orders.page({ after: '', limit: 10 }), []);
    const cancelled = { after: '', limit: 10, group: 'cancelled' } as const;
    assert.deepEqual(await a.orders.page(cancelled), []);
  });

  it('cancel and accept at once: the order is cancelled and the driver free', async (t) => {
    const [a, b] = await open(t, variantB);
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const [order, driver] = [`o${i}`, `d${i}`];
      const at = await offered(a, order, driver, T0 + i * 1e6);
      const answer = { driverId: driver, assignmentId: `${order}/${driver}` };
      const steps = [() => a.offers.accept(answer, at), () => cancel(b, order, at)];
      const [first, second] = i % 2 ? steps : steps.toReversed();
      // Which one comes first is not certain; one after the other, both do.
      const [one, other] =
        i < 18 ? await Promise.all([first!(), second!()]) : [await first!(), await second!()];
      const accepted = [one, other].find((outcome) => typeof outcome === 'object')!;
      assert.ok(['accepted', 'cancelled'].includes(accepted.kind), accepted.kind);
      seen.add(accepted.kind);
      assert.equal(await stateOf(a, order), 'cancelled');
      const { state, assignmentId } = (await b.drivers.find(driver))!;
      assert.deepEqual([state, assignmentId], ['IDLE', null]);
      assert.deepEqual(await b.offers.accept(answer, at), { kind: 'cancelled' });
    }
    assert.equal(seen.size, 2);
  });

  it('cancel and the end of an offer at once: the order is cancelled', async (t) => {
    const [a, b] = await open(t, variantA);
    for (let i = 0; i < 10; i++) {
      const at = await offered(a, `o${i}`, `d${i}`, T0 + i * 1e6);
      const steps = [() => a.offers.runTimers(at + 30_000), () => cancel(b, `o${i}`, at + 30_000)];
      await Promise.all((i % 2 ? steps : steps.toReversed()).map((step) => step()));
      assert.equal((await b.drivers.find(`d${i}`))?.state, 'idle');
      await assertOver(a, `o${i}`, at + 30_000);
    }
  });

  it('tells the streams of the driver and of the order, on every replica', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offered(a, 'o1', 'd1');
    const awaited = new Set([followed.driver('d1'), followed.order('o1')]);
    let told = () => {};
    const areTold = new Promise<void>((resolve) => (told = resolve));
    const changed = (key: string) => {
      awaited.delete(key);
      if (awaited.size === 0) told();
    };
    await b.watch({ changed, resumed() {} });
    await cancel(a, 'o1', at);
    await areTold;
  });
}
