/**
 * The rules of loading and adjusting on SQLite, as ./steps.ts has those of reservations.
 */
import { bucketCount, split, sum } from '../buckets.ts';
import {
  adjustmentBody,
  emptyStock,
  type AdjustOutcome,
  type Adjustment,
  type Load,
  type LoadOutcome,
} from '../stock.ts';
import { limits } from '../inventory-store.ts';
import type { Tables } from './tables.ts';

const nobody = { orderId: null, userId: null };

/** See redis/lua/load.lua. */
export function load(tables: Tables, request: Load): LoadOutcome {
  const { hubId, sku, quantity, partitioned, entryId, now } = request;
  const stock = tables.stock.find(request) ?? emptyStock();

  // 1 The available units cannot be set below what is held.
  if (quantity < stock.held) return { kind: 'below-held', held: stock.held };

  // 2 The available units are set, spread evenly; held and confirmed ones stay.
  const delta = quantity - sum(stock.buckets);
  const isHot = partitioned ?? stock.buckets.length > 1;
  stock.buckets = split(quantity, isHot ? bucketCount : 1);
  stock.loaded = quantity + stock.held + stock.confirmed;
  stock.seq += 1;
  tables.stock.save(request, stock);

  // 3 The record will have it: the entry stands in the outbox with the same commit.
  const movements = [{ sku, qty: quantity, delta, seq: stock.seq }];
  tables.outbox.add({ id: entryId, kind: 'load', hubId, ...nobody, at: now, movements });
  return { kind: 'loaded', stock };
}

/** See redis/lua/adjust.lua. */
export function adjust(tables: Tables, request: Adjustment): AdjustOutcome {
  const { hubId, sku, delta, reason, reference, entryId, now } = request;
  const body = adjustmentBody(request);

  // 1 A reference is used once: the same adjustment gets its first outcome.
  const earlier = tables.adjustments.find(reference, now);
  if (earlier && earlier.body !== body) return { kind: 'reference-used' };
  if (earlier) return { kind: 'adjusted', stock: earlier.stock };

  // 2 The available units stay within their limits, or nothing is changed.
  const stock = tables.stock.find(request) ?? emptyStock();
  const before = sum(stock.buckets);
  const available = before + delta;
  if (available < 0) return { kind: 'short', available: before };
  if (delta > 0 && available > limits.available) return { kind: 'above-limit', available: before };

  // 3 The available units are changed, spread evenly.
  stock.buckets = split(available, stock.buckets.length);
  stock.loaded += delta;
  stock.seq += 1;
  tables.stock.save(request, stock);

  // 4 The reference is used, and the record will have the adjustment, with the same commit.
  tables.adjustments.save(reference, body, stock, now);
  const movements = [{ sku, qty: Math.abs(delta), delta, seq: stock.seq }];
  const why = { ...nobody, reason, reference };
  tables.outbox.add({ id: entryId, kind: 'adjust', hubId, ...why, at: now, movements });
  return { kind: 'adjusted', stock };
}
