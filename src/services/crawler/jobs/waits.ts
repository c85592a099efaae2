/** The waits of a job: for its turn at a host, and for a store that is away. */
import { isOutage } from '#kit/web/problem.ts';
import type { CrawlerContext } from './context.ts';

export const workers = 3;

/** Pause before a step is tried again while the store is away. */
const retryPauseMs = 1_000;

export class Waits {
  readonly #context: CrawlerContext;
  readonly #halted: AbortSignal;

  /** @param halted aborted when nothing is to wait any longer */
  constructor(context: CrawlerContext, halted: AbortSignal) {
    this.#context = context;
    this.#halted = halted;
  }

  /**
   * Politeness: each worker waits `delayMs`, requests to one host are `spacingMs` apart, and a host
   * that asked for time is left alone.
   *
   * @param flush is called before a wait
   */
  async forTurn(url: URL, crawlDelayMs: number, flush: () => Promise<void>): Promise<void> {
    const { clock, delayMs, store, pauses } = this.#context;
    const spacingMs = Math.max(Math.ceil(delayMs / workers), crawlDelayMs);
    for (;;) {
      this.#halted.throwIfAborted();
      const book = () => store.bookRequest(url.host, delayMs, spacingMs, clock());
      const waitMs = await this.untilAvailable(book);
      const at = Math.max(clock() + waitMs, pauses.until(url.host));
      if (at <= clock()) return;
      await flush();
      await this.sleep(at - clock());
      // The host may have asked for time in the meantime.
      if (pauses.until(url.host) <= at) return;
    }
  }

  /** Leaves a host alone from now on. */
  async pauseHost(host: string, ms: number): Promise<void> {
    const { clock, store, pauses } = this.#context;
    pauses.pause(host, clock() + ms);
    await this.untilAvailable(() => store.pauseHost(host, ms, clock()));
  }

  async sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#context.sleep(ms, this.#halted);
  }

  /** Tries again while the store is away, or its disk is full. */
  async untilAvailable<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
      await this.sleep(retryPauseMs);
    }
  }
}
