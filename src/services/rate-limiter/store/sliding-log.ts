/**
 * How a sliding window is kept, in memory and in Redis: as points, each an instant and the total of
 * units counted until then. The units used are the newest total less the one before the window, so a
 * point counts any number of units, and those of one millisecond share one.
 *
 * It is exact as long as the window has no more than `maxPoints` points. Beyond, the points of each
 * slice of the window become one, the latest: its units leave later than they should, by less than a
 * slice, never earlier. See docs/adr/0037.
 */

/** Most points of one window: some 250 KiB. */
export const maxPoints = 10_000;

export interface SlidingLogOptions {
  /** Set by tests: even, from 4. */
  readonly maxPoints?: number;
}

/** The length of a slice, milliseconds: after joining there are at most half as many points, and one. */
export const sliceOf = (windowMs: number, points: number): number =>
  Math.ceil(windowMs / (points / 2));
