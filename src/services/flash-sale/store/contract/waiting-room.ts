import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lifetimesMs } from '../../limits.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import {
  type Open,
  T0,
  buy,
  stock,
  waiting,
  reserve,
  released,
  loaded,
  sweep,
  user,
} from './fixtures.ts';

/** Where a user waits, or the kind of another answer. */
async function rank(store: FlashSaleStore, userId: string) {
  const place = await store.queuePosition(userId, 'p', T0);
  return place.kind === 'waiting' ? place.position : place.kind;
}

export function waitingRoom(open: Open): void {
  it('keeps the order of arrival, from 0 on, and the place of who joins again', async (t) => {
    const [a, b] = await open(t);
    const position = async (handle: FlashSaleStore, userId: string, qty = 1) => {
      const outcome = await handle.checkout(buy({ userId, qty }));
      return outcome.kind === 'queued' ? outcome.position : outcome;
    };
    assert.equal(await position(a, 'u0'), 0);
    assert.equal(await position(b, 'u1'), 1);
    assert.equal(await position(a, 'u2'), 2);
    assert.equal(await position(b, 'u0', 7), 0);
    assert.equal(await position(b, 'u3'), 3);
    assert.deepEqual(await a.queuePosition('u2', 'p', T0), waiting('p', 2, false));
    assert.deepEqual(await b.queuePosition('u0', undefined, T0), waiting('p', 0, false));
    const { promoted } = await loaded(b, stock(3));
    assert.deepEqual(promoted.map(user), ['u0', 'u1', 'u2']);
  });

  it('promotes in strict order and never skips the head, which may ask for all that was loaded', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3));
    const held = [await reserve(a), await reserve(b), await reserve(a)];
    await a.checkout(buy({ userId: 'big', qty: 2 }));
    await b.checkout(buy({ userId: 'small', qty: 1 }));
    assert.deepEqual(await b.release(held[0]!, T0), none(2));
    const second = await released(a, held[1]!);
    assert.deepEqual([second.promoted.map(user), second.waiting], [['big'], 1]);
    const third = await released(b, held[2]!);
    assert.deepEqual([third.promoted.map(user), third.waiting], [['small'], 0]);
    assert.equal((await a.stock('p'))?.held, 3);
    function none(waiting: number) {
      return { kind: 'released', productId: 'p', promoted: [], waiting };
    }
  });

  it('a user who wants more than was ever loaded is passed over and keeps their position', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3));
    const held = [await reserve(a), await reserve(b), await reserve(a)];
    for (const [userId, qty] of [
      ['huge', 4],
      ['small', 1],
      ['whole', 3],
      ['last', 1],
    ] as const) {
      await b.checkout(buy({ userId, qty }));
    }
    const users = ['huge', 'small', 'whole', 'last'];
    const positions = () => Promise.all(users.map((id) => rank(b, id)));
    assert.deepEqual((await released(a, held[0]!)).promoted.map(user), ['small']);
    assert.deepEqual(await positions(), [0, 'promoted', 1, 2]);
    // All that was loaded is not too much: nobody is served before this one.
    assert.deepEqual((await released(b, held[1]!)).promoted, []);
    assert.deepEqual((await released(a, held[2]!)).promoted, []);
    assert.deepEqual(await a.checkout(buy({ userId: 'late', qty: 9 })), {
      kind: 'queued',
      position: 3,
    });
    // It suffices for each of them now, so the order of arrival decides.
    const { promoted } = await loaded(b, stock(8, { reset: true }));
    assert.deepEqual(promoted.map(user), ['huge', 'whole', 'last']);
    assert.equal(await rank(b, 'late'), 0);
  });

  it('a load that is smaller passes over whom a larger one would have served', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(9));
    await reserve(a, { qty: 9 });
    for (const [i, qty] of [5, 2, 1].entries()) await b.checkout(buy({ userId: `u${i}`, qty }));
    const { promoted } = await loaded(b, stock(3, { reset: true }));
    assert.deepEqual(promoted.map(user), ['u1', 'u2']);
    assert.deepEqual(await a.queuePosition('u0', 'p', T0), waiting('p', 0, false));
  });

  it('premium users who want too much are passed over like others', async (t) => {
    const [a, b] = await open(t);
    await a.setTier(['p0', 'p1'], 'premium');
    await a.load(stock(1, { flow: 'weighted' }));
    const held = await reserve(a);
    for (const [userId, qty] of [
      ['r0', 9],
      ['p0', 9],
      ['r1', 1],
    ] as const) {
      await b.checkout(buy({ userId, qty }));
    }
    const { promoted } = await released(b, held);
    assert.deepEqual(promoted.map(user), ['r1']);
    await a.checkout(buy({ userId: 'r2' }));
    await a.checkout(buy({ userId: 'p1' }));
    assert.equal(await rank(b, 'p1'), 1);
    const second = await released(a, promoted[0]!.reservationId);
    assert.deepEqual(second.promoted.map(user), ['p1']);
    assert.equal(await rank(b, 'r2'), 2);
  });

  it('hundreds who want too much stop nobody', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(2));
    const held = [await reserve(a), await reserve(b)];
    for (let i = 0; i < 450; i++) await a.checkout(buy({ qty: 1_000_000 }));
    for (const userId of ['u0', 'u1', 'u2']) await b.checkout(buy({ userId }));
    assert.deepEqual((await released(b, held[0]!)).promoted.map(user), ['u0']);
    assert.deepEqual((await released(a, held[1]!)).promoted.map(user), ['u1']);
    assert.equal(await rank(b, 'u2'), 450);
  });

  it('one release promotes as many as it suffices for', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const id = await reserve(a, { qty: 5 });
    for (const [i, qty] of [2, 2, 2].entries()) await b.checkout(buy({ userId: `u${i}`, qty }));
    const { promoted, waiting } = await released(b, id);
    assert.deepEqual([promoted.map(user), waiting], [['u0', 'u1'], 1]);
    assert.equal((await a.stock('p'))?.available, 1);
  });

  it('a thousand are confirmed by one load, and nobody who comes during it gets ahead of them', async (t) => {
    const [a, b] = await open(t);
    const users = Array.from({ length: 1_000 }, (_, i) => `u${i}`);
    for (const userId of users) await a.checkout(buy({ userId }));
    const loading = loaded(a, stock(1_001));
    const [big, small] = await Promise.all([
      b.checkout(buy({ userId: 'big', qty: 2 })),
      b.checkout(buy({ userId: 'small' })),
      b.release('res_0', T0),
    ]);
    assert.deepEqual((await loading).promoted.map(user), users);
    // One unit is left: too little for the one, enough for the other. On two connections they may
    // also come before the load: then the other waits behind the one.
    assert.equal(big.kind, 'queued');
    const view = await b.stock('p');
    assert.deepEqual(
      view && [view.available, view.held, view.waiting],
      small.kind === 'completed' ? [0, 1_001, 1] : [1, 1_000, 2],
    );
  });

  it('one release confirms hundreds', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(500));
    const id = await reserve(a, { qty: 500 });
    for (let i = 0; i < 600; i++) await b.checkout(buy({ userId: `u${i}` }));
    const outcomes = await Promise.all([a.release(id, T0), b.release(id, T0)]);
    // On two connections either may be the first.
    const first = outcomes.find((outcome) => outcome.kind === 'released');
    assert.deepEqual([first?.promoted.length, first?.waiting], [500, 100]);
    assert.ok(outcomes.some(({ kind }) => kind === 'already-released'));
    assert.equal((await a.stock('p'))?.held, 500);
  });

  it('a promotion is a sale like any other, with ids of its own', async (t) => {
    const [a, b] = await open(t);
    for (const userId of ['u0', 'u1']) await a.checkout(buy({ userId }));
    const { promoted } = await loaded(a, stock(2));
    const [first, second] = promoted;
    assert.equal(new Set(promoted.flatMap((p) => [p.orderId, p.reservationId])).size, 4);
    assert.deepEqual(await b.queuePosition('u1', 'p', T0), {
      kind: 'promoted',
      productId: 'p',
      ...second,
    });
    const confirmed = { kind: 'confirmed', orderId: first!.orderId };
    assert.deepEqual(await b.confirm(first!.reservationId, T0), confirmed);
    assert.equal((await b.release(second!.reservationId, T0)).kind, 'released');
    assert.equal((await a.stock('p'))?.available, 1);
  });

  it('stock loaded at last confirms those who waited, as far as it goes', async (t) => {
    const [a, b] = await open(t);
    for (const [i, qty] of [2, 2, 1].entries()) await a.checkout(buy({ userId: `u${i}`, qty }));
    assert.equal(await b.stock('p'), undefined);
    const { promoted } = await loaded(b, stock(3));
    assert.deepEqual(promoted.map(user), ['u0']);
    const view = await a.stock('p');
    assert.deepEqual(view && [view.available, view.held, view.waiting], [1, 2, 2]);
    assert.deepEqual(await a.queuePosition('u1', 'p', T0), waiting('p', 0));
  });

  it('without a product, place needs to be clear', async (t) => {
    const [a, b] = await open(t);
    for (const productId of ['p', 'q']) await a.checkout(buy({ userId: 'u', productId }));
    assert.deepEqual(await several(b), ['p', 'q']);
    await b.load(stock(1));
    assert.deepEqual(await a.queuePosition('u', undefined, T0), waiting('q', 0, false));
    assert.equal((await a.queuePosition('u', 'p', T0)).kind, 'promoted');
    await a.load(stock(1, { productId: 'q' }));
    assert.deepEqual(await several(b), ['p', 'q']);
    assert.deepEqual(await b.queuePosition('u', 'r', T0), { kind: 'not-queued' });
    assert.deepEqual(await a.queuePosition('nobody', undefined, T0), { kind: 'not-queued' });
    async function several(store: FlashSaleStore) {
      const place = await store.queuePosition('u', undefined, T0);
      return place.kind === 'several' ? place.products.toSorted() : place;
    }
  });

  it('a promoted user who queues again waits', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    await b.load(stock(1));
    await a.checkout(buy({ userId: 'u' }));
    assert.deepEqual(await b.queuePosition('u', 'p', T0), waiting('p', 0));
  });

  it('a user who was promoted twice is told of the later promotion, whatever the clocks of the replicas say', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    const [first] = (await loaded(b, stock(2, { now: T0 + 1_000 }))).promoted;
    await reserve(a);
    await a.checkout(buy({ userId: 'u' }));
    await b.release(first!.reservationId, T0);
    const place = await a.queuePosition('u', 'p', T0);
    assert.ok(place.kind === 'promoted');
    assert.notEqual(place.reservationId, first!.reservationId);
  });

  it('knows the mean time between returned units once two came back', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(6));
    const ids = [await reserve(a), await reserve(a), await reserve(a, { qty: 4 })];
    await a.checkout(buy({ userId: 'u', qty: 9 }));
    const interval = async () => {
      const place = await b.queuePosition('u', 'p', T0);
      return place.kind === 'waiting' ? place.returnIntervalMs : place;
    };
    await a.release(ids[0]!, T0 + 1_000);
    assert.equal(await interval(), undefined);
    await b.release(ids[1]!, T0 + 3_000);
    assert.equal(await interval(), 2_000);
    await a.release(ids[2]!, T0 + 7_000); // 4 units in 4 s; the latest counts one fifth
    assert.equal(await interval(), 1_800);
  });

  it('is dropped after 10 minutes without a newcomer, if there never was stock', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u0' }));
    await b.checkout(buy({ userId: 'u1', now: T0 + 1_000 }));
    await b.checkout(buy({ userId: 'u0', now: T0 + 2_000 })); // no newcomer
    const last = T0 + 1_000 + lifetimesMs.waitingRoom;
    await sweep(a, last);
    assert.deepEqual(await b.queuePosition('u1', undefined, last), waiting('p', 1, false));
    assert.deepEqual(await b.queuePosition('u1', undefined, last + 1), { kind: 'not-queued' });
    assert.deepEqual(await a.queuePosition('u0', 'p', last + 1), { kind: 'not-queued' });
    const fresh = await a.checkout(buy({ userId: 'u2', now: last + 1 }));
    assert.deepEqual(fresh, { kind: 'queued', position: 0 });
    const { promoted } = await loaded(b, stock(9, { now: last + 1 }));
    assert.deepEqual(promoted.map(user), ['u2']);
  });

  it('a dropped room is empty for a load and after a sweep', async (t) => {
    const [a, b] = await open(t);
    const late = T0 + lifetimesMs.waitingRoom + 1;
    for (const productId of ['p', 'q']) await a.checkout(buy({ userId: 'u', productId }));
    assert.deepEqual(await b.load(stock(9, { now: late })), { kind: 'loaded', promoted: [] });
    await sweep(b, late);
    assert.deepEqual(await a.queuePosition('u', undefined, T0), { kind: 'not-queued' });
  });

  it('is dropped as a whole, however many wait, before the next user joins', async (t) => {
    const [a, b] = await open(t);
    for (let i = 0; i < 1_100; i++) {
      await a.checkout(buy({ userId: `u${i}`, productId: i < 550 ? 'p' : 'q' }));
    }
    const now = T0 + lifetimesMs.waitingRoom + 1;
    const late = await Promise.all([1, 2, 3].map(() => b.checkout(buy({ now }))));
    const positions = late.map((outcome) => outcome.kind === 'queued' && outcome.position);
    assert.deepEqual(positions, [0, 1, 2]);
    const load = await a.load(stock(9, { productId: 'q', now }));
    assert.deepEqual(load, { kind: 'loaded', promoted: [] });
    for (const userId of ['u0', 'u549', 'u550', 'u1099']) {
      assert.equal((await a.queuePosition(userId, undefined, now)).kind, 'not-queued');
    }
  });

  it('of a product that had stock stays, however long nobody comes', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(0));
    await a.checkout(buy({ userId: 'u' }));
    const late = T0 + 100 * lifetimesMs.waitingRoom;
    await sweep(b, late);
    assert.deepEqual(await b.queuePosition('u', undefined, late), waiting('p', 0, false));
  });
}
