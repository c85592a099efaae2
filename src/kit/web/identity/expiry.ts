/** Ends what outlives its request, such as a stream, when the token of its caller does. */
import type { Caller } from './caller.ts';

/** The longest time that a timer can be set to, milliseconds. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * Calls `end` once the token of a caller is not good any longer.
 *
 * @returns a function that calls it off
 */
export function atExpiry(caller: Caller, clock: () => number, end: () => void): () => void {
  if (!('endsAt' in caller) || caller.endsAt === Infinity) return () => {};
  const { endsAt } = caller;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    const leftMs = endsAt - clock();
    if (leftMs > maxDelayMs) timer = setTimeout(wait, maxDelayMs).unref();
    else timer = setTimeout(end, Math.max(0, leftMs)).unref();
  };
  wait();
  return () => clearTimeout(timer);
}
