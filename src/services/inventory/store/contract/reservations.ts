import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lifetimes, limits, type InventoryStore } from '../inventory-store.ts';
import type { ReserveRequest } from '../reservations.ts';
import { newReservationId, shardOfHub } from '../shards.ts';
import {
  counts,
  lines,
  load,
  milk,
  reap,
  reserved,
  T0,
  together,
  reserveRequest,
  type Open,
} from '../../test/fixtures.ts';

const { holdMs, endedMs } = lifetimes;
const last = T0 + holdMs;

export function reserving(open: Open<InventoryStore>): void {
  it('takes units out of what is available and holds them for 30 s', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const one = reserveRequest({ lines: lines({ milk: 3 }) });
    const { reservationId } = one;
    const held = { kind: 'reserved', reservationId, expiresAt: last, holdMs };
    assert.deepEqual(await a.reserve(one), held);
    assert.deepEqual(await counts(b), [2, 3, 0]);
  });

  it('takes nothing when there is less than wanted, or nothing was ever loaded', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const before = await b.stock(milk);
    assert.deepEqual(await a.reserve(reserveRequest({ lines: lines({ milk: 6 }) })), {
      kind: 'short',
      available: [5],
    });
    const elsewhere = { hubId: 'another hub' };
    assert.deepEqual(await a.reserve(reserveRequest(elsewhere)), { kind: 'short', available: [0] });
    assert.deepEqual(await b.stock(milk), before);
    assert.equal(await b.stock({ ...milk, ...elsewhere }), undefined);
    await reserved(b, { lines: lines({ milk: 5 }) });
  });

  it('takes several lines, all or none', async (t) => {
    const [a, b] = await open(t);
    const eggs = { ...milk, sku: 'eggs' };
    await a.load(load(5));
    await a.load(load(12, { sku: 'eggs', partitioned: true }));
    const short = await a.reserve(reserveRequest({ lines: lines({ eggs: 6, milk: 6, tea: 1 }) }));
    assert.deepEqual(short, { kind: 'short', available: [12, 5, 0] });
    const shortOfFirst = await b.reserve(reserveRequest({ lines: lines({ eggs: 13, milk: 1 }) }));
    assert.deepEqual(shortOfFirst, { kind: 'short', available: [12, 5] });
    assert.deepEqual(
      [await counts(b), await counts(b, eggs)],
      [
        [5, 0, 0],
        [12, 0, 0],
      ],
    );
    const id = await reserved(b, { lines: lines({ eggs: 6, milk: 5 }) });
    assert.deepEqual(
      [await counts(a), await counts(a, eggs)],
      [
        [0, 5, 0],
        [6, 6, 0],
      ],
    );
    const other = await reserved(b, { lines: lines({ eggs: 1 }) });
    await a.confirm(id, T0);
    await a.release(other, T0);
    assert.deepEqual(
      [await counts(b), await counts(b, eggs)],
      [
        [0, 0, 5],
        [6, 0, 6],
      ],
    );
  });

  it('knows whose reservation it is, whatever became of it', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const released = await reserved(a, { userId: 'ann' });
    const confirmed = await reserved(b, { userId: 'Zoë: 😀' });
    const users = async () => [await b.userOf(released), await a.userOf(confirmed)];
    assert.deepEqual(await users(), ['ann', 'Zoë: 😀']);
    await a.release(released, T0);
    await a.confirm(confirmed, T0);
    assert.deepEqual(await users(), ['ann', 'Zoë: 😀']);
    assert.equal(await a.userOf('res_0'), undefined);
    assert.equal(await a.userOf(newReservationId('hub', T0)), undefined);
  });

  it('100 of 200 that race for 100 units get one', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(100, { partitioned: true }));
    const outcomes = await together(200, (i) => handles[i % 2]!.reserve(reserveRequest()));
    assert.equal(outcomes.filter(({ kind }) => kind === 'reserved').length, 100);
    assert.deepEqual(await counts(handles[1]), [0, 100, 0]);
  });

  it('a user holds as many as one may, in hubs of any shard; what has ended does not count', async (t) => {
    const [a, b] = await open(t);
    const hubs = ['hub', 'hub 2', 'hub 3'];
    assert.equal(new Set(hubs.map(shardOfHub)).size, 3);
    for (const hubId of hubs) await a.load(load(50, { hubId }));
    const ask = (hubId: string, more: Partial<ReserveRequest> = {}) =>
      reserveRequest({ hubId, userId: 'ann', maxHeld: 3, ...more });
    const requests = hubs.map((hubId) => ask(hubId));
    for (const request of requests) assert.equal((await a.reserve(request)).kind, 'reserved');
    for (const hubId of hubs) assert.deepEqual(await b.reserve(ask(hubId)), { kind: 'quota' });
    assert.deepEqual(await counts(b), [49, 1, 0]);
    // An order that it holds, another user, and nobody's quota.
    assert.equal((await b.reserve(requests[0]!)).kind, 'reserved');
    assert.equal((await b.reserve(ask('hub', { userId: 'bob' }))).kind, 'reserved');
    assert.equal((await b.reserve(ask('hub', { maxHeld: undefined }))).kind, 'reserved');

    await a.release(requests[0]!.reservationId, T0);
    await b.confirm(requests[1]!.reservationId, T0);
    assert.equal((await b.reserve(ask('hub 3'))).kind, 'reserved');
    assert.equal((await a.reserve(ask('hub'))).kind, 'quota');
    await a.extend(requests[2]!.reservationId, 60_000, T0);
    for (const kind of ['reserved', 'reserved', 'quota']) {
      assert.equal((await b.reserve(ask('hub', { now: last + 1 }))).kind, kind);
    }
  });

  it('only as many requests of one user at once in a hub get a hold as the quota allows', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(50));
    const outcomes = await together(20, (i) =>
      handles[i % 2]!.reserve(reserveRequest({ userId: 'ann', maxHeld: 3 })),
    );
    assert.equal(outcomes.filter(({ kind }) => kind === 'reserved').length, 3);
    assert.deepEqual(await counts(handles[1]), [47, 3, 0]);
  });

  it('orders of several lines that overlap share the stock out exactly', async (t) => {
    const handles = await open(t);
    for (const sku of ['a', 'b', 'c']) await handles[0].load(load(20, { sku }));
    const requests = [lines({ a: 1, b: 1 }), lines({ b: 1, c: 1 }), lines({ a: 1, c: 1 })];
    const outcomes = await together(60, (i) =>
      handles[i % 2]!.reserve(reserveRequest({ lines: requests[i % 3] })),
    );
    const units = new Map<string, number>();
    for (const [i, { kind }] of outcomes.entries()) {
      if (kind !== 'reserved') continue;
      for (const { sku } of requests[i % 3]!) units.set(sku, (units.get(sku) ?? 0) + 1);
    }
    for (const sku of ['a', 'b', 'c']) {
      const held = units.get(sku)!;
      assert.deepEqual(await counts(handles[1], { ...milk, sku }), [20 - held, held, 0]);
    }
  });
}

