/**
 * From the outbox into the record. An entry is claimed, appended to the record and acknowledged.
 * A process that dies in between leaves a claim that lapses; whoever drains the entry then, the
 * record takes each of its movements once. So any number of replicas may drain.
 */
import type { Logger } from 'pino';
import { common, Refusal } from '#kit/problem.ts';
import type { Clock } from '#kit/service.ts';
import type { RecordStore } from './record-store.ts';
import type { Backlog, OutboxEntry, StockStore } from './stock-store.ts';

/** Stores and clock of a running inventory. */
export interface Inventory {
  readonly store: StockStore;
  readonly record: RecordStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** From a confirmation to the drain that it asks for, milliseconds: others join it meanwhile. */
const kickDelay = 10;

export class Drain {
  /** As of the last count. */
  backlog: Backlog = { entries: 0, oldestAt: undefined };
  readonly #inventory: Inventory;
  #running: Promise<void> | undefined;
  #kick: NodeJS.Timeout | undefined;
  /** Why the last drain failed; undefined once one succeeds. */
  #failure: string | undefined;
  #stopped = false;

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
  }

  /** Age of the oldest entry, seconds. */
  get age(): number {
    const { oldestAt } = this.backlog;
    return oldestAt === undefined ? 0 : Math.max(0, this.#inventory.clock() - oldestAt) / 1000;
  }

  /** Asks for a drain soon; not while a store is away. */
  kick(): void {
    if (this.#failure !== undefined || this.#stopped) return;
    this.#kick ??= setTimeout(() => {
      this.#kick = undefined;
      void this.run();
    }, kickDelay).unref();
  }

  /** Looks how much there is; does not wait for a drain, which may wait for the record. */
  async count(): Promise<void> {
    this.backlog = await this.#inventory.store.backlog();
  }

  /** Drains until nothing can be claimed. Never rejects: to be called again and again. */
  run(): Promise<void> {
    return (this.#running ??= this.#drain().finally(() => (this.#running = undefined)));
  }

  /** No further entry is claimed; resolves once those that were are dealt with. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#kick);
    await this.#running;
  }

  async #drain(): Promise<void> {
    const { record, log } = this.#inventory;
    try {
      // Nothing is claimed for a record that is away.
      if (this.#failure !== undefined) await record.ready();
      while (!this.#stopped && (await this.#portion()) > 0);
      if (this.#failure !== undefined) log.warn('the outbox is being drained again');
      this.#failure = undefined;
    } catch (error) {
      const failure = String(error);
      if (failure !== this.#failure) log.error({ err: error }, 'the outbox cannot be drained');
      this.#failure = failure;
    }
  }

  async #portion(): Promise<number> {
    const { store, record, clock } = this.#inventory;
    const entries = await store.claim(clock());
    if (entries.length === 0) return 0;
    try {
      await record.append(entries);
    } catch (error) {
      // An entry that the record will not have keeps its claim, so that the others go first.
      if (isAway(error)) await this.#giveBack(entries);
      throw error;
    }
    await store.acknowledge(entries);
    return entries.length;
  }

  async #giveBack(entries: readonly OutboxEntry[]): Promise<void> {
    // If that fails as well, the claims lapse.
    await this.#inventory.store.giveBack(entries).catch(() => {});
  }
}

export function isAway(error: unknown): boolean {
  return error instanceof Refusal && error.code === common.STORE_UNAVAILABLE.code;
}
