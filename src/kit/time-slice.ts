import { setImmediate } from 'node:timers/promises';

/** Computations that wait for their next slice: each gets a turn of the event loop to itself. */
let waiting: Promise<unknown> = Promise.resolve();

/** How long one request computes before others have their turn, milliseconds. */
const sliceMs = 5;

/**
 * Cuts a long computation into slices, so that it does not hold up other requests:
 * `if (slice.isOver) await slice.next();` between two parts of it.
 */
export class TimeSlice {
  #end = performance.now() + sliceMs;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async next(): Promise<void> {
    waiting = waiting.then(() => setImmediate());
    await waiting;
    this.#end = performance.now() + sliceMs;
  }
}
