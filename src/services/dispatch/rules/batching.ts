/**
 * When a batch is matched. The embedded store calls these functions inside its units of work; on
 * Redis submit.lua, claim-batch.lua and lib.lua say the same, and the contract of the stores holds
 * both together.
 */

export const batching = {
  /** A batch is matched when this many orders have come (MinOrders), … */
  minOrders: 3,
  /** … or this long after the first of them (MaxWindow), milliseconds. */
  windowMs: 5_000,
  /** Orders in one batch. */
  maxOrders: 200,
} as const;

/** The batch for which orders are collected now. */
export interface NextBatch {
  /** Null until its first order names it. */
  readonly batchId: string | null;
  /** Orders that came since the last batch. */
  readonly newOrders: number;
  /** Null while no order waits. */
  readonly dueAt: number | null;
}

/** A new order has come: the window runs from the first one, the third one ends it. */
export function withNewOrder(next: NextBatch, proposedId: string, now: number) {
  const newOrders = next.newOrders + 1;
  const endOfWindow = newOrders >= batching.minOrders ? now : now + batching.windowMs;
  const batchId = next.batchId ?? proposedId;
  return { batchId, newOrders, dueAt: earlier(next.dueAt, endOfWindow) };
}

/** An order that the batch was to hold has been cancelled: it no longer counts. */
export function withoutOrder(next: NextBatch): NextBatch {
  return { ...next, newOrders: next.newOrders - 1 };
}

/** Orders that are not new wait as well: the batch is due at `at` at the latest. */
export function dueBy(next: NextBatch, at: number): NextBatch {
  return { ...next, dueAt: earlier(next.dueAt, at) };
}

/**
 * The batch that follows one which was claimed just now. New orders beyond the 200 of the claimed
 * batch are the next one, at once. Unmatched orders beyond them are gone through at once too, but
 * if new orders filled the claimed batch they wait for a window: otherwise a crowd of unmatched
 * orders would be matched again after every third new one.
 *
 * @param waiting since when the first new and the first unmatched order waits, null without one
 */
export function afterClaim(
  claimed: NextBatch,
  waiting: { readonly pooledAt: number | null; readonly unmatchedAt: number | null },
  now: number,
): NextBatch {
  return { batchId: null, newOrders: 0, dueAt: nextDue(claimed, waiting, now) };
}

function nextDue(
  claimed: NextBatch,
  { pooledAt, unmatchedAt }: { pooledAt: number | null; unmatchedAt: number | null },
  now: number,
): number | null {
  if (pooledAt !== null) return Math.max(now, pooledAt);
  if (unmatchedAt === null) return null;
  const wasFull = claimed.newOrders >= batching.minOrders;
  return unmatchedAt <= now && !wasFull ? now : now + batching.windowMs;
}

const earlier = (dueAt: number | null, at: number) => (dueAt === null ? at : Math.min(dueAt, at));
