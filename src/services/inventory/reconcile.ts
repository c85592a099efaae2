/**
 * Compares the operational store with the record, place by place, while both go on changing.
 *
 * A place is read in one step: its stock on hand, the number of its last movement, and which
 * movements still wait in the outbox. The record is read afterwards. By then it has every movement
 * up to that number, except some of those that waited; and it may have later ones, which do not
 * count. So the two agree exactly when the stock on hand is what the record says plus what waited
 * and is not recorded: no load, however heavy, makes a difference that is not there.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Inventory } from './drain.ts';
import type { OnHand, WholeReading } from './record-store.ts';
import type { Place, Reading, Stock } from './stock-store.ts';

export interface Difference {
  readonly hub_id: string;
  readonly sku: string;
  /** available + held */
  readonly operational: number;
  readonly recorded: number;
  /** 'outbox': exactly what waits to be recorded. */
  readonly explained_by: 'outbox' | null;
}

export interface Report {
  /** Places that were compared. */
  checked: number;
  readonly differences: Difference[];
  /** Places where `loaded` is not `available + held + confirmed`. */
  readonly unbalanced: ReturnType<typeof ledger>[];
  /** Places with too many movements in the outbox to be compared. */
  postponed: number;
}

/** @param until ends it early, with an AbortError */
export async function reconcile(
  { store, record }: Pick<Inventory, 'store' | 'record'>,
  until?: AbortSignal,
): Promise<Report> {
  const report: Report = { checked: 0, differences: [], unbalanced: [], postponed: 0 };
  for await (const places of store.places()) {
    const readings = await store.read(places);
    const whole = readings.filter(isWhole);
    const comparisons = await record.compare(whole);
    whole.forEach((reading, i) => {
      const difference = differenceOf(reading, comparisons[i]!);
      if (difference) report.differences.push(difference);
    });
    report.unbalanced.push(...readings.filter(isUnbalanced).map(ledger));
    report.checked += whole.length;
    report.postponed += readings.length - whole.length;
    await nextTurn(undefined, { signal: until }); // other requests have theirs
  }
  const known = new Set(
    report.differences.map(({ hub_id, sku }) => JSON.stringify({ hub_id, sku })),
  );
  for await (const places of record.onHand()) {
    const readings = await store.read(places);
    const behind = readings.flatMap((reading, i) => lostSince(reading, places[i]!) ?? []);
    report.differences.push(
      ...behind.filter(({ hub_id, sku }) => !known.has(JSON.stringify({ hub_id, sku }))),
    );
    await nextTurn(undefined, { signal: until });
  }
  return report;
}

export function unexplained({ differences, unbalanced }: Report): number {
  return differences.filter((one) => one.explained_by === null).length + unbalanced.length;
}

function differenceOf(
  reading: WholeReading,
  { recorded, unrecorded }: { recorded: number; unrecorded: number },
): Difference | undefined {
  const operational = onHand(reading.stock);
  if (operational === recorded) return undefined;
  const explained_by = operational === recorded + unrecorded ? 'outbox' : null;
  return { ...named(reading), operational, recorded, explained_by };
}

/**
 * Read after the record, the operational store cannot lack movements that the record has; unless
 * it was restored from an older state.
 */
function lostSince(reading: Reading, { quantity, lastSeq }: OnHand): Difference | undefined {
  if (reading.seq >= lastSeq) return undefined;
  const operational = onHand(reading.stock);
  return { ...named(reading), operational, recorded: quantity, explained_by: null };
}

function isWhole(reading: Reading): reading is WholeReading {
  return reading.pending !== undefined;
}

function isUnbalanced({ stock: { loaded, available, held, confirmed } }: Reading): boolean {
  return loaded !== available + held + confirmed;
}

function ledger(reading: Reading) {
  const { loaded, available, held, confirmed } = reading.stock;
  return { ...named(reading), loaded, available, held, confirmed };
}

function onHand({ available, held }: Stock): number {
  return available + held;
}

function named({ hubId: hub_id, sku }: Place) {
  return { hub_id, sku };
}
