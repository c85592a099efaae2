/** Holds of another length, extending them, and confirming late. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newReservationId } from '../shards.ts';
import { lifetimes, type InventoryStore } from '../inventory-store.ts';
import {
  counts,
  lines,
  load,
  milk,
  reap,
  reserved,
  reserveRequest,
  T0,
  together,
  type Open,
} from '../../test/fixtures.ts';

const { holdMs, maxHeldMs } = lifetimes;
const late = T0 + holdMs + 1;
const unknown = [newReservationId('hub', T0), 'res_0', '', 'x'.repeat(128)];

export function holding(open: Open<InventoryStore>): void {
  it('lasts as long as the request says, up to and including its instant', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    for (const ownMs of [5_000, 900_000]) {
      const [one, two] = [reserveRequest({ holdMs: ownMs }), reserveRequest({ holdMs: ownMs })];
      const { reservationId } = one;
      const expiresAt = T0 + ownMs;
      const held = { kind: 'reserved', reservationId, expiresAt, holdMs: ownMs };
      assert.deepEqual(await a.reserve(one), held);
      await a.reserve(two);
      await reap(b, expiresAt);
      assert.equal(await b.confirm(reservationId, expiresAt), 'confirmed');
      assert.equal(await b.confirm(two.reservationId, expiresAt + 1), 'expired');
    }
    assert.deepEqual(await counts(b), [7, 0, 2]);
  });

  it('repeated with another length, the order has its first reservation, of its first length', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const one = reserveRequest({ holdMs: 5_000 });
    const first = await a.reserve(one);
    assert.deepEqual(await b.reserve({ ...one, holdMs: 900_000, now: T0 + 1 }), first);
  });
}

export function extending(open: Open<InventoryStore>): void {
  it('holds it from now on for that time, longer or shorter', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const [longer, shorter] = [await reserved(a), await reserved(a)];
    const now = T0 + holdMs;
    const extended = { kind: 'extended', expiresAt: now + 60_000 };
    assert.deepEqual(await b.extend(longer, 60_000, now), extended);
    const sooner = { kind: 'extended', expiresAt: T0 + 5_001 };
    assert.deepEqual(await b.extend(shorter, 5_000, T0 + 1), sooner);
    await reap(a, now + 1);
    assert.equal(await a.confirm(shorter, T0 + 5_002), 'expired');
    assert.equal(await b.confirm(longer, now + 60_000), 'confirmed');
    assert.deepEqual(await counts(b), [8, 0, 1]);
  });

  it('the sweep and a repeated order go by the new instant', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const one = reserveRequest();
    await a.reserve(one);
    const { reservationId } = one;
    const expiresAt = T0 + 100_000;
    await b.extend(reservationId, 100_000, T0);
    const again = { kind: 'reserved', reservationId, expiresAt, holdMs };
    assert.deepEqual(await a.reserve({ ...one, now: expiresAt }), again);
    await reap(b, expiresAt);
    assert.deepEqual(await counts(a), [8, 1, 0]);
    await reap(b, expiresAt + 1);
    assert.deepEqual(await counts(a), [9, 0, 0]);
  });

  it('never past one hour after it was made, however often; refused, nothing has changed', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const id = await reserved(a);
    const latest = T0 + maxHeldMs;
    assert.deepEqual(await b.extend(id, maxHeldMs, T0 + 1), { kind: 'limit', latest });
    assert.equal((await b.reservation(id))?.expiresAt, T0 + holdMs);
    assert.deepEqual(await b.extend(id, maxHeldMs, T0), { kind: 'extended', expiresAt: latest });
    assert.deepEqual(await a.extend(id, 5_001, latest - 5_000), { kind: 'limit', latest });
    const last = { kind: 'extended', expiresAt: latest };
    assert.deepEqual(await a.extend(id, 5_000, latest - 5_000), last);
    assert.equal(await b.confirm(id, latest), 'confirmed');
  });

  it('only while it is held: not after expiry, reaped or not, nor when it ended or is unknown', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const [one, two, three] = [await reserved(a), await reserved(a), await reserved(a)];
    assert.deepEqual(await b.extend(one, 60_000, late), { kind: 'expired' });
    assert.deepEqual(await counts(b), [7, 2, 0]);
    await a.release(two, T0);
    await a.confirm(three, T0);
    await reap(a, late);
    for (const [id, kind] of [
      [one, 'expired'],
      [two, 'released'],
      [three, 'confirmed'],
    ] as const) {
      assert.deepEqual(await b.extend(id, 60_000, T0), { kind });
    }
    for (const id of unknown) assert.deepEqual(await a.extend(id, 60_000, T0), { kind: 'unknown' });
    assert.deepEqual(await counts(b), [8, 0, 1]);
  });

  it('extended and swept at once, clocks 1 s apart, it is held on or expired', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(50));
    const ids = await together(50, () => reserved(handles[0]));
    const [outcomes] = await Promise.all([
      together(50, (i) => handles[0].extend(ids[i]!, 60_000, T0 + holdMs)),
      together(5, () => handles[1].reap(T0 + holdMs + 1_000)),
    ]);
    const extended = outcomes.filter(({ kind }) => kind === 'extended').length;
    assert.equal(outcomes.filter(({ kind }) => kind === 'expired').length, 50 - extended);
    await reap(handles[1], T0 + holdMs + 1_000);
    assert.deepEqual(await counts(handles[1]), [50 - extended, extended, 0]);
    const confirmed = await together(50, (i) => handles[1].confirm(ids[i]!, T0 + holdMs + 60_000));
    for (const [i, { kind }] of outcomes.entries()) {
      assert.equal(confirmed[i], kind === 'extended' ? 'confirmed' : 'expired');
    }
  });
}

export function retaking(open: Open<InventoryStore>): void {
  it('one that has expired takes its units again and is confirmed, reaped or not', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const two = { lines: lines({ milk: 2 }) };
    const [overdue, reaped] = [await reserved(a, two), await reserved(a, two)];
    assert.deepEqual(await b.retake(overdue, late), { kind: 'confirmed', retaken: true });
    await reap(a, late);
    assert.deepEqual(await counts(a), [7, 0, 2]);
    assert.deepEqual(await b.retake(reaped, late), { kind: 'confirmed', retaken: true });
    assert.deepEqual(await counts(a), [5, 0, 4]);
    for (const handle of [a, b]) {
      assert.deepEqual(await handle.retake(reaped, late), { kind: 'confirmed', retaken: true });
    }
    assert.equal(await a.confirm(reaped, late), 'confirmed');
    assert.equal(await a.release(reaped, late), 'confirmed');
    assert.deepEqual(await counts(a), [5, 0, 4]);
  });

  it('the outbox has it once, as a confirmation of its lines', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9, { entryId: 'load' }));
    const id = await reserved(a, { orderId: 'o', userId: 'u', lines: lines({ milk: 2 }) });
    await a.retake(id, late);
    await b.retake(id, late);
    const [, ...entries] = await b.claim(late);
    const order = { hubId: 'hub', orderId: 'o', userId: 'u' };
    const movements = [{ sku: 'milk', qty: 2, delta: -2, seq: 2 }];
    assert.deepEqual(entries, [{ id, kind: 'confirm', ...order, at: late, movements }]);
  });

  it('one that is held is confirmed as ever', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const id = await reserved(a);
    const answer = { kind: 'confirmed', retaken: false };
    assert.deepEqual(await b.retake(id, T0 + holdMs), answer);
    assert.deepEqual(await a.retake(id, late), answer);
    assert.deepEqual(await counts(b), [8, 0, 1]);
    assert.equal((await a.backlog()).entries, 2);
  });

  it('takes all lines or none', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    await a.load(load(12, { sku: 'eggs', partitioned: true }));
    const both = lines({ eggs: 6, milk: 3 });
    const id = await reserved(a, { lines: both, primaryBuckets: [7, 0] });
    await reap(a, late);
    const other = await reserved(a, { lines: lines({ milk: 3 }), now: late });
    const short = { kind: 'short', lines: both, available: [12, 2] };
    assert.deepEqual(await b.retake(id, late), short);
    const eggs = { ...milk, sku: 'eggs' };
    assert.deepEqual(
      [await counts(a), await counts(a, eggs)],
      [
        [2, 3, 0],
        [12, 0, 0],
      ],
    );
    await a.release(other, late);
    assert.deepEqual(await b.retake(id, late), { kind: 'confirmed', retaken: true });
    assert.deepEqual(
      [await counts(a), await counts(a, eggs)],
      [
        [2, 0, 3],
        [6, 0, 6],
      ],
    );
  });

  it('one that nothing has swept yet is never short: its own units come back first', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const id = await reserved(a, { lines: lines({ milk: 5 }) });
    assert.deepEqual(await b.retake(id, late), { kind: 'confirmed', retaken: true });
    assert.deepEqual(await a.stock(milk), {
      loaded: 5,
      buckets: [0],
      held: 0,
      confirmed: 5,
      seq: 2,
    });
  });

  it('one that was released, or is unknown, is not taken again', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const id = await reserved(a);
    await a.release(id, T0);
    assert.deepEqual(await b.retake(id, late), { kind: 'released' });
    for (const one of unknown) assert.deepEqual(await b.retake(one, late), { kind: 'unknown' });
    assert.deepEqual(await counts(b), [5, 0, 0]);
  });

  it('an order has one reservation: while it holds another one, the first is not taken again', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const order = { orderId: 'o', userId: 'u' };
    const first = await reserved(a, order);
    const second = await reserved(a, { ...order, now: late });
    assert.deepEqual(await b.retake(first, late), { kind: 'order-mismatch' });
    assert.deepEqual(await counts(b), [8, 1, 0]);
    // Once the second has expired too, either may be taken; then not the other.
    const later = late + holdMs + 1;
    assert.deepEqual(await b.retake(first, later), { kind: 'confirmed', retaken: true });
    assert.deepEqual(await a.retake(second, later), { kind: 'order-mismatch' });
    assert.deepEqual(await counts(b), [8, 0, 1]);
    // And the order has the one that was taken again.
    const again = await a.reserve(reserveRequest({ ...order, now: later }));
    assert.deepEqual(again.kind === 'reserved' && again.reservationId, first);
  });

  it('retaken and reserved at once by two replicas, no unit is sold twice', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(40, { partitioned: true }));
    const ids = await together(40, () => reserved(handles[0]));
    const [retaken, fresh] = await Promise.all([
      together(80, (i) => handles[i % 2]!.retake(ids[i >> 1]!, late)),
      together(40, (i) => handles[i % 2]!.reserve(reserveRequest({ now: late }))),
      together(4, (i) => handles[i % 2]!.reap(late)),
    ]);
    const confirmed = ids.filter((_, i) =>
      retaken.slice(2 * i, 2 * i + 2).some(({ kind }) => kind === 'confirmed'),
    ).length;
    const held = fresh.filter(({ kind }) => kind === 'reserved').length;
    await reap(handles[0], late);
    assert.deepEqual(await counts(handles[1]), [40 - confirmed - held, held, confirmed]);
    assert.equal((await handles[0].backlog()).entries, 1 + confirmed);
  });
}
