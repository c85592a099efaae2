import { storeUnavailable } from '#kit/web/problem.ts';

/** How long a write waits for its turn, milliseconds. */
const turnTimeoutMs = 10_000;

export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Writes of one replica go one after another: all writes take turns in the database anyway, and
 * those that wait there would hold the connections that reads need.
 */
export function turns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const arrived = performance.now();
    const done = last.then(() => {
      // The store has stalled all this time.
      if (performance.now() - arrived > turnTimeoutMs) throw storeUnavailable();
      return work();
    });
    last = done.catch(() => {});
    return done;
  };
}
