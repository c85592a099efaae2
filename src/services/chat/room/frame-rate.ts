/** How many frames one user may send, over all connections to this replica. */
import { SlidingWindows } from '#kit/base/sliding-window.ts';

/** A user may send at once what the rate allows in this time, milliseconds. */
const burstMs = 4_000;

export class FrameRate {
  readonly #max: number;
  readonly #windows = new SlidingWindows();

  /** @param perSecond 0: any number */
  constructor(perSecond: number) {
    this.#max = perSecond === 0 ? Infinity : (perSecond * burstMs) / 1_000;
  }

  /** Counts a frame. Returns false for one that is too many. */
  allows(user: string, now: number): boolean {
    if (this.#max === Infinity) return true;
    const frames = this.#windows.of(user, burstMs, now);
    if (frames.count >= this.#max) return false;
    frames.record(now);
    return true;
  }
}
