import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import {
  award,
  buy,
  entry,
  loaded,
  type Open,
  prize,
  released,
  reserve,
  sold,
  stock,
  sweep,
  T0,
  user,
  waiting,
} from './fixtures.ts';

const holdMs = 60_000;
const end = T0 + holdMs;
const rules = { holdMs };

async function counts(store: FlashSaleStore) {
  const { available, held, confirmed, released, expired } = (await store.stock('p'))!;
  return { available, held, confirmed, released, expired };
}

export function holds(open: Open): void {
  it('a checkout tells when its hold lapses, and a repeat of its key the same', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { rules }));
    const purchase = buy({ idempotencyKey: 'k' });
    const sale = { ...sold(purchase), expiresAt: end };
    assert.deepEqual(await a.checkout(purchase), sale);
    const repeat = buy({ idempotencyKey: 'k', now: T0 + 1 });
    assert.deepEqual(await b.checkout(repeat), { kind: 'repeated', original: sale });
  });

  it('admitted and sold, a hold begins with the request', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { rules }));
    const purchase = buy();
    await a.admit(purchase, 9);
    assert.deepEqual(await b.sell(purchase), { ...sold(purchase), expiresAt: end });
  });

  it('without hold_seconds a hold never lapses', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const id = await reserve(a);
    await sweep(b, T0 + 1e11);
    assert.equal((await a.confirm(id, T0 + 1e11)).kind, 'confirmed');
  });

  it('a hold lapses at its instant, and its units go back to their bucket', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(23, { rules }));
    const before = await a.stock('p');
    const id = await reserve(a, { bucket: 4, qty: 2 });
    await sweep(b, end - 1);
    assert.equal((await a.stock('p'))!.held, 2);
    await sweep(b, end);
    assert.deepEqual(await a.stock('p'), { ...before, released: 2, expired: 2 });
    assert.deepEqual(await a.release(id, end), { kind: 'expired' });
    await sweep(a, end + 1);
    assert.deepEqual(await b.stock('p'), { ...before, released: 2, expired: 2 });
  });

  it('the instant decides: confirm and release know a lapse before a sweep does', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { rules }));
    const [early, late] = [await reserve(a), await reserve(b)];
    assert.equal((await b.confirm(early, end - 1)).kind, 'confirmed');
    for (const now of [end, end + 1]) {
      assert.deepEqual(await b.confirm(late, now), { kind: 'expired' });
      assert.deepEqual(await a.release(late, now), { kind: 'expired' });
    }
    const unswept = { available: 3, held: 1, confirmed: 1, released: 0, expired: 0 };
    assert.deepEqual(await counts(b), unswept);
    await sweep(a, end);
    const swept = { available: 4, held: 0, confirmed: 1, released: 1, expired: 1 };
    assert.deepEqual(await counts(b), swept);
    // By the clock of another replica, which is behind.
    assert.deepEqual(await b.confirm(late, end - 1), { kind: 'expired' });
    assert.deepEqual(await b.release(late, end - 1), { kind: 'expired' });
    assert.equal((await a.confirm(early, end + 1)).kind, 'confirmed');
  });

  it('a released or confirmed hold does not lapse', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { rules }));
    const [returned, kept] = [await reserve(a), await reserve(b)];
    await a.release(returned, T0);
    await b.confirm(kept, T0);
    await sweep(a, end);
    const ledger = { available: 4, held: 0, confirmed: 1, released: 1, expired: 0 };
    assert.deepEqual(await counts(b), ledger);
    assert.deepEqual(await b.release(returned, end), { kind: 'already-released' });
    assert.deepEqual(await a.confirm(returned, end), { kind: 'released' });
  });

  it('units that lapse promote those who wait, in order, and their holds lapse in turn', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3, { rules }));
    await reserve(a, { qty: 3 });
    for (const [userId, qty] of Object.entries({ u0: 2, u1: 2, u2: 1 })) {
      await b.checkout(buy({ userId, qty, now: T0 + 1 }));
    }
    const swept = await sweep(a, end);
    assert.deepEqual([swept.lapsed, swept.promoted.map(user)], [1, ['u0']]);
    const place = await b.queuePosition('u0', 'p', end);
    assert.equal(place.kind === 'promoted' && place.expiresAt, end + holdMs);
    assert.deepEqual(await a.queuePosition('u1', 'p', end), waiting('p', 0));
    assert.deepEqual(await a.queuePosition('u2', 'p', end), waiting('p', 1));
    // By the instant the promoted user has nothing, whether swept or not.
    assert.equal((await a.queuePosition('u0', 'p', end + holdMs)).kind, 'not-queued');
    await sweep(b, end + holdMs);
    assert.equal((await a.queuePosition('u0', undefined, end)).kind, 'not-queued');
    assert.equal((await a.queuePosition('u1', 'p', end + holdMs)).kind, 'promoted');
    assert.equal((await a.queuePosition('u2', 'p', end + holdMs)).kind, 'promoted');
    assert.deepEqual(await counts(a), {
      available: 0,
      held: 3,
      confirmed: 0,
      released: 5,
      expired: 5,
    });
  });

  it('a promoted user who confirms has the order for good', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    const { promoted } = await loaded(b, stock(1, { rules }));
    assert.equal(promoted[0]!.expiresAt, end);
    await b.confirm(promoted[0]!.reservationId, end - 1);
    assert.equal((await a.queuePosition('u', 'p', end)).kind, 'promoted');
  });

  it('hundreds that lapse at once go back each once, to hundreds who wait', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(450, { rules }));
    for (let i = 0; i < 450; i++) await reserve(a);
    for (let i = 0; i < 500; i++) await b.checkout(buy({ userId: `u${i}`, now: T0 + 1 }));
    const [one, other] = await Promise.all([sweep(a, end), sweep(b, end)]);
    assert.equal(one.lapsed + other.lapsed, 450);
    const promoted = [...one.promoted, ...other.promoted].map(user);
    assert.deepEqual(new Set(promoted), new Set(Array.from({ length: 450 }, (_, i) => `u${i}`)));
    assert.equal(promoted.length, 450);
    const ledger = { available: 0, held: 450, confirmed: 0, released: 450, expired: 450 };
    assert.deepEqual(await counts(a), ledger);
    assert.equal((await a.queuePosition('u449', 'p', end)).kind, 'promoted');
    const next = await b.queuePosition('u450', 'p', end);
    assert.equal(next.kind === 'waiting' && next.position, 0);
  });

  it('holds of several products lapse in one sweep', async (t) => {
    const [a, b] = await open(t);
    for (const productId of ['p', 'q', 'r']) await a.load(stock(2, { productId, rules }));
    for (const productId of ['p', 'q', 'r', 'p', 'q', 'r']) await reserve(b, { productId });
    await sweep(a, end);
    for (const id of ['p', 'q', 'r']) assert.equal((await b.stock(id))!.expired, 2);
  });

  it('a hold of a former ledger lapses and returns nothing', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4, { rules }));
    const id = await reserve(a);
    await b.load(stock(2, { reset: true, rules }));
    await sweep(a, end);
    assert.deepEqual(await b.confirm(id, end), { kind: 'expired' });
    const fresh = { available: 2, held: 0, confirmed: 0, released: 0, expired: 0 };
    assert.deepEqual(await counts(a), fresh);
  });

  it('a reset without hold_seconds clears it; holds of before keep their end', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4, { rules }));
    const before = await reserve(a);
    await b.load(stock(2, { reset: true }));
    const purchase = buy();
    assert.deepEqual(await a.checkout(purchase), sold(purchase));
    assert.deepEqual(await b.confirm(before, end), { kind: 'expired' });
    assert.equal((await a.confirm(purchase.reservationId, end)).kind, 'confirmed');
  });

  it('a prize is held from its claim on; before, it has its own end', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { flow: 'lottery', rules }));
    await a.enterLottery(entry('u'));
    await a.closeRound('p', 1, 1);
    const won = prize('u');
    await award(a, 1, [won]);
    await sweep(b, end); // nobody has claimed it, and its ten minutes are not over
    const { orderId, reservationId } = won;
    const claimed = { kind: 'claimed', orderId, reservationId, expiresAt: end + holdMs };
    assert.deepEqual(await a.claimPrize(won.token, end), claimed);
    assert.deepEqual(await b.claimPrize(won.token, end + 9), claimed);
    assert.deepEqual(await b.confirm(reservationId, end + holdMs), { kind: 'expired' });
    await sweep(a, end + holdMs);
    assert.equal((await b.stock('p'))!.expired, 1);
  });

  describeRaces(open);
}

