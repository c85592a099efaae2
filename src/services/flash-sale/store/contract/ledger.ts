import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitEvenly } from '../../buckets.ts';
import { type Open, T0, buy, stock, sold, reserve, released, loaded, user } from './fixtures.ts';

export function buckets(open: Open): void {
  it('the primary bucket sells first, then the next ones, past the last to the first', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(6, { buckets: [2, 0, 0, 0, 0, 0, 0, 0, 2, 2] }));
    const left: unknown[] = [];
    for (const handle of [a, b, a, b]) {
      await handle.checkout(buy({ bucket: 8, qty: left.length === 1 ? 2 : 1 }));
      left.push((await b.stock('p'))?.buckets);
    }
    assert.deepEqual(left, [
      [2, 0, 0, 0, 0, 0, 0, 0, 1, 2],
      [2, 0, 0, 0, 0, 0, 0, 0, 1, 0],
      [2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it('units are gathered when only the buckets together hold the quantity', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const purchase = buy({ bucket: 7, qty: 8 });
    assert.deepEqual(await a.checkout(purchase), sold(purchase));
    const ledger = { loaded: 10, available: 2, held: 8, confirmed: 0, released: 0, expired: 0 };
    const view = { productId: 'p', flow: 'standard', ...ledger, waiting: 0 };
    assert.deepEqual(await b.stock('p'), { ...view, buckets: [0, 0, 0, 0, 0, 1, 1, 0, 0, 0] });
    await b.release(purchase.reservationId, T0);
    assert.deepEqual((await a.stock('p'))?.buckets, [0, 0, 0, 0, 0, 1, 1, 8, 0, 0]);
  });

  it('nothing is taken when the buckets together lack the quantity', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    assert.deepEqual(await a.checkout(buy({ qty: 11 })), { kind: 'queued', position: 0 });
    assert.deepEqual((await b.stock('p'))?.buckets, splitEvenly(10));
    const all = buy({ qty: 10 });
    assert.deepEqual(await b.checkout(all), sold(all));
  });

  it('counts a trillion units exactly', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1e12));
    const purchase = buy({ qty: 1_000_000 });
    await a.checkout(purchase);
    await b.release(purchase.reservationId, T0);
    await b.checkout(buy({ qty: 1 }));
    const view = await a.stock('p');
    assert.deepEqual(view && [view.loaded, view.available, view.held], [1e12, 1e12 - 1, 1]);
  });

  it('lists products with stock, those loaded last before others', async (t) => {
    const [a, b] = await open(t);
    assert.deepEqual(await a.latest(10), []);
    // A product whose first buyers wait has no stock yet.
    await a.checkout(buy({ productId: 'unloaded' }));
    await a.load(stock(1, { productId: 'first', now: T0 }));
    await b.load(stock(1, { productId: 'second', now: T0 + 1 }));
    await b.load(stock(1, { productId: 'third', now: T0 + 2 }));
    assert.deepEqual(await a.latest(2), ['third', 'second']);
    await a.load(stock(1, { productId: 'first', reset: true, now: T0 + 3 }));
    assert.deepEqual(await b.latest(10), ['first', 'third', 'second']);
  });

  it('loading twice needs reset', async (t) => {
    const [a, b] = await open(t);
    assert.equal(await a.stock('p'), undefined);
    assert.deepEqual(await a.load(stock(5)), { kind: 'loaded', promoted: [] });
    assert.deepEqual(await b.load(stock(9)), { kind: 'already-loaded' });
    assert.equal((await b.stock('p'))?.loaded, 5);
  });
}

