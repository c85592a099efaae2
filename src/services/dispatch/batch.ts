/** Batches: timers that are due are run, then the pool is matched with the idle drivers. */
import type { Logger } from 'pino';
import { newId } from '#kit/base/ids.ts';
import type { Clock } from '#kit/host/service.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Dispatch } from './dispatch.ts';
import { cellsAround } from './matching/lat-lng.ts';
import { match, type Matching, type Method } from './matching/matching.ts';
import type { BatchOrder, IdleDriver } from './matching/ranking.ts';
import { newOfferId } from './offers.ts';
import { keepBatch } from './replay.ts';
import type { Proposal } from './store/offers.ts';
import type { Batch } from './store/orders.ts';
import { limits, type DispatchStore } from './store/dispatch-store.ts';

/** Orders of a batch whose offers are made in one step. */
const offersAtOnce = 25;

/**
 * Runs the timers and matches the batches that are due when it begins; in a backlog the timers run
 * before each batch. It ends before its claims could lapse while their batch is matched, and leaves
 * the other batches to the next tick. Any number of replicas may tick at once.
 *
 * @throws Refusal 503 STORE_UNAVAILABLE
 */
export async function tick(dispatch: Dispatch, clock: Clock): Promise<void> {
  const { offers } = dispatch.store;
  const runTimers = async () => {
    while ((await offers.runTimers(clock())).mayHaveMore);
  };
  const now = clock();
  const isTimeLeft = () => clock() - now < limits.claimMs / 2;
  await runTimers();
  while (isTimeLeft() && (await matchBatch(dispatch, now, clock))) await runTimers();
}

/**
 * Matches one batch, if one is due (rules/batching.ts); false if none was. The store claims the
 * orders and makes the offers. Matching happens in between, and a pair that no longer holds by
 * then is not offered.
 *
 * @param now of the tick: an order that becomes unmatched later than that is not claimed again by
 *   the same tick, which would otherwise never end
 */
async function matchBatch(dispatch: Dispatch, now: number, clock: Clock): Promise<boolean> {
  const { rules, store, optimal } = dispatch;
  const batch = await store.orders.claimBatch(newId('bat', now), now);
  if (!batch) return false;
  // Batches before this one took their time. A clock that was set back does not go before `now`.
  const present = () => Math.max(now, clock());
  const { batchId, orders } = batch;
  const drivers = await findIdle(store, orders, present());
  const method: Method = optimal ? 'optimal' : rules.matching;
  const at = present();
  const matching = await match(rules, method, orders, drivers, at);
  const kept = { batchId, at, method, weights: rules.weights, orders, drivers, ...matching };
  // Sent first: whatever ends this process, no offer is made of a batch that was not kept. Embedded,
  // one commit serves both.
  await Promise.all([keepBatch(dispatch, kept), makeOffers(dispatch, batch, matching, present)]);
  return true;
}

/** Makes the offers of a batch, in portions: others have their turn in between. */
async function makeOffers(
  { store, acceptTimeoutMs }: Dispatch,
  { batchId, orders }: Batch,
  { matches, tables }: Matching,
  present: Clock,
): Promise<void> {
  const claimed = new Map(orders.map((order) => [order.orderId, order]));
  const matched = new Map(matches.map((pair) => [pair.orderId, pair]));
  const entries = [...tables];
  for (let i = 0; i < entries.length; i += offersAtOnce) {
    const part = new Map(entries.slice(i, i + offersAtOnce));
    const offeredAt = present();
    const proposals: Proposal[] = [];
    for (const orderId of part.keys()) {
      const pair = matched.get(orderId);
      if (!pair) continue;
      const order = claimed.get(orderId)!;
      const assignmentId = await newOfferId(store, order, pair.driverId, offeredAt);
      proposals.push({ ...pair, assignmentId });
    }
    const expiresAt = offeredAt + acceptTimeoutMs;
    await store.offers.make({ batchId, proposals, tables: part, expiresAt }, offeredAt);
  }
}

/**
 * Finds the idle drivers around the orders. They are read cell by cell, so that others have their
 * turn in between; a driver may move from one cell into another during that, and counts once.
 */
async function findIdle(
  store: DispatchStore,
  orders: readonly BatchOrder[],
  now: number,
): Promise<IdleDriver[]> {
  const cells = new Set(orders.map(({ cell }) => cell));
  const drivers = new Map<string, IdleDriver>();
  const slice = new TimeSlice();
  for (const cell of new Set([...cells].flatMap(cellsAround))) {
    for (const driver of await store.drivers.findIdle(cell, now)) {
      const lastAssignedAt = driver.lastAssignedAt ?? undefined;
      drivers.set(driver.driverId, { ...driver, lastAssignedAt, active: 0 }); // idle
    }
    if (slice.isOver) await slice.next();
  }
  return [...drivers.values()];
}

/** Ticks of one replica: one at a time, and one more if it was triggered during a tick. */
export class BatchScheduler {
  readonly #dispatch: Dispatch;
  readonly #clock: Clock;
  readonly #log: Logger;
  #running: Promise<void> | undefined;
  #isTriggered = false;
  #isFailing = false;

  constructor(dispatch: Dispatch, clock: Clock, log: Logger) {
    this.#dispatch = dispatch;
    this.#clock = clock;
    this.#log = log;
  }

  /** Ticks once more, after the tick that runs; resolves when none is left to do. Never rejects. */
  trigger(): Promise<void> {
    this.#isTriggered = true;
    return (this.#running ??= this.#run());
  }

  /** Resolves when no tick is running. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isTriggered) {
      this.#isTriggered = false;
      try {
        await tick(this.#dispatch, this.#clock);
        this.#isFailing = false;
      } catch (error) {
        // The next trigger tries again, and a batch that failed is matched when its claim lapses.
        // While the store is away that is twenty times a second: only the first one is logged.
        if (!this.#isFailing) this.#log.error({ err: error }, 'a batch failed');
        this.#isFailing = true;
      }
    }
    this.#running = undefined;
  }
}
