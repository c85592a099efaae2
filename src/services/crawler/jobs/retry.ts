/** When a request that failed is sent again. */
import { FetchError, type Head } from '../web/fetcher.ts';
import { askedForMs } from '../web/retry-after.ts';

/** Longest pause, whatever a server asks for, milliseconds. */
export const maxPauseMs = 60_000;

const firstPauseMs = 1_000;

/** Whether the same request may have another answer later. */
export const isPassing = (status: number) => status === 429 || status >= 500;

/**
 * The pause before the next attempt: 1, 2, 4 … s, or as long as the server asks for, if that is
 * longer, but no more than a minute.
 *
 * @param attempt the one that failed, 1 for the first
 * @param retryAfter the header: seconds, or a date
 */
export function pauseAfter(attempt: number, retryAfter: string | undefined, now: number): number {
  const backoffMs = firstPauseMs * 2 ** (attempt - 1);
  return Math.min(Math.max(backoffMs, askedForMs(retryAfter, now)), maxPauseMs);
}

export interface Retries {
  /** Attempts beyond the first. */
  readonly count: number;
  now(): number;
  pause(ms: number): Promise<void>;
}

/**
 * Sends a request until it has an answer that will not pass, or the attempts are used up: what the
 * last one yields is the result.
 *
 * @throws what `request` throws
 */
export async function retrying<T extends Head>(
  retries: Retries,
  request: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt > retries.count;
    let retryAfter: string | undefined;
    try {
      const answer = await request();
      if (isLast || !isPassing(answer.status)) return answer;
      ({ retryAfter } = answer);
    } catch (error) {
      if (isLast || !(error instanceof FetchError) || error.kind !== 'network') throw error;
    }
    await retries.pause(pauseAfter(attempt, retryAfter, retries.now()));
  }
}
