import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long computations go on before others have their turn, milliseconds. */
export const sliceMs = 5;

/** Computations that wait for their next slice: each gets a turn of the event loop to itself. */
let waiting: Promise<unknown> = Promise.resolve();

/** The end of the slice that is under way in this turn of the event loop. */
let endOfTurn: number | undefined;

function beginSlice(): number {
  if (endOfTurn === undefined) setImmediate(() => (endOfTurn = undefined));
  return (endOfTurn = performance.now() + sliceMs);
}

/**
 * Cuts a long computation into slices, so that it does not hold up other requests:
 * `if (slice.isOver) await slice.next();` before each part of it, also before the first one: what
 * begins in a turn of the event loop shares the slice that is under way, as many requests may arrive
 * in one turn.
 */
export class TimeSlice {
  #end = endOfTurn ?? beginSlice();

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async next(): Promise<void> {
    waiting = waiting.then(() => nextTurn());
    await waiting;
    this.#end = beginSlice();
  }
}
