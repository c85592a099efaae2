/** A worker that ended unasked is replaced after this long; then after twice as long, milliseconds. */
const firstPauseMs = 100;
const longestPauseMs = 10_000;

/** How long to wait with the next replacement: the longer, the more workers have ended one after another. */
export class BackOff {
  #pauseMs = firstPauseMs;
  #calm: NodeJS.Timeout | undefined;

  /** A worker ended unasked, or a replacement did not start. @returns milliseconds */
  next(): number {
    clearTimeout(this.#calm);
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    return pauseMs;
  }

  /** Notes that a replacement serves: pauses start over once no other worker has ended for as long as the longest. */
  served(): void {
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => (this.#pauseMs = firstPauseMs), longestPauseMs).unref();
  }
}
