import type { Clock } from '#kit/host/service.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Link } from '../link.ts';
import type { ClickStore, Portion } from '../store/clicks.ts';
import type { SourceOf, Visitor } from './source.ts';
import { Tally } from './tally.ts';

/** Pause between two flushes: with the flush itself, no click waits for a second, milliseconds. */
export const flushEveryMs = 700;

/** Sums that are recorded in one step. */
const portionEntries = 500;

interface ClicksOptions {
  readonly store: Pick<ClickStore, 'record'>;
  /** Names this process among those that record clicks. */
  readonly writer: string;
  readonly sourceOf: SourceOf;
  readonly clock: Clock;
  /** Sums in memory at most, 1 or more. */
  readonly maxEntries: number;
  /** Called for a click that is not counted, since memory is full. */
  readonly onLost: () => void;
}

/**
 * Counts clicks in memory and records the sums, so that no redirect waits for that. Clicks that are
 * not recorded yet when the process is killed are lost.
 */
export class Clicks {
  readonly #options: ClicksOptions;
  #tally = new Tally();
  /** Not recorded yet, or it is not known: they come again as they are. */
  #portions: Portion[] = [];
  #portionNumber = 0;
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: ClicksOptions) {
    this.#options = options;
  }

  /** @param now milliseconds since the epoch */
  count(link: Link, visitor: Visitor, now: number): void {
    const { maxEntries, sourceOf, onLost } = this.#options;
    const entries = this.#tally.entries + this.#portions.length * portionEntries;
    if (entries >= maxEntries) onLost();
    else this.#tally.add(link, sourceOf(visitor), now);
  }

  /**
   * Records all that was counted until now.
   *
   * @throws Refusal STORE_UNAVAILABLE, STORE_FULL; the next flush tries again
   */
  flush(): Promise<void> {
    const flush = () => this.#flush();
    return (this.#flushing = this.#flushing.then(flush, flush));
  }

  async #flush(): Promise<void> {
    // While the store is away, counted clicks stay summed up.
    await this.#send();
    await this.#cut();
    await this.#send();
  }

  async #send(): Promise<void> {
    const { store, clock } = this.#options;
    for (let next = this.#portions[0]; next !== undefined; next = this.#portions[0]) {
      await store.record(next, clock());
      this.#portions.shift();
    }
  }

  async #cut(): Promise<void> {
    const tally = this.#tally;
    this.#tally = new Tally();
    const slice = new TimeSlice();
    const { writer } = this.#options;
    for (const clicks of tally.parts(portionEntries)) {
      this.#portions.push({ writer, number: ++this.#portionNumber, clicks });
      if (slice.isOver) await slice.next();
    }
  }
}
