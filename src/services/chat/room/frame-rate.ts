/** How many frames one user may send, over all connections to this replica. */
import { SlidingWindows, type Limit } from '#kit/base/sliding-window.ts';

/** A user may send at once what the rate allows in this time, milliseconds. */
const burstMs = 4_000;

export class FrameRate {
  readonly #limit: Limit;
  readonly #windows = new SlidingWindows();

  /** @param perSecond 0: any number */
  constructor(perSecond: number) {
    const limit = perSecond === 0 ? Infinity : (perSecond * burstMs) / 1_000;
    this.#limit = { limit, windowMs: burstMs };
  }

  /** Counts a frame. Returns false for one that is too many. */
  allows(user: string, now: number): boolean {
    if (this.#limit.limit === Infinity) return true;
    const frames = this.#windows.of(user, burstMs, now);
    if (frames.left(this.#limit, now) <= 0) return false;
    frames.take(1, this.#limit, now);
    return true;
  }
}
