/**
 * Counts by key that vanish after their window: the storage for your own limiters.
 * `memoryCounters` and `redisCounters` are the two.
 */
export interface CounterStore {
  /**
   * Counts one more, and yields the count. The first one opens a window; from its end on, counting
   * starts over.
   *
   * @param windowMs from 1
   * @param now whole milliseconds since the epoch
   * @throws Refusal STORE_UNAVAILABLE (503) while a shared store is away
   */
  increment(key: string, windowMs: number, now: number): number | Promise<number>;
  /** The count in the present window; 0 when there is none. Throws as `increment` does. */
  count(key: string, now: number): number | Promise<number>;
  /** Forgets a key. Throws as `increment` does. */
  reset(key: string): void | Promise<void>;
}