function describeRaces(open: Open): void {
  it('lapse against confirm: one of the two, and the units follow it', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10, { rules }));
    const ids = await Promise.all(Array.from({ length: 10 }, () => reserve(a)));
    // One replica is a millisecond behind the other, so both may be right.
    const [confirms] = await Promise.all([
      Promise.all(ids.map((id) => b.confirm(id, end - 1))),
      sweep(a, end),
    ]);
    const kept = confirms.filter(({ kind }) => kind === 'confirmed').length;
    assert.ok(confirms.every(({ kind }) => kind === 'confirmed' || kind === 'expired'));
    const back = 10 - kept;
    const ledger = { available: back, held: 0, confirmed: kept, released: back, expired: back };
    assert.deepEqual(await counts(a), ledger);
  });

  it('lapse against release: the units go back once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10, { rules }));
    const ids = await Promise.all(Array.from({ length: 10 }, () => reserve(a)));
    const [releases] = await Promise.all([
      Promise.all(ids.map((id) => b.release(id, end - 1))),
      sweep(a, end),
    ]);
    const returned = releases.filter(({ kind }) => kind === 'released').length;
    const expired = 10 - returned;
    assert.ok(releases.every(({ kind }) => kind === 'released' || kind === 'expired'));
    const ledger = { available: 10, held: 0, confirmed: 0, released: 10, expired };
    assert.deepEqual(await counts(a), ledger);
  });

  it('two replicas that sweep at once return each unit once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(100, { rules }));
    await Promise.all(Array.from({ length: 100 }, () => reserve(a)));
    await Promise.all([sweep(a, end), sweep(b, end), sweep(a, end)]);
    const ledger = { available: 100, held: 0, confirmed: 0, released: 100, expired: 100 };
    assert.deepEqual(await counts(b), ledger);
  });

  it('a release that promotes gives the promoted a hold of their own', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1, { rules }));
    const id = await reserve(a);
    await b.checkout(buy({ userId: 'u' }));
    const { promoted } = await released(b, id);
    assert.deepEqual(promoted.map(user), ['u']);
    assert.equal(promoted[0]!.expiresAt, end);
  });
}
