/**
 * Sliding window: a request is allowed while the units allowed in the window that ends now leave room
 * for its cost. Exact: no span of that length ever holds more than the limit.
 *
 * The points are kept in a ring, in ascending order: nothing is moved, and what must be looked up is
 * found by halving. store/redis/lua/sliding-window.lua has the same rules.
 */
import { maxPoints, sliceOf, type SlidingLogOptions } from '../sliding-log.ts';
import type { Limit } from '../store.ts';
import type { Meter } from './meter.ts';

export class SlidingWindow implements Meter {
  readonly #max: number;
  /** Instants and totals in turn. */
  #ring: number[] = [];
  /** Where the oldest point is. */
  #head = 0;
  #count = 0;
  /** The total before the oldest point. */
  #base = 0;

  constructor({ maxPoints: max = maxPoints }: SlidingLogOptions) {
    this.#max = max;
  }

  left({ limit, windowMs }: Limit, now: number): number {
    return limit - this.#usedSince(this.#firstInside(now - windowMs));
  }

  take(cost: number, { windowMs }: Limit, now: number): void {
    this.#drop(this.#firstInside(now - windowMs));
    const last = this.#count - 1;
    const total = this.#total(last) + cost;
    // The second one in a millisecond; or the clock went back, and the points stay in order.
    if (last >= 0 && now <= this.#at(last)) return this.#set(last, this.#at(last), total);
    if (this.#count === this.#max) this.#join(sliceOf(windowMs, this.#max));
    if (this.#count === this.#capacity) this.#grow(now);
    this.#set(this.#count++, now, total);
  }

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

  waitMs(cost: number, { limit, windowMs }: Limit, now: number): number {
    // There is room when all that was counted until this point has left.
    const leaving = this.#firstWith(this.#total(this.#count - 1) + cost - limit);
    return this.#at(leaving) + windowMs - now;
  }

  resetAfterMs({ windowMs }: Limit, now: number): number {
    if (this.#count === 0) return 0;
    return Math.max(0, this.#at(this.#count - 1) + windowMs - now);
  }

  /** Units that were counted from this point on. */
  #usedSince(first: number): number {
    return this.#total(this.#count - 1) - this.#total(first - 1);
  }

  /** The oldest point after an instant; `count` when there is none. */
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

  /** The oldest point with such a total, or more. */
  #firstWith(total: number): number {
    let low = 0;
    for (let high = this.#count; low < high;) {
      const middle = (low + high) >> 1;
      if (this.#total(middle) >= total) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Drops the oldest points. When none is left the total starts over: it stays a safe integer. */
  #drop(points: number): void {
    if (points === 0) return;
    this.#base = points === this.#count ? 0 : this.#total(points - 1);
    this.#head = (this.#head + points) % this.#capacity;
    this.#count -= points;
  }

  get #capacity(): number {
    return this.#ring.length / 2;
  }

  /** The place of a point in the ring; 0 is the oldest. */
  #slot(index: number): number {
    const slot = this.#head + index;
    const capacity = this.#capacity;
    // Cheaper than a division.
    return 2 * (slot < capacity ? slot : slot - capacity);
  }

  #at(index: number): number {
    return this.#ring[this.#slot(index)]!;
  }

  /** Units counted until a point; −1: before the oldest. */
  #total(index: number): number {
    return index < 0 ? this.#base : this.#ring[this.#slot(index) + 1]!;
  }

  #set(index: number, at: number, total: number): void {
    const slot = this.#slot(index);
    this.#ring[slot] = at;
    this.#ring[slot + 1] = total;
  }

  /** Exactly doubles the ring: `push` would reserve 16 more places, for each of a million keys. */
  #grow(filler: number): void {
    const points = this.#inOrder();
    this.#ring = points.concat(points.length === 0 ? [filler, filler] : points);
    this.#head = 0;
  }

  /** Keeps only the latest point of each slice, whose total includes those of the others. */
  #join(sliceMs: number): void {
    const points = this.#inOrder();
    const sliceAt = (i: number) => Math.floor(points[i]! / sliceMs);
    const kept: number[] = [];
    for (let i = 0; i < points.length; i += 2) {
      const isLatest = i + 2 === points.length || sliceAt(i) !== sliceAt(i + 2);
      if (isLatest) kept.push(points[i]!, points[i + 1]!);
    }
    this.#ring = kept;
    this.#head = 0;
    this.#count = kept.length / 2;
  }

  #inOrder(): number[] {
    const from = 2 * this.#head;
    const turned = this.#ring.slice(from).concat(this.#ring.slice(0, from));
    return turned.slice(0, 2 * this.#count);
  }
}