export function orders(open: Open<InventoryStore>): void {
  it('repeated with the same lines and user, it is the same reservation', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const one = reserveRequest({ lines: lines({ milk: 3 }) });
    const first = await a.reserve(one);
    const again = { ...one, reservationId: newReservationId('hub', T0), now: T0 + 9_000 };
    assert.deepEqual(await b.reserve(again), first);
    assert.deepEqual(await counts(b), [2, 3, 0]);
    await a.confirm(one.reservationId, T0);
    assert.deepEqual(await b.reserve({ ...again, now: last + 1 }), first);
    assert.deepEqual(await counts(b), [2, 0, 3]);
  });

  it('with other lines or another user it is refused while it is held or confirmed', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(50));
    const one = reserveRequest({ lines: lines({ milk: 3 }) });
    await a.reserve(one);
    const others = [
      { ...one, lines: lines({ milk: 2 }) },
      { ...one, lines: lines({ milk: 3, tea: 1 }), primaryBuckets: [0, 0] },
      { ...one, userId: 'another' },
    ];
    const mismatch = { kind: 'order-mismatch' };
    for (const other of others) assert.deepEqual(await b.reserve(other), mismatch);
    await b.confirm(one.reservationId, T0);
    for (const other of others) assert.deepEqual(await a.reserve(other), mismatch);
    assert.deepEqual(await counts(a), [47, 0, 3]);
  });

  it('may reserve again after it was released, or has expired, reaped or not', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const orderId = 'order';
    const all = { orderId, lines: lines({ milk: 5 }) };
    await b.release(await reserved(a, all), T0);
    await reserved(b, { ...all, userId: 'another' });
    // All units are in the overdue reservation of this very order.
    const overdue = await reserved(a, { ...all, lines: lines({ milk: 4 }), now: last + 1 });
    assert.deepEqual(await counts(b), [1, 4, 0]);
    await reap(b, last + 1 + holdMs + 1);
    assert.notEqual(await reserved(a, { ...all, now: last + 1 + holdMs + 1 }), overdue);
    assert.deepEqual(await counts(b), [0, 5, 0]);
  });

  it('is known by its hub: another hub has an order of the same id', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    await a.load(load(5, { hubId: 'hub 2' }));
    const one = await reserved(a, { orderId: 'o', userId: 'u' });
    const two = await reserved(b, { orderId: 'o', userId: 'u', hubId: 'hub 2' });
    assert.notEqual(one, two);
  });

  it('sent 50 times at once, it reserves once', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(50));
    const outcomes = await together(50, (i) =>
      handles[i % 2]!.reserve(reserveRequest({ orderId: 'o', userId: 'u' })),
    );
    const ids = outcomes.map((one) => (one.kind === 'reserved' ? one.reservationId : one.kind));
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(await counts(handles[1]), [49, 1, 0]);
  });
}

