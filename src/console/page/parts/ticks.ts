/** Where a chart writes its numbers and its minutes. */

/** Pixels from one label to the next, at least: 11:30 PM has room, and so have lines of text. */
const [betweenTimes, betweenValues] = [80, 22];
const minuteSteps = [1, 2, 5, 10];

/**
 * Whole minutes, as many as have room for their labels.
 *
 * @param from seconds since the epoch
 * @param to seconds since the epoch
 * @param width pixels
 */
export function timeTicks(from: number, to: number, width: number): number[] {
  const room = Math.max(1, width / betweenTimes);
  const minutes =
    minuteSteps.find((step) => (to - from) / (step * 60) <= room) ?? minuteSteps.at(-1)!;
  return multiples(minutes * 60, from, to);
}

/**
 * From 0 to `most`, in steps of 1, 2 or 5 and zeros. A step is never a part of what is counted, so every
 * label is the exact value of its line.
 *
 * @param height pixels
 */
export function valueTicks(most: number, height: number): number[] {
  const step = most / Math.max(1, Math.floor(height / betweenValues));
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  const nice = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= step)!;
  return multiples(nice, 0, most);
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
}
