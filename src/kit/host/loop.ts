import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOutage } from '../web/problem.ts';

/** How often a loop says that a store fails, which may come and go, milliseconds. */
const outageEveryMs = 10_000;

/** Resolves after so many milliseconds; rejects when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

const realPause: Pause = (ms, signal) => sleep(ms, undefined, { signal, ref: false });

interface LoopOptions {
  /** Pause between the end of one run and the start of the next, milliseconds. */
  readonly every: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly name: string;
  /** Where time is simulated; otherwise it is that of the machine. */
  readonly pause?: Pause | undefined;
}

/**
 * Runs `work` again and again until the signal aborts; await the result at shutdown. A run that
 * fails does not end the loop. It is logged, unless the run before it failed for the same reason, or
 * a store has failed within the last 10 seconds, too.
 */
export async function loop(options: LoopOptions, work: () => Promise<void>): Promise<void> {
  const { every, signal, log, name, pause = realPause } = options;
  let failure: string | undefined;
  let nextOutage = 0;
  while (!signal.aborted) {
    try {
      await pause(every, signal);
    } catch {
      return; // aborted
    }
    try {
      await work();
      if (failure !== undefined) log.warn(`${name} works again`);
      failure = undefined;
    } catch (error) {
      const now = performance.now();
      if (String(error) === failure || (isOutage(error) && now < nextOutage)) continue;
      log.error({ err: error }, `${name} failed`);
      failure = String(error);
      nextOutage = now + outageEveryMs;
    }
  }
}
