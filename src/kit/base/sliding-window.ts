/**
 * Exact sliding windows in memory: a request is allowed while the units counted in the window that ends
 * now leave room for its cost, so no span of that length ever holds more than the limit.
 *
 * A window is kept as points in ascending order, each an instant and the total of units counted until
 * then. What is used is the newest total less the one before the window, so a point counts any number
 * of units, and those of one millisecond share one. The points stand in a ring: nothing is moved, and
 * what must be looked up is found by halving.
 *
 * It is exact as long as the window has no more than `maxPoints` points. Beyond, the points of each
 * slice of the window become one, the latest: its units leave later than they should, by less than a
 * slice, never earlier. Redis has two forms of the same rules: docs/adr/0053.
 */
import { IdleMap } from './idle-map.ts';

/** Lua functions for scripts: a library for `loadScripts`. */
export const slidingWindowLua = new URL('./sliding-window.lua', import.meta.url);

/** An instant for scripts, which compare instants as text: 13 digits; empty before the epoch. */
export const instantForLua = (at: number): string => (at < 0 ? '' : String(at).padStart(13, '0'));

/** Most points of one window: some 250 KiB. */
export const maxPoints = 10_000;

export interface SlidingWindowOptions {
  /** How many points a window keeps; even, from 4. Tests set it. */
  readonly maxPoints?: number;
}

/** The length of a slice, milliseconds: after joining there are at most half as many points, and one. */
export const sliceOf = (windowMs: number, points: number): number =>
  Math.ceil(windowMs / (points / 2));

export interface Limit {
  /** Units a window. */
  readonly limit: number;
  readonly windowMs: number;
}

/** The windows of all keys. A key that nobody asks for is dropped after its window. */
export class SlidingWindows extends IdleMap<SlidingWindow> {
  /** @param now milliseconds, as in all methods of a window */
  of(key: string, windowMs: number, now: number): SlidingWindow {
    let window = this.get(key, windowMs, now);
    if (window === undefined) {
      window = new SlidingWindow();
      this.set(key, window);
    }
    return window;
  }
}

/**
 * One window. Only counting and taking back change it: what is asked in between, with whatever limit or
 * clock, changes no later answer.
 */
export class SlidingWindow {
  readonly #max: number;
  /** Instants and totals in turn. */
  #ring: number[] = [];
  /** Where the oldest point is. */
  #head = 0;
  #count = 0;
  /** The total before the oldest point. */
  #base = 0;

  constructor({ maxPoints: max = maxPoints }: SlidingWindowOptions = {}) {
    this.#max = max;
  }

  /** Returns the units left; below 0 when more were counted under a higher limit. */
  left({ limit, windowMs }: Limit, now: number): number {
    return limit - this.#usedSince(this.#firstInside(now - windowMs));
  }

