import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import {
  buy,
  loaded,
  type Open,
  released,
  reserve,
  stock,
  sum,
  T0,
  user,
  waiting,
} from './fixtures.ts';

const notQueued = { kind: 'not-queued' };
const place = (store: FlashSaleStore, userId: string) => store.queuePosition(userId, 'p', T0);

/** Leaves, and returns the users who got units by that; undefined if the user did not wait. */
async function left(store: FlashSaleStore, userId: string): Promise<string[] | undefined> {
  const outcome = await store.leave(userId, 'p', T0);
  return outcome.kind === 'left' ? outcome.promoted.map(user) : undefined;
}

/** Sells all, then has users wait. */
async function soldOut(store: FlashSaleStore, total: number, wishes: Record<string, number>) {
  await store.load(stock(total));
  const id = await reserve(store, { qty: total });
  for (const [userId, qty] of Object.entries(wishes)) await store.checkout(buy({ userId, qty }));
  return id;
}

export function leaving(open: Open): void {
  it('gives up the place, once, and those behind move up', async (t) => {
    const [a, b] = await open(t);
    await soldOut(a, 3, { u0: 1, u1: 1, u2: 1 });
    assert.deepEqual(await left(b, 'u1'), []);
    assert.equal(await left(a, 'u1'), undefined);
    assert.deepEqual(await a.queuePosition('u1', undefined, T0), notQueued);
    assert.deepEqual(await a.queuePosition('u0', undefined, T0), waiting('p', 0));
    assert.deepEqual(await b.queuePosition('u2', undefined, T0), waiting('p', 1));
    // A user who comes back joins at the end.
    assert.deepEqual(await a.checkout(buy({ userId: 'u1' })), { kind: 'queued', position: 2 });
  });

  it('a user who does not wait, or was promoted, cannot leave', async (t) => {
    const [a, b] = await open(t);
    assert.equal(await left(a, 'u'), undefined);
    await a.checkout(buy({ userId: 'u' }));
    await b.load(stock(1));
    assert.equal(await left(a, 'u'), undefined);
    assert.equal((await place(b, 'u')).kind, 'promoted');
    assert.equal((await b.stock('p'))!.held, 1);
  });

  it('a new head that fits what is left is promoted at once, and those behind in order', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const [three] = [await reserve(a, { qty: 3 }), await reserve(b, { qty: 2 })];
    for (const [userId, qty] of Object.entries({ big: 4, u0: 2, u1: 2, u2: 1 })) {
      await a.checkout(buy({ userId, qty }));
    }
    assert.deepEqual((await released(b, three)).promoted, []);
    assert.deepEqual(await left(b, 'big'), ['u0']);
    assert.equal((await place(a, 'u0')).kind, 'promoted');
    assert.deepEqual(await place(a, 'u1'), waiting('p', 0));
    assert.deepEqual(await place(a, 'u2'), waiting('p', 1));
    assert.deepEqual(await left(a, 'u1'), ['u2']);
    assert.equal((await place(b, 'u2')).kind, 'promoted');
    assert.equal((await b.stock('p'))!.available, 0);
  });

  it('a new head that does not fit waits on', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    await reserve(a, { qty: 4 });
    for (const userId of ['u0', 'u1']) await a.checkout(buy({ userId, qty: 2 }));
    await b.leave('u0', 'p', T0);
    assert.deepEqual(await place(a, 'u1'), waiting('p', 0));
    assert.equal((await a.stock('p'))!.available, 1);
  });

  it('a head that leaves makes room for hundreds', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(500));
    const [most] = [await reserve(a, { qty: 450 }), await reserve(b, { qty: 50 })];
    await b.checkout(buy({ userId: 'big', qty: 500 }));
    for (let i = 0; i < 460; i++) await b.checkout(buy({ userId: `u${i}` }));
    assert.deepEqual((await released(a, most)).promoted, []);
    const users = Array.from({ length: 450 }, (_, i) => `u${i}`);
    assert.deepEqual(await left(b, 'big'), users);
    assert.equal((await place(a, 'u449')).kind, 'promoted');
    assert.deepEqual(await place(b, 'u450'), waiting('p', 0));
    assert.deepEqual([(await a.stock('p'))!.held, (await a.stock('p'))!.waiting], [500, 10]);
  });

  it('of a product that was never loaded leaves its room as it is for the others', async (t) => {
    const [a, b] = await open(t);
    for (const userId of ['u0', 'u1']) await a.checkout(buy({ userId, qty: 2 }));
    assert.deepEqual(await left(b, 'u0'), []);
    assert.deepEqual(await place(a, 'u1'), waiting('p', 0, false));
    assert.deepEqual((await loaded(b, stock(2))).promoted.map(user), ['u1']);
  });

  it('a user who leaves after an earlier promotion is nowhere', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    await b.load(stock(1));
    await a.checkout(buy({ userId: 'u' }));
    await b.leave('u', 'p', T0);
    assert.deepEqual(await place(a, 'u'), notQueued);
  });

  it('leave against promotion: each user either left or was promoted', async (t) => {
    const [a, b] = await open(t);
    const users = Array.from({ length: 100 }, (_, i) => `u${i}`);
    const id = await soldOut(a, 60, Object.fromEntries(users.map((one) => [one, 1])));
    const [release, ...leaves] = await Promise.all([
      a.release(id, T0),
      ...users.map((one) => left(b, one)),
    ]);
    const byRelease = release.kind === 'released' ? release.promoted.map(user) : [];
    const promoted = [...byRelease, ...leaves.flatMap((others) => others ?? [])];
    const places = await Promise.all(users.map(async (one) => (await place(a, one)).kind));
    for (const [i, one] of users.entries()) {
      const hasLeft = leaves[i] !== undefined;
      assert.equal(places[i], hasLeft ? 'not-queued' : 'promoted', one);
      assert.equal(promoted.filter((other) => other === one).length, hasLeft ? 0 : 1, one);
    }
    const { held, available, waiting: stillWait } = (await b.stock('p'))!;
    const served = places.filter((kind) => kind === 'promoted').length;
    assert.deepEqual([held, available, stillWait], [served, 60 - served, 0]);
  });
}

