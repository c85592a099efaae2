import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterClaim, dueBy, withNewOrder, type NextBatch } from './batching.ts';

const now = Date.UTC(2026, 0, 1);
const empty: NextBatch = { batchId: null, newOrders: 0, dueAt: null };

describe('a batch', () => {
  it('is named by its first order, and due 5 s after it', () => {
    const first = withNewOrder(empty, 'first', now);
    assert.deepEqual(first, { batchId: 'first', newOrders: 1, dueAt: now + 5_000 });
    const second = withNewOrder(first, 'second', now + 1_000);
    assert.deepEqual(second, { batchId: 'first', newOrders: 2, dueAt: now + 5_000 });
  });

  it('is due at once with its third order', () => {
    const two = { batchId: 'first', newOrders: 2, dueAt: now + 5_000 };
    assert.equal(withNewOrder(two, 'third', now + 2).dueAt, now + 2);
  });

  it('is due earlier when other orders wait, never later', () => {
    assert.equal(dueBy(empty, now).dueAt, now);
    assert.equal(dueBy({ ...empty, dueAt: now + 1 }, now).dueAt, now);
    assert.equal(dueBy({ ...empty, dueAt: now }, now + 1).dueAt, now);
  });
});

describe('the batch after one that was claimed', () => {
  const dueAt = (newOrders: number, pooledAt: number | null, unmatchedAt: number | null) =>
    afterClaim({ batchId: 'b', newOrders, dueAt: now }, { pooledAt, unmatchedAt }, now).dueAt;

  it('is not due while nothing waits, and counts its orders from 0 again', () => {
    const next = afterClaim(
      { batchId: 'b', newOrders: 3, dueAt: now },
      { pooledAt: null, unmatchedAt: null },
      now,
    );
    assert.deepEqual(next, empty);
  });

  it('is due at once when new orders are left', () => {
    assert.equal(dueAt(3, now - 1, null), now);
    assert.equal(dueAt(3, now + 1, now), now + 1);
  });

  it('is due at once for unmatched orders, but after a window if new orders filled this one', () => {
    assert.equal(dueAt(0, null, now), now);
    assert.equal(dueAt(3, null, now), now + 5_000);
    assert.equal(dueAt(0, null, now + 1), now + 5_000);
  });
});
