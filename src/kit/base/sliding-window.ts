/**
 * Exact sliding windows in memory: for each key, the instants of its recorded requests that are
 * less than a window old. A caller that records a request only while there are fewer than `limit`
 * never records more than `limit` in any window.
 *
 * The instants are kept in a ring buffer, so a decision takes constant amortised time, and nothing
 * is ever filtered or moved. sliding-window.lua has the same rules for Redis.
 */
import { IdleMap } from './idle-map.ts';

/** Lua functions for scripts: a library for `loadScripts`. */
export const slidingWindowLua = new URL('./sliding-window.lua', import.meta.url);

/** An instant for scripts, which compare instants as text: 13 digits; empty before the epoch. */
export const instantForLua = (at: number): string => (at < 0 ? '' : String(at).padStart(13, '0'));

export class SlidingWindows extends IdleMap<Requests> {
  /**
   * The requests of a key in the window that ends now.
   *
   * @param now milliseconds since the epoch
   */
  of(key: string, windowMs: number, now: number): Requests {
    let requests = this.get(key, windowMs, now);
    if (requests === undefined) {
      requests = new Requests();
      this.set(key, requests);
    }
    requests.dropUntil(now - windowMs);
    return requests;
  }
}

/** Instants in ascending order, in a ring that grows as needed. */
class Requests {
  count = 0;
  #ring: number[] = [];
  #head = 0;

  /** The instant of a request; 0 is the oldest, `count - 1` the newest. */
  at(index: number): number {
    const slot = this.#head + index;
    const { length } = this.#ring;
    // Cheaper than a division.
    return this.#ring[slot < length ? slot : slot - length]!;
  }

  /** Returns the instant that it stored, for `takeBack`: `now`, or the newest if that is later. */
  record(now: number): number {
    // A clock that went back would put them out of order.
    const at = this.count > 0 ? Math.max(now, this.at(this.count - 1)) : now;
    if (this.count === this.#ring.length) this.#grow(at);
    this.#ring[(this.#head + this.count) % this.#ring.length] = at;
    this.count++;
    return at;
  }

  /** Takes back the last request that was recorded at this instant, if it is still there. */
  takeBack(at: number): void {
    const instants = this.#inOrder();
    const index = instants.lastIndexOf(at);
    if (index === -1) return;
    this.#ring = instants.toSpliced(index, 1);
    this.#head = 0;
    this.count--;
  }

  dropUntil(past: number): void {
    while (this.count > 0 && this.#ring[this.#head]! <= past) {
      this.#head = this.#head + 1 === this.#ring.length ? 0 : this.#head + 1;
      this.count--;
    }
  }

  /** Exactly doubles the ring: `push` would reserve 16 more slots, for each of a million keys. */
  #grow(filler: number): void {
    const instants = this.#inOrder();
    this.#ring = instants.concat(instants.length === 0 ? [filler] : instants);
    this.#head = 0;
  }

  #inOrder(): number[] {
    const turned = this.#ring.slice(this.#head).concat(this.#ring.slice(0, this.#head));
    return turned.slice(0, this.count);
  }
}

export type { Requests };
