/**
 * Hosts that asked for time. Requests that are booked when a host asks would still be sent, so a
 * process knows its pauses itself; the store tells other replicas of them with their next booking.
 */
import type { Fetcher, Head } from '../web/fetcher.ts';
import { askedForMs } from '../web/retry-after.ts';
import { maxPauseMs } from './retry.ts';

export class HostPauses {
  readonly #until = new Map<string, number>();

  pause(host: string, until: number): void {
    this.#until.set(host, Math.max(until, this.until(host)));
  }

  /** When the host may be asked again; 0 when it did not ask for time. */
  until(host: string): number {
    return this.#until.get(host) ?? 0;
  }

  /** Forgets pauses that are over. */
  forget(now: number): void {
    for (const [host, until] of this.#until) if (until <= now) this.#until.delete(host);
  }
}

/** How long an answer asks not to be asked again, milliseconds, up to a minute; 0 mostly. */
function pauseOf({ status, retryAfter }: Head, now: number): number {
  const asks = status === 429 || status === 503;
  return asks ? Math.min(askedForMs(retryAfter, now), maxPauseMs) : 0;
}

/**
 * A fetcher that tells of hosts that ask for time.
 *
 * @param pause is awaited before the answer is handed on
 */
export function heeding(
  fetcher: Fetcher,
  now: () => number,
  pause: (host: string, ms: number) => Promise<void>,
): Fetcher {
  const heed = async ({ host }: URL, head: Head) => {
    const ms = pauseOf(head, now());
    if (ms > 0) await pause(host, ms);
  };
  return {
    async get(url, limitOf, signal) {
      const answer = await fetcher.get(url, limitOf, signal);
      await heed(url, answer);
      return answer;
    },
    stream: (url, limit, read, signal) =>
      fetcher.stream(
        url,
        limit,
        async (head, body) => {
          await heed(url, head);
          return read(head, body);
        },
        signal,
      ),
    close: () => fetcher.close(),
  };
}
