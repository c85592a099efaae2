/**
 * Moves entries from the outbox into the record. An entry is claimed, appended to the record and
 * acknowledged. A process that dies in between leaves a claim that expires. Another process may
 * then drain the entry, but the record takes each of its movements once. So any number of replicas
 * may drain. An entry that the record rejects is put off, each time for longer, while the others go
 * on.
 */
import type { Logger } from 'pino';
import { isOutage } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import type { Backlog, Outbox, OutboxEntry } from './store/outbox.ts';
import type { RecordStore } from './store/record.ts';

interface DrainOptions {
  readonly outbox: Outbox;
  readonly record: RecordStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long a requested run waits before it begins, so that it takes more entries along. */
const requestDelayMs = 10;

/** Characters of an error that are kept with the entry. */
const maxReasonLength = 300;

export class Drain {
  /** The entries that waited in the outbox at the last count. */
  backlog: Backlog = { entries: 0, oldestAt: undefined, rejected: 0 };
  readonly #options: DrainOptions;
  #running: Promise<void> | undefined;
  #requested: NodeJS.Timeout | undefined;
  /** Why the last run failed; undefined once one succeeds. */
  #failure: string | undefined;
  #stopped = false;

  constructor(options: DrainOptions) {
    this.#options = options;
  }

  /** Age of the oldest entry. */
  get oldestSeconds(): number {
    const { oldestAt } = this.backlog;
    return oldestAt === undefined ? 0 : Math.max(0, this.#options.clock() - oldestAt) / 1000;
  }

  /** Asks for a run soon; not while a store is away. */
  request(): void {
    if (this.#failure !== undefined || this.#stopped) return;
    this.#requested ??= setTimeout(() => {
      this.#requested = undefined;
      void this.run();
    }, requestDelayMs).unref();
  }

  /**
   * Counts what waits. It does not wait for a run, which may wait for the record.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async count(): Promise<void> {
    this.backlog = await this.#options.outbox.backlog();
  }

  /** Drains until nothing can be claimed. Never rejects: to be called again and again. */
  run(): Promise<void> {
    return (this.#running ??= this.#drain().finally(() => (this.#running = undefined)));
  }

  /** Claims no further entry; resolves once the claimed ones are dealt with. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#requested);
    await this.#running;
  }

  async #drain(): Promise<void> {
    const { record, log } = this.#options;
    try {
      // Claims nothing while the record is away.
      if (this.#failure !== undefined) await record.ready();
      while (!this.#stopped && (await this.#drainPortion()) > 0);
      if (this.#failure !== undefined) log.warn('the outbox is being drained again');
      this.#failure = undefined;
    } catch (error) {
      const failure = String(error);
      if (failure !== this.#failure) log.error({ err: error }, 'the outbox cannot be drained');
      this.#failure = failure;
    }
  }

  async #drainPortion(): Promise<number> {
    const { outbox, record, clock } = this.#options;
    const entries = await outbox.claim(clock());
    const parts = entries.length === 0 ? [] : [entries];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      try {
        await record.append(part);
      } catch (error) {
        if (isOutage(error)) {
          await this.#unclaim([...part, ...parts.flat()]);
          throw error;
        }
        // One entry that the record rejects must not keep the others from it: halve until it is found.
        const middle = part.length >> 1;
        if (middle === 0) await this.#reject(part[0]!, error);
        else parts.push(part.slice(middle), part.slice(0, middle));
        continue;
      }
      await outbox.acknowledge(part);
    }
    return entries.length;
  }

  async #reject(entry: OutboxEntry, error: unknown): Promise<void> {
    const { outbox, log, clock } = this.#options;
    log.error({ err: error, entry: entry.id }, 'the record rejects an entry of the outbox');
    await outbox.reject(entry, String(error).slice(0, maxReasonLength), clock());
  }

  /** While the outbox is away as well, claims lapse by themselves. */
  async #unclaim(entries: readonly OutboxEntry[]): Promise<void> {
    try {
      await this.#options.outbox.unclaim(entries);
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }
}
