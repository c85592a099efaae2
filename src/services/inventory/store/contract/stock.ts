import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { InventoryStore } from '../inventory-store.ts';
import {
  counts,
  lines,
  load,
  milk,
  reserved,
  T0,
  reserveRequest,
  type Open,
} from '../../test/fixtures.ts';

export function loading(open: Open<InventoryStore>): void {
  it('sets the available units, for every replica', async (t) => {
    const [a, b] = await open(t);
    assert.equal(await b.stock(milk), undefined);
    const stock = { loaded: 7, buckets: [7], held: 0, confirmed: 0, seq: 1 };
    assert.deepEqual(await a.load(load(7)), { kind: 'loaded', stock });
    assert.deepEqual(await b.stock(milk), stock);
    await b.load(load(0));
    assert.deepEqual(await counts(a), [0, 0, 0]);
  });

  it('leaves what is held and confirmed alone, and counts it as loaded', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    await reserved(a, { lines: lines({ milk: 3 }) });
    await b.confirm(await reserved(a, { lines: lines({ milk: 2 }) }), T0);
    await b.load(load(100));
    const stock = { loaded: 105, buckets: [100], held: 3, confirmed: 2, seq: 3 };
    assert.deepEqual(await a.stock(milk), stock);
  });

  it('below what is held is refused and changes nothing', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    await reserved(a, { lines: lines({ milk: 4 }) });
    const before = [await b.stock(milk), await b.backlog()];
    assert.deepEqual(await b.load(load(3)), { kind: 'below-held', held: 4 });
    assert.deepEqual([await a.stock(milk), await a.backlog()], before);
    assert.equal((await b.load(load(4))).kind, 'loaded');
  });

  it('keeps stock apart by hub and SKU, whatever characters they have', async (t) => {
    const [a, b] = await open(t);
    const keys = [
      { hubId: 'a/b', sku: 'c' },
      { hubId: 'a', sku: 'b/c' },
      { hubId: 'a%2Fb', sku: 'c' },
      { hubId: 'a b', sku: 'c' },
      { hubId: 'a', sku: 'b c' },
      { hubId: '{a}:x', sku: '{b}' },
      { hubId: 'Hüb 🚚', sku: 'Käse "1"' },
    ];
    for (const [i, key] of keys.entries()) await a.load(load(10 + i, key));
    for (const [i, { hubId, sku }] of keys.entries()) {
      await b.confirm(await reserved(a, { hubId, lines: lines({ [sku]: 1 }) }), T0);
      assert.deepEqual(await counts(b, { hubId, sku }), [9 + i, 0, 1]);
    }
  });

  it('counts a billion units exactly', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(1e9, { partitioned: true }));
    const id = await reserved(a, { lines: lines({ milk: 1e8 + 1 }) });
    assert.deepEqual(await counts(b), [9e8 - 1, 1e8 + 1, 0]);
    await b.confirm(id, T0);
    await b.load(load(1e9));
    const buckets = Array.from({ length: 10 }, () => 1e8);
    const stock = { loaded: 1.1e9 + 1, buckets, held: 0, confirmed: 1e8 + 1, seq: 3 };
    assert.deepEqual(await a.stock(milk), stock);
  });
}

export function buckets(open: Open<InventoryStore>): void {
  it('a SKU is partitioned when loading says so, and stays as it is when it does not', async (t) => {
    const [a, b] = await open(t);
    const seen: unknown[] = [];
    for (const partitioned of [undefined, true, undefined, false, undefined]) {
      await a.load(load(5, { partitioned }));
      seen.push((await b.stock(milk))?.buckets.length);
    }
    assert.deepEqual(seen, [1, 10, 10, 1, 1]);
  });

  it('every unit of a hot SKU can be sold from any primary bucket', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(23, { partitioned: true }));
    for (let i = 0; i < 23; i++) await reserved(i % 2 ? a : b, { primaryBuckets: [7] });
    assert.deepEqual(await counts(a), [0, 23, 0]);
    assert.deepEqual(await a.reserve(reserveRequest()), { kind: 'short', available: [0] });
  });

  it('units of several buckets are combined when only the buckets together hold the quantity', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10, { partitioned: true }));
    const id = await reserved(a, { lines: lines({ milk: 8 }), primaryBuckets: [7] });
    assert.deepEqual(await counts(b), [2, 8, 0]);
    assert.deepEqual(await b.reserve(reserveRequest({ lines: lines({ milk: 3 }) })), {
      kind: 'short',
      available: [2],
    });
    await b.release(id, T0);
    await reserved(a, { lines: lines({ milk: 10 }) });
    assert.deepEqual(await counts(b), [0, 10, 0]);
  });

  it('units return to the bucket that they came from', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(23, { partitioned: true }));
    const even = [3, 3, 3, 2, 2, 2, 2, 2, 2, 2];
    assert.deepEqual((await b.stock(milk))?.buckets, even);
    const ids = [await reserved(a, { lines: lines({ milk: 2 }), primaryBuckets: [7] })];
    ids.push(await reserved(b, { lines: lines({ milk: 3 }), primaryBuckets: [8] }));
    // Bucket 0 is the first after bucket 8 that has three.
    assert.deepEqual((await a.stock(milk))?.buckets, [0, 3, 3, 2, 2, 2, 2, 0, 2, 2]);
    for (const id of ids) await b.release(id, T0);
    assert.deepEqual((await a.stock(milk))?.buckets, even);
  });

  it('held units find a bucket when the layout has changed in the meantime', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(40, { partitioned: true }));
    const early = await Promise.all(
      Array.from({ length: 10 }, (_, primary) => reserved(a, { primaryBuckets: [primary] })),
    );
    await b.load(load(30, { partitioned: false }));
    const late = await reserved(b, { lines: lines({ milk: 5 }), primaryBuckets: [9] });
    for (const id of early.slice(0, 5)) assert.equal(await a.release(id, T0), 'released');
    await b.load(load(20, { partitioned: true }));
    for (const id of [...early.slice(5), late]) assert.equal(await a.release(id, T0), 'released');
    assert.deepEqual(await counts(b), [30, 0, 0]);
    await reserved(b, { lines: lines({ milk: 30 }) });
  });
}
