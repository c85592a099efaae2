/** Batches that were matched: their orders and drivers are kept, and can be matched again. */
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import { cellOf, distanceKm } from './matching/lat-lng.ts';
import { match, type Match, type Method } from './matching/matching.ts';
import type { BatchOrder, IdleDriver } from './matching/ranking.ts';
import type { Weights } from './rules/rules.ts';
import type { KeptBatch, NumberedBatch } from './store/batches.ts';

/** A batch with what its matching depended on. */
export interface MatchedBatch {
  readonly batchId: string;
  /** At which it was matched. */
  readonly at: number;
  readonly method: Method;
  readonly weights: Weights;
  readonly orders: readonly BatchOrder[];
  readonly drivers: readonly IdleDriver[];
  readonly matches: readonly Match[];
}

/** Keeps a batch, if batches are kept and it had orders. */
export async function keepBatch({ store, keepBatches }: Dispatch, batch: MatchedBatch) {
  if (keepBatches === 0 || batch.orders.length === 0) return;
  const { batchId, at, method, weights, drivers } = batch;
  const orders = batch.orders.map(
    ({ orderId, lat, lng, priorityWeight, submittedAt, rejectedBy, attemptsTotal }) => {
      const refusals = { rejectedBy: [...rejectedBy], attemptsTotal };
      return { orderId, lat, lng, priorityWeight, submittedAt, ...refusals };
    },
  );
  const matches = batch.matches.map(({ orderId, driverId, score }) => {
    return { orderId, driverId, score };
  });
  const columns = {
    driverId: drivers.map(({ driverId }) => driverId),
    lat: drivers.map(({ lat }) => lat),
    lng: drivers.map(({ lng }) => lng),
    speedKmh: drivers.map(({ speedKmh }) => speedKmh),
    maxOrders: drivers.map(({ maxOrders }) => maxOrders),
    lastAssignedAt: drivers.map(({ lastAssignedAt }) => lastAssignedAt ?? null),
  };
  const kept = { batchId, at, method, weights: { ...weights }, orders, drivers: columns, matches };
  await store.batches.save(kept, keepBatches);
}

/** @throws Refusal UNKNOWN_BATCH, STORE_UNAVAILABLE */
export async function findBatch({ store }: Dispatch, batchId: string): Promise<MatchedBatch> {
  const kept = await store.batches.find(batchId);
  if (!kept) throw refuse.UNKNOWN_BATCH();
  return fromKept(kept);
}

function fromKept({ orders, drivers, ...batch }: KeptBatch): MatchedBatch {
  return {
    ...batch,
    orders: orders.map((order) => ({ attemptsTotal: 0, ...order, cell: cellOf(order) })),
    drivers: drivers.driverId.map((driverId, i) => {
      const at = { lat: drivers.lat[i]!, lng: drivers.lng[i]! };
      const [speedKmh, maxOrders] = [drivers.speedKmh[i]!, drivers.maxOrders[i]!];
      const lastAssignedAt = drivers.lastAssignedAt[i] ?? undefined;
      // All of them were idle.
      return { driverId, ...at, cell: cellOf(at), speedKmh, maxOrders, lastAssignedAt, active: 0 };
    }),
  };
}

interface ReplayRequest {
  /** Instants, both included; without them, all batches that are kept. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Those that are not named are today's. */
  readonly weights?: Partial<Weights> | undefined;
  /** Today's, if omitted. */
  readonly matching?: 'greedy' | 'optimal' | undefined;
  /** Each batch names the orders that differ. */
  readonly changes?: boolean | undefined;
}

/** How well a batch was matched. */
export interface Quality {
  /** Null when nothing was matched. */
  readonly mean_pickup_km: number | null;
  readonly total_score: number;
}

/** An order that another matching gives to another driver; null: to none. */
export interface Change {
  readonly order_id: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The changes that another matching would make. */
export interface Comparison {
  /** Orders that go to another driver, to one instead of none, or to none. */
  readonly differing: number;
  readonly before: Quality;
  readonly after: Quality;
}

/**
 * Matches batches that are kept once more, newest first; nothing is offered. It returns the `total`
 * of all of them.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function* replay(
  dispatch: Dispatch,
  { from = -Infinity, to = Infinity, weights, matching, changes = false }: ReplayRequest,
): AsyncGenerator<
  ({ readonly batch_id: string; readonly changes?: readonly Change[] } & Comparison)[],
  object
> {
  const today = dispatch.rules;
  const rules = { ...today, weights: { ...today.weights, ...weights } };
  const isOptimal = matching === undefined ? dispatch.optimal : matching === 'optimal';
  const [before, after] = [new Sum(), new Sum()];
  let differing = 0;
  for await (const { summary } of newestFirst(dispatch)) {
    if (summary.at < from || summary.at > to) continue;
    const kept = await dispatch.store.batches.find(summary.batchId);
    if (!kept) continue; // it was deleted in the meantime
    const batch = fromKept(kept);
    const { orders, drivers, at, matches } = batch;
    const again = await match(rules, isOptimal ? 'optimal' : today.matching, orders, drivers, at);
    const sums = [new Sum(), new Sum()] as const;
    sums[0].add(batch, matches);
    sums[1].add(batch, again.matches);
    before.join(sums[0]);
    after.join(sums[1]);
    const changed = changesOf(orders, matches, again.matches);
    differing += changed.length;
    const quality = { before: sums[0].quality, after: sums[1].quality };
    const named = changes ? { changes: changed } : {};
    yield [{ batch_id: batch.batchId, differing: changed.length, ...quality, ...named }];
  }
  return { total: { differing, before: before.quality, after: after.quality } };
}

/** Batches read at once, without what they were matched from. */
const portion = 100;

async function* newestFirst({ store }: Dispatch): AsyncGenerator<NumberedBatch> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const batches = await store.batches.page(before, portion);
    yield* batches;
    if (batches.length === 0) return;
    before = batches.at(-1)!.seq;
  }
}

function changesOf(
  orders: readonly BatchOrder[],
  before: readonly Match[],
  after: readonly Match[],
): Change[] {
  const [old, now] = [before, after].map(
    (matches) => new Map(matches.map(({ orderId, driverId }) => [orderId, driverId])),
  );
  return orders
    .map(({ orderId }) => ({
      order_id: orderId,
      before: old!.get(orderId) ?? null,
      after: now!.get(orderId) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

/** The sum of some matches. */
class Sum {
  #pairs = 0;
  #km = 0;
  #score = 0;

  add({ orders, drivers }: MatchedBatch, matches: readonly Match[]): void {
    const orderOf = new Map(orders.map((order) => [order.orderId, order]));
    const driverOf = new Map(drivers.map((driver) => [driver.driverId, driver]));
    for (const { orderId, driverId, score } of matches) {
      this.#pairs++;
      this.#km += distanceKm(driverOf.get(driverId)!, orderOf.get(orderId)!);
      this.#score += score;
    }
  }

  join(other: Sum): void {
    this.#pairs += other.#pairs;
    this.#km += other.#km;
    this.#score += other.#score;
  }

  get quality(): Quality {
    const mean = this.#pairs === 0 ? null : this.#km / this.#pairs;
    return { mean_pickup_km: mean, total_score: this.#score };
  }
}