  /**
   * Counts units, for which there is room. Returns the instant at which they count, for `takeBack`:
   * `now`, or the newest one if that is later.
   */
  take(cost: number, { windowMs }: Limit, now: number): number {
    this.#drop(this.#firstInside(now - windowMs));
    const last = this.#count - 1;
    const total = this.#total(last) + cost;
    // The second one in a millisecond; or the clock went back, and the points stay in order.
    if (last >= 0 && now <= this.#at(last)) return this.#set(last, this.#at(last), total);
    if (this.#count === this.#max) this.#join(sliceOf(windowMs, this.#max));
    if (this.#count === this.#capacity) this.#grow(now);
    return this.#set(this.#count++, now, total);
  }

  /** Takes back the units that were counted last, as far as there are any. */
  giveBack(cost: number, { windowMs }: Limit, now: number): void {
    const first = this.#firstInside(now - windowMs);
    if (first === this.#count) return;
    this.#drop(first);
    const used = Math.max(0, this.#usedSince(0) - cost);
    if (used === 0) return this.#drop(this.#count);
    const last = this.#firstWith(this.#base + used);
    this.#set(last, this.#at(last), this.#base + used);
    this.#count = last + 1;
  }

  /** Takes back one unit that was counted at this instant, if it is still there. */
  takeBack(at: number): void {
    const index = this.#firstInside(at) - 1;
    if (index < 0 || this.#at(index) !== at) return;
    const isOnly = this.#total(index) - this.#total(index - 1) === 1;
    const points = this.#inOrder();
    for (let i = 2 * index + 1; i < points.length; i += 2) points[i]!--;
    if (isOnly) points.splice(2 * index, 2);
    this.#hold(points);
  }

  /** Returns how long until `cost` units are left: more than now, and no more than the limit. */
  waitMs(cost: number, { limit, windowMs }: Limit, now: number): number {
    // There is room when all that was counted until this point has left.
    const leaving = this.#firstWith(this.#total(this.#count - 1) + cost - limit);
    return this.#at(leaving) + windowMs - now;
  }

  /** Returns how long until nothing is counted. */
  resetAfterMs({ windowMs }: Limit, now: number): number {
    if (this.#count === 0) return 0;
    return Math.max(0, this.#at(this.#count - 1) + windowMs - now);
  }

  /** Returns the units that were counted from this point on. */
  #usedSince(first: number): number {
    return this.#total(this.#count - 1) - this.#total(first - 1);
  }

  /** Returns the oldest point after an instant, or `count` when there is none. */
  #firstInside(past: number): number {
    // Most often all are inside, or all but one.
    let low = 0;
    for (const limit = Math.min(2, this.#count); low < limit; low++) {
      if (this.#at(low) > past) return low;
    }
    for (let high = this.#count; low < high;) {
      const middle = (low + high) >> 1;
      if (this.#at(middle) > past) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Returns the oldest point with such a total, or more. */
  #firstWith(total: number): number {
    let low = 0;
    for (let high = this.#count; low < high;) {
      const middle = (low + high) >> 1;
      if (this.#total(middle) >= total) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Drops the oldest points. When none is left the total starts at 0 again, so it stays a safe integer. */
  #drop(points: number): void {
    if (points === 0) return;
    this.#base = points === this.#count ? 0 : this.#total(points - 1);
    this.#head = (this.#head + points) % this.#capacity;
    this.#count -= points;
  }

  get #capacity(): number {
    return this.#ring.length / 2;
  }

  /** Returns the place of a point in the ring; 0 is the oldest point. */
  #slot(index: number): number {
    const slot = this.#head + index;
    const capacity = this.#capacity;
    // Cheaper than a division.
    return 2 * (slot < capacity ? slot : slot - capacity);
  }

  #at(index: number): number {
    return this.#ring[this.#slot(index)]!;
  }

  /** Returns the units counted until a point; −1 is the one before the oldest. */
  #total(index: number): number {
    return index < 0 ? this.#base : this.#ring[this.#slot(index) + 1]!;
  }

  /** Returns the instant. */
  #set(index: number, at: number, total: number): number {
    const slot = this.#slot(index);
    this.#ring[slot] = at;
    this.#ring[slot + 1] = total;
    return at;
  }

  /** Exactly doubles the ring: `push` would reserve 16 more places, for each of a million keys. */
  #grow(filler: number): void {
    const points = this.#inOrder();
    this.#ring = points.concat(points.length === 0 ? [filler, filler] : points);
    this.#head = 0;
  }

  /** Keeps the latest point of each slice, whose total has those of the others in it. */
  #join(sliceMs: number): void {
    const points = this.#inOrder();
    const sliceAt = (i: number) => Math.floor(points[i]! / sliceMs);
    const kept: number[] = [];
    for (let i = 0; i < points.length; i += 2) {
      const isLatest = i + 2 === points.length || sliceAt(i) !== sliceAt(i + 2);
      if (isLatest) kept.push(points[i]!, points[i + 1]!);
    }
    this.#hold(kept);
  }

  /** Puts points in the place of all others. */
  #hold(points: number[]): void {
    this.#ring = points;
    this.#head = 0;
    this.#count = points.length / 2;
  }

  #inOrder(): number[] {
    const from = 2 * this.#head;
    const turned = this.#ring.slice(from).concat(this.#ring.slice(0, from));
    return turned.slice(0, 2 * this.#count);
  }
}