export function endings(open: Open<InventoryStore>): void {
  it('a confirmation is final, and answers the same when repeated', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const id = await reserved(a, { lines: lines({ milk: 2 }) });
    for (const [handle, now] of [
      [b, T0],
      [a, T0 + 1],
      [b, last + 99],
    ] as const) {
      assert.equal(await handle.confirm(id, now), 'confirmed');
    }
    assert.equal(await a.release(id, T0), 'confirmed');
    await reap(b, last + 1);
    assert.deepEqual(await counts(b), [3, 0, 2]);
    assert.equal((await a.backlog()).entries, 2); // the loading and one confirmation
  });

  it('a release returns the units once, and answers the same when repeated', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(5));
    const id = await reserved(a, { lines: lines({ milk: 2 }) });
    for (const [handle, now] of [
      [b, T0],
      [a, T0 + 1],
      [b, last + 99],
    ] as const) {
      assert.equal(await handle.release(id, now), 'released');
    }
    assert.equal(await a.confirm(id, T0), 'released');
    await reap(b, last + 1);
    assert.deepEqual(await counts(b), [5, 0, 0]);
  });

  it('can be confirmed at 30.000 s, and not at 30.001 s, reaped or not', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const [one, two, three] = [await reserved(a), await reserved(a), await reserved(a)];
    assert.equal(await b.confirm(one, last), 'confirmed');
    assert.equal(await b.confirm(two, last + 1), 'expired');
    await reap(b, last + 1);
    assert.equal(await a.confirm(three, last + 1), 'expired');
    assert.equal(await a.confirm(two, last), 'expired'); // a replica whose clock is behind
    assert.deepEqual(await counts(b), [8, 0, 1]);
  });

  it('released after 30 s it is expired, reaped or not, and its units return once', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const [one, two] = [await reserved(a), await reserved(a)];
    assert.equal(await b.release(one, last + 1), 'expired');
    await reap(a, last + 1);
    assert.equal(await a.release(one, last + 2), 'expired');
    assert.equal(await a.release(two, last + 2), 'expired');
    assert.deepEqual(await counts(b), [9, 0, 0]);
  });

  it('the reaper returns what is overdue and nothing else', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    await reserved(a);
    await reserved(b, { now: T0 + 1 });
    await a.confirm(await reserved(a), T0);
    await reap(b, last);
    assert.deepEqual(await counts(a), [6, 2, 1]);
    await reap(b, last + 1);
    assert.deepEqual(await counts(a), [7, 1, 1]);
    await reap(a, last + 2);
    assert.deepEqual(await counts(b), [8, 0, 1]);
  });

  it('the reaper works in portions, and says whether there may be more', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(1_000));
    await together(2 * limits.reap + 1, () => reserved(a));
    const full = { expired: limits.reap, mayHaveMore: true };
    assert.deepEqual([await a.reap(last + 1), await b.reap(last + 1)], [full, full]);
    assert.deepEqual(await counts(a), [999, 1, 0]);
    assert.deepEqual(await b.reap(last + 1), { expired: 1, mayHaveMore: false });
    assert.deepEqual(await counts(a), [1_000, 0, 0]);
  });

  it('one that ended is known for 24 h, then forgotten', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const orderId = 'o';
    const [confirmed, released] = [await reserved(a, { orderId }), await reserved(a)];
    const expired = await reserved(a);
    await a.confirm(confirmed, T0);
    await a.release(released, T0);
    await reap(b, last + 1);
    await reap(b, T0 + endedMs);
    assert.equal(await b.confirm(confirmed, T0 + endedMs), 'confirmed');
    await reap(b, T0 + endedMs + 1);
    assert.equal(await a.confirm(confirmed, T0 + endedMs + 1), 'unknown');
    assert.equal(await a.release(released, T0 + endedMs + 1), 'unknown');
    assert.equal(await a.release(expired, T0 + endedMs + 1), 'expired');
    await reap(b, last + 1 + endedMs + 1);
    assert.equal(await a.release(expired, T0 + endedMs + 1), 'unknown');
    assert.deepEqual(await counts(b), [8, 0, 1]);
    assert.notEqual(await reserved(a, { orderId, now: T0 + 2 * endedMs }), confirmed);
  });

  it('knows no reservation that was never made, nor an id of another shape', async (t) => {
    const [a, b] = await open(t);
    for (const id of [newReservationId('hub', T0), 'res_0', '', 'x'.repeat(128)]) {
      assert.equal(await a.confirm(id, T0), 'unknown');
      assert.equal(await b.release(id, T0), 'unknown');
    }
  });
}

