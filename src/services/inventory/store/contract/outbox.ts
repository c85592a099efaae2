import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OutboxEntry, PendingMovement } from '../outbox.ts';
import { emptyStock } from '../stock.ts';
import { lifetimes, limits, type InventoryStore } from '../inventory-store.ts';
import { lines, load, milk, reserved, T0, together, type Open } from '../../test/fixtures.ts';

const ids = (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id);

export function outbox(open: Open<InventoryStore>): void {
  it('has what every loading and confirmation changed, numbered for each stock key', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10, { entryId: 'load-1' }));
    await a.load(load(5, { sku: 'tea', entryId: 'load-2', now: T0 + 1 }));
    const order = { orderId: 'o', userId: 'u', now: T0 + 1 };
    const id = await reserved(a, { ...order, lines: lines({ milk: 3, tea: 2 }) });
    await b.confirm(id, T0 + 2);
    await b.load(load(4, { entryId: 'load-3', now: T0 + 3 }));
    const nobody = { orderId: null, userId: null };
    const hub = { hubId: 'hub' };
    const entries: OutboxEntry[] = [
      {
        id: 'load-1',
        kind: 'load',
        ...hub,
        ...nobody,
        at: T0,
        movements: [{ sku: 'milk', qty: 10, delta: 10, seq: 1 }],
      },
      {
        id: 'load-2',
        kind: 'load',
        ...hub,
        ...nobody,
        at: T0 + 1,
        movements: [{ sku: 'tea', qty: 5, delta: 5, seq: 1 }],
      },
      {
        id,
        kind: 'confirm',
        ...hub,
        orderId: 'o',
        userId: 'u',
        at: T0 + 2,
        movements: [
          { sku: 'milk', qty: 3, delta: -3, seq: 2 },
          { sku: 'tea', qty: 2, delta: -2, seq: 2 },
        ],
      },
      {
        id: 'load-3',
        kind: 'load',
        ...hub,
        ...nobody,
        at: T0 + 3,
        movements: [{ sku: 'milk', qty: 4, delta: -3, seq: 3 }],
      },
    ];
    assert.deepEqual(await a.backlog(), { entries: 4, oldestAt: T0, rejected: 0 });
    assert.deepEqual(await b.claim(T0 + 3), entries);
  });

  it('has nothing of reservations that were released or expired', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    await b.release(await reserved(a), T0);
    await reserved(a);
    await b.reap(T0 + lifetimes.holdMs + 1);
    assert.equal((await a.backlog()).entries, 1);
  });

  it('gives an entry to one claimer, until that lets go or its time is over', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    const entries = await a.claim(T0);
    assert.equal(entries.length, 1);
    assert.deepEqual(await b.claim(T0 + lifetimes.claimMs - 1), []);
    assert.deepEqual(await b.claim(T0 + lifetimes.claimMs), entries);
    assert.deepEqual(await a.claim(T0 + lifetimes.claimMs), []);
    await b.unclaim(entries);
    assert.deepEqual(await a.claim(T0 + lifetimes.claimMs), entries);
  });

  it('has no acknowledged entries, no matter who had claimed them', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    const entries = await a.claim(T0);
    await b.acknowledge(entries);
    await a.acknowledge(entries);
    await a.unclaim(entries);
    assert.deepEqual(await b.backlog(), { entries: 0, oldestAt: undefined, rejected: 0 });
    assert.deepEqual(await b.claim(T0 + lifetimes.claimMs), []);
    assert.deepEqual((await b.snapshots([milk]))[0]?.pending, []);
  });

  it('puts off an entry that the record rejects, twice as long each time, and counts', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10, { entryId: 'bad' }));
    await a.load(load(11, { entryId: 'good', hubId: 'far' }));
    const rejection = { entryId: 'bad', hubId: 'hub', reason: 'a constraint' };
    let now = T0;
    for (let failures = 1; failures <= 8; failures++) {
      const bad = (await a.claim(now)).find(({ id }) => id === 'bad')!;
      await b.reject(bad, 'a constraint', now);
      const pause = Math.min(lifetimes.retryMs * 2 ** (failures - 1), lifetimes.maxRetryMs);
      assert.deepEqual(await a.rejections(), [{ ...rejection, failures, retryAt: now + pause }]);
      now += pause;
      assert.ok(!ids(await b.claim(now - 1)).includes('bad'));
    }
    assert.equal(now - T0, lifetimes.retryMs * 63 + 2 * lifetimes.maxRetryMs);
    assert.deepEqual(await b.backlog(), { entries: 2, oldestAt: T0, rejected: 1 });
    const [bad] = await a.claim(now);
    await a.acknowledge([bad!]);
    assert.deepEqual(await b.rejections(), []);
    await b.reject(bad!, 'too late: another replica has recorded it', now);
    assert.deepEqual(await a.backlog(), { entries: 1, oldestAt: T0, rejected: 0 });
  });

  it('lists some of many rejected entries', async (t) => {
    const [a, b] = await open(t);
    const made = limits.rejections + 5;
    await together(made, (i) => a.load(load(i, { hubId: `hub ${i}` })));
    for (const entry of await a.claim(T0)) await a.reject(entry, 'why', T0);
    assert.equal((await b.rejections()).length, limits.rejections);
    assert.equal((await b.backlog()).rejected, made);
  });

  it('keeps the age of the oldest entry through claims', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    await a.load(load(11, { now: T0 + 5_000 }));
    const backlog = { entries: 2, oldestAt: T0, rejected: 0 };
    const [first] = await a.claim(T0 + 5_000);
    assert.deepEqual(await b.backlog(), backlog);
    await a.claim(T0 + 5_000 + lifetimes.claimMs);
    assert.deepEqual(await b.backlog(), backlog);
    await a.acknowledge([first!]);
    assert.deepEqual(await b.backlog(), { entries: 1, oldestAt: T0 + 5_000, rejected: 0 });
  });

  it('is shared out by claimers that race: each entry once, oldest first', async (t) => {
    const handles = await open(t);
    const made = 2 * limits.claim + 50;
    await handles[0].load(load(made));
    await handles[0].acknowledge(await handles[0].claim(T0));
    const reservations = await together(made, () => reserved(handles[0]));
    for (const [i, id] of reservations.entries()) await handles[0].confirm(id, T0 + i);
    const claims = await together(4, (i) => handles[i % 2]!.claim(T0 + made));
    const sizes = claims.map(({ length }) => length).toSorted((a, b) => b - a);
    assert.deepEqual(sizes, [limits.claim, limits.claim, 50, 0]);
    assert.deepEqual(new Set(claims.flatMap(ids)), new Set(reservations));
    const numbers = (entries: OutboxEntry[]) => entries.map(({ movements }) => movements[0]!.seq);
    const oldest = claims.find((entries) => numbers(entries).includes(2))!;
    assert.equal(Math.max(...numbers(oldest)), limits.claim + 1);
  });
}

