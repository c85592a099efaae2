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

const end = T0 + 3_600_000;
const d1 = { driverId: 'd1', assignmentId: 'o1/d1' };

/** An order that ends at `end`, offered to d1 just before, at the instant given back. */
async function offeredLate(store: DispatchStore, ms = 10_000): Promise<number> {
  await store.orders.submit(newOrder('o1', { endsAt: end }), end - ms - 5_000);
  await report(store, 'd1', end - ms);
  assert.equal(await offerTo(store, { o1: 'd1' }, end - ms), 1);
  return end - ms;
}

export function ends(open: Open): void {
  const ways = [
    { rules: variantA, atEnd: 'manual_assignment', idle: 'idle' },
    { rules: variantB, atEnd: 'expired', idle: 'IDLE' },
  ] as const;
  for (const { rules, atEnd, idle } of ways) {
    it(`${rules.name}: an order that waits is ${atEnd} from its end on, not a millisecond before`, async (t) => {
      const [a, b] = await open(t, rules);
      const submit = (id: string, now: number) =>
        a.orders.submit(newOrder(id, { endsAt: end }), now);
      const waiting = ['unmatched', 'reassigning', 'claimed', 'pooled'];
      await submit('reassigning', end - 20_000);
      await report(a, 'd1', end - 20_000);
      await offerTo(a, { reassigning: 'd1' }, end - 15_000);
      for (const id of ['claimed', 'claimed too', 'and this']) await submit(id, end - 8_000);
      assert.equal((await b.orders.claimBatch('x', end - 8_000))?.orders.length, 3);
      await submit('unmatched', end - 7_000);
      await offerTo(a, {}, end - 2_000);
      const answer = { driverId: 'd1', assignmentId: 'reassigning/d1' };
      assert.equal((await a.offers.reject(answer, end - 1)).kind, 'rejected');
      await submit('pooled', end - 1);
      await drain(() => b.offers.runTimers(end - 1));
      for (const id of waiting) assert.equal(await stateOf(a, id), id);
      await drain(() => b.offers.runTimers(end));
      for (const id of waiting) {
        const { state, dueAt } = (await a.orders.find(id))!;
        assert.deepEqual([state, dueAt], [atEnd, null], id);
      }
      // No batch, delay or claim brings it back.
      await drain(() => b.offers.runTimers(end + 60_000));
      assert.deepEqual((await b.orders.claimBatch('x', end + 60_000))?.orders ?? [], []);
      for (const id of waiting) assert.equal(await stateOf(a, id), atEnd);
    });

    it(`${rules.name}: an open offer ends with its order, and the driver is idle again`, async (t) => {
      const [a, b] = await open(t, rules);
      const at = await offeredLate(a);
      assert.equal((await b.offers.find('o1/d1'))?.expiresAt, end);
      assert.equal((await b.offers.accept(d1, end)).kind, 'expired');
      const published: string[] = [];
      let told = () => {};
      const isTold = new Promise<void>((resolve) => (told = resolve));
      const changed = (key: string) => {
        if (key !== followed.driver('d1')) return;
        published.push(key);
        told();
      };
      await b.watch({ changed, resumed() {} });
      await drain(() => a.offers.runTimers(end));
      await isTold;
      assert.deepEqual(published, ['driver:d1']);
      assert.equal(await stateOf(b, 'o1'), atEnd);
      assert.equal((await b.offers.find('o1/d1'))?.state, 'expired');
      const { state, assignmentId, lastAssignedAt } = (await b.drivers.find('d1'))!;
      assert.deepEqual([state, assignmentId, lastAssignedAt], [idle, null, at]);
      assert.equal((await b.drivers.findIdle(newOrder('o').cell, end)).length, 1);
      const { attemptsTotal } = (await b.orders.find('o1'))!;
      assert.equal(attemptsTotal, 0, 'the driver did not reject it');
    });

    it(`${rules.name}: a driver who has not delivered until then is idle again`, async (t) => {
      const [a, b] = await open(t, rules);
      const at = await offeredLate(a);
      await a.offers.accept(d1, at);
      const moved = {
        driverId: 'd1',
        from: [rules.accepted],
        to: 'away',
        order: 'picking',
      } as const;
      assert.equal((await a.drivers.move(moved, at)).kind, 'moved');
      await drain(() => b.offers.runTimers(end - 1));
      assert.equal(await stateOf(a, 'o1'), 'picking');
      await drain(() => b.offers.runTimers(end));
      assert.equal(await stateOf(a, 'o1'), atEnd);
      const { state, assignmentId } = (await b.drivers.find('d1'))!;
      assert.deepEqual([state, assignmentId], [idle, null]);
      assert.equal((await b.offers.accept(d1, end)).kind, 'expired');
    });
  }

  it('a delivered order does not end', async (t) => {
    const [a, b] = await open(t, variantB);
    const at = await offeredLate(a);
    await a.offers.accept(d1, at);
    await a.drivers.move({ driverId: 'd1', from: ['TO_HUB'], to: 'x', order: 'delivered' }, at);
    await drain(() => b.offers.runTimers(end));
    assert.equal(await stateOf(a, 'o1'), 'delivered');
    assert.equal((await a.drivers.find('d1'))?.state, 'x');
  });

  it('the driver of an order that ends may have the next one: that offer stands', async (t) => {
    const [a, b] = await open(t, variantA);
    const at = await offeredLate(a, 40_000);
    await a.offers.reject(d1, at);
    const next = await offered(a, 'o2', 'd1', at);
    await a.offers.accept({ driverId: 'd1', assignmentId: 'o2/d1' }, next);
    await drain(() => b.offers.runTimers(end));
    assert.equal(await stateOf(a, 'o1'), 'manual_assignment');
    assert.equal(await stateOf(a, 'o2'), 'accepted');
    assert.equal((await b.drivers.find('d1'))?.assignmentId, 'o2/d1');
  });

  it('A: assigned by hand, an order has its time again; the queue itself has no end', async (t) => {
    const [a, b] = await open(t, variantA);
    await a.orders.submit(newOrder('o1', { endsAt: end }), T0);
    await drain(() => b.offers.runTimers(end));
    const now = end + 3_600_000;
    await drain(() => b.offers.runTimers(now));
    assert.deepEqual(await b.orders.listManual(), ['o1']);
    await report(a, 'd1', now);
    const hand = { orderId: 'o1', ...d1, expiresAt: now + 30_000, endsAt: now + 60_000 };
    assert.equal(await a.offers.assignByHand(hand, now), 'offered');
    await drain(() => b.offers.runTimers(now));
    assert.equal((await a.offers.accept(d1, now)).kind, 'accepted');
    await drain(() => b.offers.runTimers(now + 59_999));
    assert.equal(await stateOf(a, 'o1'), 'accepted');
    const later = now + 60_000;
    await drain(() => b.offers.runTimers(later));
    assert.deepEqual(await b.orders.listManual(), ['o1']);
    // Rejected, it goes back to the queue, though no driver was asked before.
    const again = { driverId: 'd1', assignmentId: 'again' };
    await a.offers.assignByHand(
      { ...hand, ...again, expiresAt: later + 30_000, endsAt: later + 60_000 },
      later,
    );
    assert.deepEqual(await b.offers.reject(again, later), {
      kind: 'rejected',
      delayMs: 0,
      order: 'manual_assignment',
    });
    assert.deepEqual(await b.orders.listManual(), ['o1']);
  });

  it('orders end in portions', async (t) => {
    const [a] = await open(t, variantB);
    const names = Array.from({ length: limits.portion + 1 }, (_, i) => `o${i}`);
    await Promise.all(names.map((name) => a.orders.submit(newOrder(name, { endsAt: end }), T0)));
    assert.deepEqual(await a.offers.runTimers(end), { expired: 0, mayHaveMore: true });
    assert.deepEqual(await a.offers.runTimers(end), { expired: 0, mayHaveMore: false });
    for (const name of names) assert.equal(await stateOf(a, name), 'expired');
  });

  it('expired orders are deleted after a day', async (t) => {
    const [a, b] = await open(t, variantB);
    await offeredLate(a);
    await drain(() => a.offers.runTimers(end));
    await drain(() => b.deleteOld(end + limits.keepMs - 1));
    assert.equal(await stateOf(a, 'o1'), 'expired');
    await drain(() => b.deleteOld(end + limits.keepMs));
    assert.equal(await a.orders.find('o1'), undefined);
    assert.equal(await a.offers.find('o1/d1'), undefined);
  });
}