export function reachable(open: Open): void {
  const all = async (store: FlashSaleStore, users: readonly string[]) =>
    Promise.all(
      users.map(async (one) => {
        const found = await place(store, one);
        return found.kind === 'waiting' ? found.isReachable : found.kind;
      }),
    );

  it('a place is reachable while available and held units would serve it and those before it', async (t) => {
    const [a, b] = await open(t);
    await soldOut(a, 5, { u0: 2, u1: 3, u2: 1 });
    assert.deepEqual(await all(b, ['u0', 'u1', 'u2']), [true, true, false]);
  });

  it('confirmed units never come back', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3));
    const ids = [await reserve(a), await reserve(a), await reserve(a)];
    for (const userId of ['u0', 'u1', 'u2']) await a.checkout(buy({ userId }));
    assert.deepEqual(await all(b, ['u0', 'u1', 'u2']), [true, true, true]);
    await a.confirm(ids[0]!, T0);
    assert.deepEqual(await all(b, ['u0', 'u1', 'u2']), [true, true, false]);
    for (const id of ids) await b.confirm(id, T0);
    assert.deepEqual(await all(a, ['u0', 'u1', 'u2']), [false, false, false]);
    // A promotion leaves what can come back, and the place moves up.
    await a.leave('u0', 'p', T0);
    assert.deepEqual(await all(b, ['u1', 'u2']), [false, false]);
  });

  it('a user who wants more than was ever loaded is not, and is not in the way of others', async (t) => {
    const [a, b] = await open(t);
    await soldOut(a, 3, { huge: 4, u0: 2, big: 3, u1: 1 });
    assert.deepEqual(await all(b, ['huge', 'u0', 'big', 'u1']), [false, true, false, false]);
    await a.leave('big', 'p', T0);
    assert.deepEqual(await all(b, ['huge', 'u0', 'u1']), [false, true, true]);
    await b.load(
      stock(7, { reset: true, buckets: Array.from({ length: 10 }, () => 0).with(0, 7) }),
    );
    assert.deepEqual(await all(b, ['huge', 'u0', 'u1']), ['promoted', 'promoted', 'promoted']);
  });

  it('premium users who come later may put a place out of reach', async (t) => {
    const [a, b] = await open(t);
    await a.setTier(['gold'], 'premium');
    await a.load(stock(2, { flow: 'weighted' }));
    await reserve(a, { qty: 2 });
    await a.checkout(buy({ userId: 'u', qty: 2 }));
    assert.deepEqual(await all(b, ['u']), [true]);
    await a.checkout(buy({ userId: 'gold' }));
    assert.deepEqual(await all(b, ['gold', 'u']), [true, false]);
  });

  it('is exact among thousands, with wishes of all sizes, premium users and leavers', async (t) => {
    const [a, b] = await open(t);
    const [loadedUnits, count] = [4_000, 2_600];
    const premium = Array.from({ length: count }, (_, i) => `u${i}`).filter((_, i) => i % 7 === 0);
    await a.setTier(premium, 'premium');
    await a.load(stock(loadedUnits, { flow: 'weighted' }));
    await reserve(a, { qty: loadedUnits });
    const queue = Array.from({ length: count }, (_, i) => ({
      userId: `u${i}`,
      qty: i % 500 === 499 ? 1_000_000 : 1 + (i % 3),
      isPremium: i % 7 === 0,
    }));
    for (const { userId, qty } of queue) await a.checkout(buy({ userId, qty }));
    const gone = queue.filter((_, i) => i % 11 === 3);
    for (const { userId } of gone) await b.leave(userId, 'p', T0);
    const left = queue.filter((one) => !gone.includes(one));
    const order = left.toSorted((x, y) => Number(y.isPremium) - Number(x.isPremium));
    let units = 0;
    const expected = order.map(({ qty }) => {
      const fits = qty <= loadedUnits;
      if (fits) units += qty;
      return fits && units <= loadedUnits;
    });
    assert.ok(sum(expected.map(Number)) > 1_000 && expected.includes(false));
    const users = order.map(({ userId }) => userId);
    const sample = users.filter(
      (_, i) => i % 5 === 0 || Math.abs(i - sum(expected.map(Number))) < 20,
    );
    const wanted = sample.map((one) => expected[users.indexOf(one)]);
    assert.deepEqual(await all(b, sample), wanted);
  });
}