export function reservations(open: Open): void {
  it('moves held units back to their bucket, once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(23));
    const before = await a.stock('p');
    const id = await reserve(a, { bucket: 4, qty: 2 });
    assert.deepEqual(await b.release(id, T0), {
      kind: 'released',
      productId: 'p',
      promoted: [],
      waiting: 0,
    });
    assert.deepEqual(await a.release(id, T0), { kind: 'already-released' });
    assert.equal((await a.confirm(id, T0)).kind, 'released');
    assert.deepEqual(await b.stock('p'), { ...before, released: 2 });
  });

  it('makes a confirmed sale final, however often it is confirmed', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const purchase = buy({ qty: 3 });
    await a.checkout(purchase);
    const confirmed = { kind: 'confirmed', orderId: purchase.orderId };
    assert.deepEqual(await b.confirm(purchase.reservationId, T0), confirmed);
    assert.deepEqual(await a.confirm(purchase.reservationId, T0), confirmed);
    assert.deepEqual(await a.release(purchase.reservationId, T0), { kind: 'confirmed' });
    const view = await b.stock('p');
    assert.deepEqual(view && [view.available, view.held, view.confirmed], [7, 0, 3]);
  });

  it('knows the buyer of a reservation, whatever became of it', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const [released, confirmed] = [
      await reserve(a, { userId: 'ann' }),
      await reserve(b, { userId: 'Zoë: 😀' }),
    ];
    const buyers = async () => [await b.buyerOf(released), await a.buyerOf(confirmed)];
    assert.deepEqual(await buyers(), ['ann', 'Zoë: 😀']);
    await a.release(released, T0);
    await a.confirm(confirmed, T0);
    assert.deepEqual(await buyers(), ['ann', 'Zoë: 😀']);
    assert.equal(await a.buyerOf('res_0'), undefined);
  });

  it('knows no reservation that was never made', async (t) => {
    const [a, b] = await open(t);
    assert.deepEqual(await a.release('res_0', T0), { kind: 'unknown' });
    assert.equal((await b.confirm('res_0', T0)).kind, 'unknown');
  });

  it('released at once by two replicas, it returns its units once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const id = await reserve(a, { qty: 4 });
    const outcomes = await Promise.all([a, b, a, b].map((handle) => handle.release(id, T0)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'released').length, 1);
    assert.equal((await b.stock('p'))?.available, 10);
  });

  it('confirmed and released at once, it ends in one of the two', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const id = await reserve(a, { qty: 4 });
    const kinds = (await Promise.all([a.confirm(id, T0), b.release(id, T0)])).map(
      ({ kind }) => kind,
    );
    const view = await b.stock('p');
    const confirmed = kinds[0] === 'confirmed';
    assert.deepEqual(kinds, confirmed ? ['confirmed', 'confirmed'] : ['released', 'released']);
    assert.deepEqual(view && [view.held, view.confirmed], [0, confirmed ? 4 : 0]);
  });
}

export function reset(open: Open): void {
  it('replaces the stock, starts a new ledger and keeps the waiting room', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4));
    const [held, confirmed, returned] = [await reserve(a), await reserve(b), await reserve(a)];
    await b.confirm(confirmed, T0);
    await b.release(returned, T0);
    await a.checkout(buy({ userId: 'u0', qty: 3 }));
    await a.checkout(buy({ userId: 'u1', qty: 9 }));
    const { promoted } = await loaded(b, stock(10, { reset: true }));
    assert.deepEqual(promoted.map(user), ['u0']);
    const counts = { loaded: 10, available: 7, held: 3, confirmed: 0, released: 0, expired: 0 };
    const fresh = { ...counts, waiting: 1 };
    const ledger = { ...(await a.stock('p')), buckets: undefined };
    assert.deepEqual(ledger, { productId: 'p', flow: 'standard', ...fresh, buckets: undefined });

    assert.deepEqual(await a.release(held, T0), { kind: 'ledger-closed' });
    assert.deepEqual(await b.release(held, T0), { kind: 'already-released' });
    assert.deepEqual(await b.release(confirmed, T0), { kind: 'confirmed' });
    assert.deepEqual(await a.release(returned, T0), { kind: 'already-released' });
    assert.deepEqual({ ...(await b.stock('p')), buckets: undefined }, ledger);
  });

  it('a sale of the old ledger can still be confirmed, without a unit of the new one', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4));
    const id = await reserve(a);
    await b.load(stock(2, { reset: true }));
    assert.equal((await b.confirm(id, T0)).kind, 'confirmed');
    const view = await a.stock('p');
    assert.deepEqual(view && [view.available, view.held, view.confirmed], [2, 0, 0]);
  });

  it('to fewer buckets sells none of those that are gone', async (t) => {
    const [a, b] = await open(t);
    const slots = ['12:00', '13:00'];
    const later = { slot: '13:00', bucket: 3 };
    await a.load(
      stock(0, { flow: 'slotted', slots, buckets: [...splitEvenly(0), ...splitEvenly(20)] }),
    );
    const id = await reserve(a, { ...later, qty: 10 });
    await reserve(b, { ...later, qty: 10 });
    await a.checkout(buy({ ...later, userId: 'big', qty: 20 }));
    await b.checkout(buy({ ...later, userId: 'small', qty: 1 }));
    assert.deepEqual((await released(b, id)).promoted, []); // 10 units in a bucket of 13:00
    const { promoted } = await loaded(b, stock(100, { reset: true, flow: 'race' }));
    assert.deepEqual(promoted.map(user), ['big', 'small']);
    const view = await a.stock('p');
    assert.deepEqual(view && [view.held, view.buckets], [21, [79]]);
  });
}
