import { TimeSlice } from '#kit/base/time-slice.ts';

/** A slice of time that knows whether others have had their turn since it began. */
export class Slice extends TimeSlice {
  hasPaused = false;

  override next(): Promise<void> {
    this.hasPaused = true;
    return super.next();
  }
}
