/** Batches: what is due is done, then the pool is matched with the idle drivers. */
import type { Logger } from 'pino';
import { newId } from '#kit/ids.ts';
import type { Clock } from '#kit/service.ts';
import type { Dispatch } from './dispatch.ts';
import { match } from './matching.ts';
import { offerId } from './offers.ts';
import { cellsAround } from './place.ts';

/** Does all that is due at `now`; any number of replicas may, at once. */
export async function tick(dispatch: Dispatch, now: number): Promise<void> {
  while (await dispatch.store.due(now));
  while (await flush(dispatch, now));
}

/**
 * Matches one batch, if one is due; false if none was. The store claims the orders and makes the
 * offers; matching happens in between, and a pair that no longer holds by then is not offered.
 */
async function flush({ rules, store, optimal, acceptTimeout }: Dispatch, now: number) {
  const batch = await store.takeBatch(newId('bat', now), now);
  if (!batch) return false;
  const { batchId, orders } = batch;
  const cells = new Set(orders.map(({ cell }) => cell));
  const around = new Set([...cells].flatMap(cellsAround));
  const drivers = await store.idleDrivers([...around], now);
  const method = optimal ? 'optimal' : rules.matching;
  const { matches, tables } = match(rules, method, orders, drivers, now);
  const dispatchIds = new Map(orders.map(({ orderId, dispatchId }) => [orderId, dispatchId]));
  const proposals = matches.map((pair) => {
    const dispatchId = dispatchIds.get(pair.orderId) ?? null;
    return { ...pair, assignmentId: offerId({ dispatchId, driverId: pair.driverId }, now) };
  });
  await store.offer({ batchId, proposals, tables, expiresAt: now + acceptTimeout }, now);
  return true;
}

/** Ticks of one replica: one at a time, and one more when something happened meanwhile. */
export class Pulse {
  readonly #dispatch: Dispatch;
  readonly #clock: Clock;
  readonly #log: Logger;
  #running: Promise<void> | undefined;
  #again = false;
  #failing = false;

  constructor(dispatch: Dispatch, clock: Clock, log: Logger) {
    this.#dispatch = dispatch;
    this.#clock = clock;
    this.#log = log;
  }

  /** Lets a tick take place, after the one that runs; resolves when none is left to do. */
  beat(): Promise<void> {
    this.#again = true;
    return (this.#running ??= this.#run());
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await tick(this.#dispatch, this.#clock());
        this.#failing = false;
      } catch (error) {
        // The next beat tries again; orders whose batch failed come back when their claim lapses.
        // While the store is away that is twenty times a second: the first one is logged.
        if (!this.#failing) this.#log.error({ err: error }, 'a batch failed');
        this.#failing = true;
      }
    }
    this.#running = undefined;
  }
}
