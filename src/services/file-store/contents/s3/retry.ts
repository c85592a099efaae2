/** Requests to S3: made again while that may help, and 503 when it does not, or nothing moves. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTimeoutMs } from '#kit/stores/availability.ts';
import { Refusal, storeUnavailable } from '#kit/web/problem.ts';
import { refuse } from '../../errors.ts';

/** How often a request is made before it counts as failed. */
const maxAttempts = 5;
/** Pause before the second attempt, milliseconds; it doubles with each further one. */
const firstPauseMs = 25;

/** Makes a request, which must heed the signal. */
export type Attempt<T> = (signal: AbortSignal) => Promise<T>;

/**
 * @param stop ends the request, also while it waits for another attempt
 * @throws Refusal STORE_UNAVAILABLE after the last attempt, STORAGE_FULL; else the server's error
 */
export async function retrying<T>(stop: AbortSignal, attempt: Attempt<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      stop.throwIfAborted();
      return await attempt(stop);
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

/** Says that bytes have moved, and when the next sign of life is due, milliseconds. */
export type Moved = (nextWithinMs?: number) => void;

/**
 * Makes one attempt, which may take any time as long as bytes move.
 *
 * @throws Refusal STORE_UNAVAILABLE when nothing has moved for 2.5 s, or for as long as `moved` said
 */
export async function whileMoving<T>(
  stop: AbortSignal,
  attempt: (signal: AbortSignal, moved: Moved) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  const isSilent = () => silence.abort(new Error('nothing moved'));
  let timer = setTimeout(isSilent, answerTimeoutMs);
  const moved = (nextWithinMs = answerTimeoutMs) => {
    clearTimeout(timer);
    timer = setTimeout(isSilent, nextWithinMs);
  };
  try {
    return await attempt(AbortSignal.any([stop, silence.signal]), moved);
  } catch (error) {
    throw silence.signal.aborted ? storeUnavailable(silence.signal.reason) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The HTTP status behind an error; undefined when there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** A request failed, and S3 had not answered it. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof Refusal && error.cause !== undefined && statusOf(error.cause) === undefined
  );
}

/** The server is overloaded, in trouble, or did not answer. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || status === 429;
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return /^(TimeoutError|AbortError)$/.test(name) || /^(E[A-Z]+|ERR_STREAM|ERR_SSL)/.test(code);
}
