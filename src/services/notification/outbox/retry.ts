/** Upper bounds of the pause before the first repetition, and before any. */
const firstMs = 1_000;
const maxMs = 300_000;

/**
 * The pause before the next attempt, milliseconds: exponential back-off with full jitter, so that
 * notifications that failed together are not tried again together.
 * Source: M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
 *
 * @param attempts made so far, 1 or more
 * @param random 0 ≤ random < 1
 */
export function retryDelayMs(attempts: number, random: number): number {
  return Math.floor(random * Math.min(maxMs, firstMs * 2 ** (attempts - 1)));
}
