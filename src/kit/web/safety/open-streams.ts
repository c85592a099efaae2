/**
 * Bounds on the streams and sockets that one user, one client address, and all of them together hold
 * open in this process. Operators and other services are not counted, so the rest is left for them.
 */
import type { Caller } from '../identity/caller.ts';
import { common } from '../problem.ts';

interface StreamBounds {
  /** The most streams of one user, of one address, and in all; `Infinity`: any number. */
  readonly ofUser: number;
  readonly ofAddress: number;
  readonly ofAll: number;
}

/** A stream ends when its client ends it, so the time is a guess. */
const retry = { headers: { 'retry-after': '5' } };

export class OpenStreams {
  readonly #max: StreamBounds;
  readonly #users = new Map<string, number>();
  readonly #addresses = new Map<string, number>();
  #all = 0;

  constructor(max: StreamBounds) {
    this.#max = max;
  }

  /**
   * Counts a stream.
   *
   * @returns a function that is to be called once, when the stream has ended
   * @throws Refusal 429 TOO_MANY_STREAMS_OF_USER, TOO_MANY_STREAMS_OF_ADDRESS, 503 TOO_MANY_STREAMS
   */
  open(caller: Caller, address: string): () => void {
    if (caller.kind === 'service' || caller.kind === 'admin') return () => {};
    const user = caller.kind === 'user' ? caller.name : undefined;
    const { ofUser, ofAddress, ofAll } = this.#max;
    if (user !== undefined && (this.#users.get(user) ?? 0) >= ofUser) {
      throw common.TOO_MANY_STREAMS_OF_USER(`MAX_STREAMS_PER_USER: ${ofUser} are open`, retry);
    }
    if ((this.#addresses.get(address) ?? 0) >= ofAddress) {
      throw common.TOO_MANY_STREAMS_OF_ADDRESS(
        `MAX_STREAMS_PER_ADDRESS: ${ofAddress} are open`,
        retry,
      );
    }
    if (this.#all >= ofAll) throw common.TOO_MANY_STREAMS();
    const add = (by: number) => {
      this.#all += by;
      addTo(this.#addresses, address, by);
      if (user !== undefined) addTo(this.#users, user, by);
    };
    add(1);
    return () => add(-1);
  }
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
