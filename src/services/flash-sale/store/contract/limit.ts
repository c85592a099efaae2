import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitEvenly } from '../../buckets.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import { buy, loaded, type Open, reserve, room, stock, sweep, T0, user } from './fixtures.ts';
import { deviceRate } from '../../limits.ts';

const rules = { userLimit: 3 };

/** Tries a checkout of the user `u`. */
const attempt = (store: FlashSaleStore, qty: number, more = {}) =>
  store.checkout(buy({ userId: 'u', qty, ...more }));

const reached = (owned: number, limit = 3) => ({ kind: 'limit-reached', limit, owned });

export function purchaseLimit(open: Open): void {
  it('a user may own as many units as the limit says, whichever replica sells them', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules }));
    assert.deepEqual(await a.checkout(buy({ userId: 'u', qty: 4 })), reached(0));
    assert.equal((await attempt(a, 2)).kind, 'completed');
    assert.deepEqual(await attempt(b, 2), reached(2));
    assert.equal((await attempt(b, 1)).kind, 'completed');
    assert.deepEqual(await attempt(a, 1), reached(3));
    // Others are not concerned, nor is another product.
    assert.equal((await b.checkout(buy({ qty: 3 }))).kind, 'completed');
    assert.equal((await attempt(b, 9, { productId: 'q' })).kind, 'queued');
  });

  it('confirmed units count, released and lapsed ones no longer do', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules: { ...rules, holdMs: 5_000 } }));
    const [kept, returned] = [await reserve(a, { userId: 'u' }), await reserve(b, { userId: 'u' })];
    await reserve(a, { userId: 'u' });
    await b.confirm(kept, T0);
    assert.deepEqual(await attempt(a, 1), reached(3));
    await b.release(returned, T0);
    assert.deepEqual(await attempt(a, 2), reached(2));
    assert.equal((await attempt(a, 1)).kind, 'completed');
    assert.deepEqual(await attempt(b, 1, { now: T0 + 4_999 }), reached(3));
    const later = { now: T0 + 5_000 };
    // The instant decides, before a sweep as after it.
    assert.deepEqual(await attempt(a, 3, later), reached(1));
    await sweep(b, later.now);
    assert.deepEqual(await attempt(b, 3, later), reached(1));
    assert.equal((await attempt(a, 2, later)).kind, 'completed');
    assert.deepEqual(await attempt(b, 1, later), reached(3));
  });

  it('units that a user waits for count, and stay counted when the user is promoted', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(2, { rules }));
    const id = await reserve(a, { qty: 2 });
    assert.equal((await attempt(a, 2)).kind, 'queued');
    assert.deepEqual(await b.checkout(buy({ userId: 'v', qty: 4 })), reached(0));
    await b.release(id, T0);
    assert.deepEqual(await attempt(b, 2), reached(2));
    assert.equal((await attempt(b, 1)).kind, 'queued');
  });

  it('joining the queue again adds no units: the same place', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1, { rules }));
    await reserve(a);
    await a.checkout(buy({ userId: 'first' }));
    const queued = { kind: 'queued', position: 1 };
    assert.deepEqual(await attempt(a, 3), queued);
    for (const qty of [1, 3, 4]) assert.deepEqual(await attempt(b, qty), queued);
  });

  it('a waiting user who could buy at the counter would add units', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4, { rules }));
    const id = await reserve(a, { qty: 3 });
    assert.equal((await b.checkout(buy({ userId: 'u', qty: 3 }))).kind, 'queued');
    assert.deepEqual(await attempt(a, 1), reached(3)); // one unit is left
    assert.deepEqual(await attempt(b, 2), { kind: 'queued', position: 0 });
    await a.release(id, T0);
    assert.deepEqual(await attempt(b, 1), reached(3));
  });

  it('comes before the stock: also of a race that is sold out', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1, { flow: 'race', rules }));
    assert.equal((await attempt(a, 1)).kind, 'completed');
    assert.deepEqual(await attempt(b, 3), reached(1));
    assert.deepEqual(await attempt(b, 1), { kind: 'sold-out' });
  });

  it('of a slotted sale counts the units of all slots', async (t) => {
    const [a, b] = await open(t);
    const slots = ['12:00', '13:00'];
    const buckets = [...splitEvenly(10), ...splitEvenly(10)];
    await a.load(stock(0, { flow: 'slotted', slots, buckets, rules }));
    assert.equal((await attempt(a, 2, { slot: '12:00' })).kind, 'completed');
    assert.deepEqual(await attempt(b, 2, { slot: '13:00' }), reached(2));
  });

  it('a reset without a limit clears it; with one, waiting users count again', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3, { rules }));
    assert.equal((await attempt(a, 3)).kind, 'completed');
    await b.load(stock(0, { reset: true }));
    assert.equal((await attempt(a, 5)).kind, 'queued');
    await a.load(stock(4, { reset: true, rules }));
    // The wish is older than the limit; what was held of the former ledger does not count.
    assert.equal((await a.queuePosition('u', 'p', T0)).kind, 'waiting');
    assert.deepEqual(await attempt(b, 1), reached(5));
    const { promoted } = await loaded(b, stock(9, { reset: true, rules }));
    assert.deepEqual(promoted.map(user), ['u']);
    assert.deepEqual(await attempt(a, 1), reached(5));
  });

  it('leaves stock, window and key as they were, and no slot of the pool', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules }));
    await attempt(a, 3);
    const beyond = { userId: 'u', devices: ['d'], idempotencyKey: 'k' };
    for (let i = 0; i < 25; i++) {
      assert.deepEqual(await a.checkout(buy(beyond)), reached(3));
      const pooled = buy(beyond);
      assert.deepEqual(await b.admit(pooled, 1), { kind: 'admitted' });
      assert.deepEqual(await a.sell(pooled), reached(3));
    }
    assert.equal(await b.originalOf('k', T0), undefined);
    assert.equal((await b.stock('p'))!.held, 3);
    assert.equal(await room(b, 'd', T0), deviceRate.limit);
  });

  it('a user who asks both replicas at once gets no more than the limit', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules }));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const purchase = buy({ userId: 'u' });
        if (i % 4 < 2) return [a, b][i % 2]!.checkout(purchase);
        await [a, b][i % 2]!.admit(purchase, 99);
        return [b, a][i % 2]!.sell(purchase);
      }),
    );
    assert.equal(outcomes.filter(({ kind }) => kind === 'completed').length, 3);
    assert.equal(outcomes.filter(({ kind }) => kind === 'limit-reached').length, 17);
    assert.equal((await b.stock('p'))!.held, 3);
  });
}