const bySeq = (one: PendingMovement, other: PendingMovement) => one.seq - other.seq;

export function reading(open: Open<InventoryStore>): void {
  it('lists the stock keys that were loaded, each once', async (t) => {
    const [a, b] = await open(t);
    const names = Array.from({ length: 230 }, (_, i) => ({ hubId: `hub ${i % 23}`, sku: `s${i}` }));
    await together(names.length, (i) => a.load(load(1, names[i])));
    const listed: string[] = [];
    for await (const keys of b.stockKeys()) {
      assert.ok(keys.length <= limits.keys);
      listed.push(...keys.map(({ hubId, sku }) => `${hubId} ${sku}`));
    }
    const expected = names.map(({ hubId, sku }) => `${hubId} ${sku}`);
    assert.deepEqual(listed.toSorted(), expected.toSorted());
  });

  it('takes snapshots with what waits in the outbox, in the order asked for', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10, { entryId: 'load-1' }));
    await a.load(load(5, { hubId: 'far', entryId: 'load-2' }));
    const id = await reserved(a, { lines: lines({ milk: 3 }) });
    await a.confirm(id, T0);
    await reserved(a);
    const keys = [{ ...milk, hubId: 'far' }, { ...milk, sku: 'none' }, milk];
    const snapshots = await b.snapshots(keys);
    const inOrder = snapshots.map((one) => ({ ...one, pending: one.pending!.toSorted(bySeq) }));
    assert.deepEqual(inOrder, [
      {
        ...keys[0],
        stock: { ...emptyStock(), loaded: 5, buckets: [5], seq: 1 },
        pending: [{ entryId: 'load-2', seq: 1, delta: 5 }],
      },
      { ...keys[1], stock: emptyStock(), pending: [] },
      {
        ...keys[2],
        stock: { loaded: 10, buckets: [6], held: 1, confirmed: 3, seq: 2 },
        pending: [
          { entryId: 'load-1', seq: 1, delta: 10 },
          { entryId: id, seq: 2, delta: -3 },
        ],
      },
    ]);
  });

  it('does not list more of one stock key than its limit', async (t) => {
    const [a, b] = await open(t);
    await together(limits.pending, () => a.load(load(1)));
    assert.equal((await b.snapshots([milk]))[0]?.pending?.length, limits.pending);
    await a.load(load(2));
    assert.equal((await b.snapshots([milk]))[0]?.pending, null);
  });
}
