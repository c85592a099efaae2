/** How long to wait: before something is tried again, and for what may never come. */

/** Resolves after so many milliseconds; or at once, when the signal is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const wait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

/**
 * Exponential back-off with full jitter: clients that lost the same server do not come back at once.
 *
 * @param failures in a row, from 1
 */
export const backOff = (failures: number): number =>
  Math.random() * Math.min(5_000, 100 * 2 ** failures);

/** @throws what `promise` throws; a TimeoutError after so many milliseconds */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer;
  const silence = new Promise<never>((_resolve, reject) => {
    const late = () => reject(new DOMException(`nothing came in ${ms} ms`, 'TimeoutError'));
    timer = setTimeout(late, ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