export function races(open: Open<InventoryStore>): void {
  it('confirmed and released at once by two replicas, it ends in one of the two', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(50));
    const ids = await together(50, () => reserved(handles[0]));
    const outcomes = await together(200, (i) => {
      const store = handles[i % 2]!;
      return i % 4 < 2 ? store.confirm(ids[i >> 2]!, T0) : store.release(ids[i >> 2]!, T0);
    });
    let confirmed = 0;
    for (let i = 0; i < 50; i++) {
      const answers = new Set(outcomes.slice(4 * i, 4 * i + 4));
      assert.equal(answers.size, 1);
      if (answers.has('confirmed')) confirmed++;
    }
    assert.deepEqual(await counts(handles[1]), [50 - confirmed, 0, confirmed]);
  });

  it('confirmed and reaped at once, clocks 1 s apart, it ends in one of the two', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(50));
    const ids = await together(50, () => reserved(handles[0]));
    const [kinds] = await Promise.all([
      together(50, (i) => handles[0].confirm(ids[i]!, last)),
      together(5, () => handles[1].reap(last + 1_000)),
    ]);
    const confirmed = kinds.filter((kind) => kind === 'confirmed').length;
    await reap(handles[1], last + 1_000);
    assert.deepEqual(await counts(handles[1]), [50 - confirmed, 0, confirmed]);
    assert.equal(kinds.filter((kind) => kind === 'expired').length, 50 - confirmed);
  });

  it('reaped, released and reserved again by several at once, units return once', async (t) => {
    const handles = await open(t);
    await handles[0].load(load(50, { partitioned: true }));
    const requests = Array.from({ length: 50 }, () => reserveRequest());
    await together(50, (i) => handles[0].reserve(requests[i]!));
    await Promise.all([
      together(4, (i) => handles[i % 2]!.reap(last + 1)),
      together(50, (i) => handles[i % 2]!.release(requests[i]!.reservationId, last + 1)),
      together(25, (i) => {
        const reservationId = newReservationId('hub', last + 1);
        return handles[i % 2]!.reserve({ ...requests[i]!, reservationId, now: last + 1 });
      }),
    ]);
    assert.deepEqual(await counts(handles[1]), [25, 25, 0]);
  });
}
