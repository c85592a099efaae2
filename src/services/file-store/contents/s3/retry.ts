/** Requests to S3: made again while that may help, and 503 when it does not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { storeUnavailable } from '#kit/web/problem.ts';
import { refuse } from '../../errors.ts';

/** How often a request is made before it counts as failed. */
const maxAttempts = 5;
/** Pause before the second attempt, milliseconds; it doubles with each further one. */
const firstPauseMs = 25;
/** How long one attempt may take, milliseconds: less than a pin lasts (see uploads/commit.ts). */
const attemptTimeoutMs = 10 * 60_000;

/** Makes a request, which must heed the signal. */
export type Attempt<T> = (signal: AbortSignal) => Promise<T>;

/**
 * @param stop ends all requests, those that wait for another attempt too
 * @throws Refusal STORE_UNAVAILABLE after the last attempt, STORAGE_FULL; else the server's error
 */
export async function retrying<T>(stop: AbortSignal, attempt: Attempt<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attemptOnce(stop, attempt);
    } catch (error) {
      if (statusOf(error) === 507) throw refuse.STORAGE_FULL();
      if (!isTemporary(error)) throw error;
      if (n === maxAttempts || stop.aborted) throw storeUnavailable(error);
    }
    // Jitter, so that replicas do not come back all at once.
    const pauseMs = firstPauseMs * 2 ** (n - 1) * (0.5 + Math.random());
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** The signal lasts as long as the attempt: the body of an answer may be read for longer. */
async function attemptOnce<T>(stop: AbortSignal, attempt: Attempt<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, attemptTimeoutMs);
  stop.addEventListener('abort', abort);
  try {
    if (stop.aborted) abort();
    return await attempt(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}

/** The HTTP status behind an error; undefined when there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** The server is overloaded, in trouble, or did not answer. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || status === 429;
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return /^(TimeoutError|AbortError)$/.test(name) || /^(E[A-Z]+|ERR_STREAM|ERR_SSL)/.test(code);
}
