/**
 * Which numbers each user has, in memory. Many entries make few objects: chains through arrays of
 * numbers, so that the garbage collector has little to follow.
 */
export class Entries {
  readonly #numbers: number[] = [];
  /** The entry of the same user before each. */
  readonly #previous: number[] = [];
  readonly #lastOf = new Map<string, number>();
  /** The users of the entries since the mark. */
  #sinceMark: string[] = [];

  get count(): number {
    return this.#numbers.length;
  }

  /** The greatest number; undefined when there is none. */
  get last(): number | undefined {
    return this.#numbers.at(-1);
  }

  /** @param n greater than those before */
  add(userId: string, n: number): void {
    const entry = this.#numbers.push(n) - 1;
    this.#previous.push(this.#lastOf.get(userId) ?? none);
    this.#lastOf.set(userId, entry);
    this.#sinceMark.push(userId);
  }

  /** Where `revert` goes back to. */
  mark(): void {
    this.#sinceMark = [];
  }

  revert(): void {
    for (const userId of this.#sinceMark.toReversed()) {
      const previous = this.#previous.pop()!;
      this.#numbers.pop();
      if (previous === none) this.#lastOf.delete(userId);
      else this.#lastOf.set(userId, previous);
    }
    this.#sinceMark = [];
  }

  /** Numbers of a user between `above` and `below`, both exclusive, the greatest first. */
  of(userId: string, above: number, below: number, limit: number): number[] {
    const found: number[] = [];
    let entry = this.#lastOf.get(userId) ?? none;
    while (entry !== none && found.length < limit) {
      const n = this.#numbers[entry]!;
      if (n <= above) break;
      if (n < below) found.push(n);
      entry = this.#previous[entry]!;
    }
    return found;
  }

  /** All entries in the order of users, `length` at a time. Nothing may be added meanwhile. */
  *slices(length: number): Generator<[userId: string, n: number][]> {
    let slice: [string, number][] = [];
    for (const userId of [...this.#lastOf.keys()].toSorted()) {
      for (const n of this.of(userId, 0, Infinity, Infinity)) {
        if (slice.push([userId, n]) < length) continue;
        yield slice;
        slice = [];
      }
    }
    yield slice;
  }
}

const none = -1;
