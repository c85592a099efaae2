/** Longest pause before the first repetition, and before any, milliseconds. */
const base = 1_000;
const cap = 300_000;

/**
 * The pause before the next attempt, milliseconds: exponential backoff with full jitter, so that
 * what failed together does not come back together.
 * Source: M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
 *
 * @param attempts made so far, 1 or more
 * @param random 0 ≤ random < 1
 */
export function retryDelay(attempts: number, random: number): number {
  return Math.floor(random * Math.min(cap, base * 2 ** (attempts - 1)));
}
