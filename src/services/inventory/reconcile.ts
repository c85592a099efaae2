/**
 * Compares the operational store with the record, key by key, while both go on changing.
 *
 * A snapshot of a stock key is taken in one step: its stock on hand, the number of its last
 * movement, and which movements still wait in the outbox. The record is read afterwards. By then it
 * has every movement up to that number, except some of those that waited; and it may have later
 * ones, which do not count. So the two agree exactly when the stock on hand is what the record says
 * plus what waited and is not recorded: load, however heavy, makes no difference appear.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Difference, Report } from './schemas/report.ts';
import { sum } from './store/buckets.ts';
import type { Outbox, Rejection, Snapshot } from './store/outbox.ts';
import type { Comparison, CompleteSnapshot, OnHand, RecordStore } from './store/record.ts';
import type { Stock, StockKey } from './store/stock.ts';

/**
 * @param signal ends it early
 * @throws Refusal STORE_UNAVAILABLE; AbortError once the signal is aborted
 */
export async function reconcile(
  store: Outbox,
  record: RecordStore,
  signal?: AbortSignal,
): Promise<Report> {
  const rejected = (await store.rejections()).map(toRejected);
  const report: Report = { checked: 0, differences: [], unbalanced: [], postponed: 0, rejected };
  // Others have their turns between two portions, however many reports are made at once.
  const slice = new TimeSlice();
  for await (const keys of store.stockKeys()) {
    if (slice.isOver) await slice.next();
    signal?.throwIfAborted();
    await compareKeys(store, record, keys, report);
  }
  const known = new Set(report.differences.map(nameOf));
  for await (const keys of record.onHand()) {
    if (slice.isOver) await slice.next();
    signal?.throwIfAborted();
    const snapshots = await store.snapshots(keys);
    const lost = snapshots.flatMap((snapshot, i) => lostMovements(snapshot, keys[i]!) ?? []);
    report.differences.push(...lost.filter((difference) => !known.has(nameOf(difference))));
  }
  return report;
}

async function compareKeys(
  store: Outbox,
  record: RecordStore,
  keys: readonly StockKey[],
  report: Report,
): Promise<void> {
  const snapshots = await store.snapshots(keys);
  const complete = snapshots.filter(isComplete);
  const comparisons = await record.compare(complete);
  for (const [i, snapshot] of complete.entries()) {
    const difference = differenceOf(snapshot, comparisons[i]!);
    if (difference) report.differences.push(difference);
  }
  report.unbalanced.push(...snapshots.filter(isUnbalanced).map(ledger));
  report.checked += complete.length;
  report.postponed += snapshots.length - complete.length;
}

/** How many findings of a report need somebody to look. */
export function countUnexplained({ differences, unbalanced }: Report): number {
  return differences.filter((one) => one.explained_by === null).length + unbalanced.length;
}

function differenceOf(
  snapshot: CompleteSnapshot,
  { recorded, unrecorded }: Comparison,
): Difference | undefined {
  const operational = onHand(snapshot.stock);
  if (operational === recorded) return undefined;
  const explained_by = operational === recorded + unrecorded ? 'outbox' : null;
  return { ...toIds(snapshot), operational, recorded, explained_by };
}

/**
 * Read after the record, the operational store cannot lack movements that the record has; unless
 * it was restored from an older state.
 */
function lostMovements(snapshot: Snapshot, recorded: OnHand): Difference | undefined {
  if (snapshot.stock.seq >= recorded.lastSeq) return undefined;
  const operational = onHand(snapshot.stock);
  return { ...toIds(snapshot), operational, recorded: recorded.quantity, explained_by: null };
}

function toRejected({ entryId, hubId, failures, reason, retryAt }: Rejection) {
  return { entry_id: entryId, hub_id: hubId, failures, reason, retry_at: retryAt };
}

function isComplete(snapshot: Snapshot): snapshot is CompleteSnapshot {
  return snapshot.pending !== null;
}

function isUnbalanced({ stock }: Snapshot): boolean {
  return stock.loaded !== onHand(stock) + stock.confirmed;
}

function ledger(snapshot: Snapshot) {
  const { loaded, buckets, held, confirmed } = snapshot.stock;
  return { ...toIds(snapshot), loaded, available: sum(buckets), held, confirmed };
}

function onHand({ buckets, held }: Stock): number {
  return sum(buckets) + held;
}

function toIds({ hubId: hub_id, sku }: StockKey) {
  return { hub_id, sku };
}

const nameOf = ({ hub_id, sku }: Difference) => JSON.stringify([hub_id, sku]);
