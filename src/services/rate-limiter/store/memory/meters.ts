import { IdleMap } from '#kit/base/idle-map.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Meter } from './meter.ts';

/** By how much a clock may go back without finding that what it had counted is forgotten. */
const clockSlackMs = 1_000;

/** The meters of all keys, by the length of their windows: each is kept for as long as it is needed. */
export class Meters {
  readonly #make: () => Meter;
  readonly #byWindow = new Map<number, IdleMap<Meter>>();

  constructor(make: () => Meter) {
    this.#make = make;
  }

  /** How many are kept; one that moved between generations counts twice. */
  get size(): number {
    let size = 0;
    for (const meters of this.#byWindow.values()) size += meters.size;
    return size;
  }

  /** @param isKept whether something may be counted in it */
  of(key: string, windowMs: number, now: number, isKept: boolean): Meter {
    let meters = this.#byWindow.get(windowMs);
    if (meters === undefined) {
      meters = new IdleMap();
      if (isKept) this.#byWindow.set(windowMs, meters);
    }
    let meter = meters.get(key, windowMs + clockSlackMs, now);
    if (meter === undefined) {
      meter = this.#make();
      if (isKept) meters.set(key, meter);
    }
    return meter;
  }

  delete(key: string, windowMs: number): void {
    this.#byWindow.get(windowMs)?.delete(key);
  }

  async sweep(now: number): Promise<void> {
    const slice = new TimeSlice();
    for (const [windowMs, meters] of this.#byWindow) {
      if (slice.isOver) await slice.next();
      meters.sweep(now);
      if (meters.size === 0) this.#byWindow.delete(windowMs);
    }
  }
}
