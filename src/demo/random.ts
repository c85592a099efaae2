/** Choices by a seed: whoever acts has a generator of their own, so that nobody's acts change another's choices. */
import { createHash } from 'node:crypto';
import { seeded } from '#kit/base/seeded.ts';

export class Random {
  readonly #next: () => number;

  constructor(seed: number, ...names: readonly string[]) {
    const hash = createHash('sha256')
      .update([seed, ...names].join('/'))
      .digest();
    this.#next = seeded(hash.readInt32BE());
  }

  /** From 0 up to, but not including, 1. */
  fraction(): number {
    return this.#next();
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  /** @param share how often it is true, 0 to 1 */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)]!;
  }

  /** So many of them, each once. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken = [];
    while (taken.length < count && rest.length > 0) {
      const place = Math.floor(this.#next() * rest.length);
      taken.push(...rest.splice(place, 1));
    }
    return taken;
  }

  /** The time until the next of events that come by chance, so many milliseconds apart on average. */
  gapMs(meanMs: number): number {
    return Math.round(-Math.log(1 - this.#next()) * meanMs);
  }
}
