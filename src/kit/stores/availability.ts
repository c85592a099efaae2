/** A store that hangs: requests wait a short time for it, then fail at once until a probe finds it. */
import { storeUnavailable } from '../base/refusal.ts';

/** How long a request waits for its store, milliseconds. */
export const answerTimeoutMs = 2_500;
/** How long statements may take that are known to be slow on much data, milliseconds. */
export const slowLimitMs = 10_000;
/** How long a request waits before the store is probed, milliseconds. */
const probeAfterMs = 1_500;
/** How long the answer to a probe may take, milliseconds: 3 s after it fell silent a store is away. */
const probeTimeoutMs = 1_500;
/** Pause between two probes of a store that is away, milliseconds. */
const pauseMs = 500;

interface AvailabilityOptions {
  /** Asks the store for any answer; rejects when there is none. The signal aborts when it is late. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
  /** Whether an attempt failed because nobody answered. */
  readonly isLost: (error: unknown) => boolean;
  /** Called when a probe has found the store away, after the attempts under way were given up. */
  readonly wentAway?: () => void;
}

/**
 * Whether a store is there. What hangs or loses its connection has the store probed; only a probe
 * that fails, while nothing else is answered, says that it is away: so one slow statement does not
 * stop the others. Then everything under way is given up, attempts fail at once, and one probe after
 * another finds the store back.
 */
export class Availability {
  readonly #options: AvailabilityOptions;
  /** Each gives up an attempt under way. */
  readonly #underWay = new Set<(reason: string) => void>();
  #isAway = false;
  /** Whether an attempt was answered since the last probe began. */
  #hasAnswered = false;
  #probing: AbortController | undefined;
  #pause: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
  }

  /**
   * Makes an attempt that settles within `limitMs`. While it takes long, the store is probed.
   *
   * @param work is given up when the signal aborts: then nobody waits for what it yields
   * @throws Refusal 503 when the store is away or the time is over; then it is unknown whether the
   *   work took effect. Else what `work` throws
   */
  async attempt<T>(
    work: (signal: AbortSignal) => Promise<T>,
    limitMs = answerTimeoutMs,
  ): Promise<T> {
    if (this.#isAway) throw storeUnavailable(new Error('the last probe had no answer'));
    const controller = new AbortController();
    const givenUp = Promise.withResolvers<never>();
    const giveUp = (reason: string) => {
      const refusal = storeUnavailable(new Error(reason));
      givenUp.reject(refusal);
      controller.abort(refusal);
    };
    const patience = setTimeout(() => this.probe(), probeAfterMs);
    const limit = setTimeout(() => giveUp(`no answer within ${limitMs} ms`), limitMs);
    this.#underWay.add(giveUp);
    try {
      const result = await Promise.race([work(controller.signal), givenUp.promise]);
      this.#hasAnswered = true;
      return result;
    } catch (error) {
      if (!controller.signal.aborted && this.#options.isLost(error)) this.probe();
      throw error;
    } finally {
      clearTimeout(patience);
      clearTimeout(limit);
      this.#underWay.delete(giveUp);
    }
  }

  /** Asks the store, unless it is being asked, and acts on what it finds. */
  probe(): void {
    if (this.#isClosed || this.#probing) return;
    clearTimeout(this.#pause);
    this.#probing = new AbortController();
    this.#hasAnswered = false;
    void this.#ask(this.#probing).then((isThere) => {
      this.#probing = undefined;
      this.#learn(isThere);
    });
  }

  #ask(controller: AbortController): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isThere: boolean) => {
        clearTimeout(timer);
        resolve(isThere);
      };
      const late = () => {
        end(false);
        controller.abort(new Error('no answer to the probe'));
      };
      const timer = setTimeout(late, probeTimeoutMs).unref();
      const { probe } = this.#options;
      probe(controller.signal).then(
        () => end(true),
        () => end(false),
      );
    });
  }

  #learn(isThere: boolean): void {
    if (this.#isClosed) return;
    const wasAway = this.#isAway;
    this.#isAway = !isThere && !this.#hasAnswered;
    if (!this.#isAway) return;
    this.#pause = setTimeout(() => this.probe(), pauseMs).unref();
    if (wasAway) return;
    for (const giveUp of this.#underWay) giveUp('the store went away');
    this.#options.wentAway?.();
  }

  /** No further probe begins. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    this.#probing?.abort(new Error('closed'));
  }
}
