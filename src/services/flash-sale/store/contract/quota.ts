import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import type { Checkout } from '../checkouts.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import {
  award,
  buy,
  entry,
  loaded,
  prize,
  released,
  reserve,
  room,
  stock,
  T0,
} from './fixtures.ts';
import { type Open, sweep, user } from './fixtures.ts';

const rules = { holdMs: 600_000 };

/** Returns the outcome of a checkout of the user `u`, with this quota. */
async function attempt(store: FlashSaleStore, maxOpen: number, more: Partial<Checkout> = {}) {
  const { kind } = await store.checkout(buy({ userId: 'u', maxOpen, ...more }));
  return kind;
}

export function userQuota(open: Open): void {
  it('bounds holds and places in waiting rooms, over all products', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules }));
    await a.load(stock(50, { productId: 'q', rules }));
    const first = buy({ userId: 'u', maxOpen: 3 });
    assert.equal((await a.checkout(first)).kind, 'completed');
    assert.equal(await attempt(b, 3, { productId: 'q' }), 'completed');
    assert.equal(await attempt(a, 3, { productId: 'unloaded' }), 'queued');
    for (const productId of ['p', 'q', 'unloaded', 'unknown']) {
      assert.equal(await attempt(b, 3, { productId }), 'quota');
    }
    assert.equal(await a.status('unknown'), undefined);
    assert.deepEqual(await a.queuePosition('u', 'unloaded', T0), {
      kind: 'waiting',
      productId: 'unloaded',
      position: 0,
      isReachable: false,
    });
    assert.equal((await b.checkout(first)).kind, 'repeated');
    assert.equal(await attempt(b, 3, { userId: 'v' }), 'completed');
    assert.equal(await attempt(b, 4), 'completed');
    assert.equal((await b.checkout(buy({ userId: 'u' }))).kind, 'completed');
  });

  it('a released, confirmed, left or lapsed one makes room', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules: { holdMs: 5_000 } }));
    const [one, other] = [await reserve(a, { userId: 'u' }), await reserve(b, { userId: 'u' })];
    await b.checkout(buy({ userId: 'u', productId: 'q' }));
    const ends = [
      () => a.release(one, T0),
      () => b.confirm(other, T0),
      () => a.leave('u', 'q', T0),
    ];
    for (const end of ends) {
      assert.equal(await attempt(b, 3), 'quota');
      await end();
      assert.equal(await attempt(a, 3), 'completed');
    }
    assert.equal(await attempt(a, 3, { now: T0 + 4_999 }), 'quota');
    // The instant decides, before a sweep as after it.
    const later = { now: T0 + 5_000 };
    assert.equal(await attempt(b, 1, later), 'completed');
    await sweep(a, later.now);
    assert.equal(await attempt(b, 2, later), 'completed');
    assert.equal(await attempt(a, 2, later), 'quota');
  });

  it('a confirmed sale does not count, nor does a position in a stale room', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50));
    for (let i = 0; i < 3; i++) assert.equal(await attempt(i % 2 ? a : b, 1), 'completed');
    assert.equal(await attempt(a, 1, { productId: 'q' }), 'queued');
    const now = T0 + lifetimesMs.waitingRoom;
    assert.equal(await attempt(b, 1, { now }), 'quota');
    assert.equal(await attempt(b, 1, { now: now + 1 }), 'completed');
  });

  it('does not hold up a promotion', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1, { rules }));
    await a.load(stock(9, { productId: 'q', rules }));
    const id = await reserve(a);
    assert.equal(await attempt(a, 2), 'queued');
    // A service buys for the user, whose quota does not bind it.
    for (let i = 0; i < 2; i++) await reserve(b, { userId: 'u', productId: 'q' });
    assert.equal(await attempt(b, 2), 'quota');
    assert.deepEqual((await released(b, id)).promoted.map(user), ['u']);
    assert.equal(await attempt(a, 3, { productId: 'q' }), 'quota');
    assert.equal(await attempt(a, 4, { productId: 'q' }), 'completed');
  });

  it('counts a claimed prize until its hold lapses', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(2, { flow: 'lottery', rules: { holdMs: 5_000 } }));
    await loaded(a, stock(9, { productId: 'q' }));
    await a.enterLottery(entry('u'));
    await a.closeRound('p', 1, 1);
    const won = prize('u');
    await award(a, 1, [won]);
    const elsewhere = { productId: 'q' };
    assert.equal((await b.claimPrize(won.token, T0)).kind, 'claimed');
    assert.equal(await attempt(b, 1, elsewhere), 'quota');
    assert.equal(await attempt(a, 1, { ...elsewhere, now: T0 + 4_999 }), 'quota');
    assert.equal(await attempt(a, 1, { ...elsewhere, now: T0 + 5_000 }), 'completed');
  });

  it('leaves stock, window and key as they were, and no slot of the pool', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules }));
    await reserve(a, { userId: 'u' });
    const beyond = { userId: 'u', maxOpen: 1, devices: ['d'], idempotencyKey: 'k' };
    for (let i = 0; i < 25; i++) {
      assert.deepEqual(await a.checkout(buy(beyond)), { kind: 'quota' });
      const pooled = buy(beyond);
      assert.deepEqual(await b.admit(pooled, 1), { kind: 'admitted' });
      assert.deepEqual(await a.sell(pooled), { kind: 'quota' });
    }
    assert.equal(await b.originalOf('k', T0), undefined);
    assert.equal((await b.stock('p'))!.held, 1);
    assert.equal(await room(b, 'd', T0), deviceRate.limit);
  });

  it('a user who asks both replicas at once gets no more', async (t) => {
    const handles = await open(t);
    await handles[0].load(stock(50, { rules }));
    const kinds = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        attempt(handles[i % 2]!, 3, { productId: i % 4 < 2 ? 'p' : `q${i}` }),
      ),
    );
    assert.equal(kinds.filter((kind) => kind === 'quota').length, 17);
  });
}
