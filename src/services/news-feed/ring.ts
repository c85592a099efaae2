const smallest = 16;

/** What a timeline takes besides its slots, in entries. */
const overhead = 64;

/** What a ring takes in memory, in entries. */
export const weightOf = ({ size }: Ring): number => size + overhead;

type Slots = Uint32Array | Float64Array;

/**
 * The newest numbers of a growing sequence, at most `capacity` of them: 4 bytes each, or 8 where they
 * may pass 2^32. Adding one to a full ring drops the oldest.
 */
export class Ring {
  readonly #capacity: number;
  readonly #Slots: new (length: number) => Slots;
  #slots: Slots;
  /** Slot of the oldest number. */
  #start = 0;
  #length = 0;

  /** @param numbers descending */
  constructor(
    capacity: number,
    numbers: readonly number[] = [],
    Slots: new (length: number) => Slots = Uint32Array,
  ) {
    this.#capacity = capacity;
    this.#Slots = Slots;
    this.#length = Math.min(numbers.length, capacity);
    this.#slots = new Slots(Math.min(capacity, Math.max(smallest, this.#length)));
    for (let i = 0; i < this.#length; i++) this.#slots[this.#length - 1 - i] = numbers[i]!;
  }

  get length(): number {
    return this.#length;
  }

  /** Numbers that fit in without more memory. */
  get size(): number {
    return this.#slots.length;
  }

  /** @param index 0 is the newest; must be less than `length` */
  at(index: number): number {
    return this.#slots[(this.#start + this.#length - 1 - index) % this.#slots.length]!;
  }

  /**
   * @param number larger than all in the ring
   * @returns whether the ring takes more memory now
   */
  push(number: number): boolean {
    const grows = this.#length === this.#slots.length && this.#length < this.#capacity;
    if (grows) this.#grow();
    const size = this.#slots.length;
    this.#slots[(this.#start + this.#length) % size] = number;
    if (this.#length < size) this.#length++;
    else this.#start = (this.#start + 1) % size;
    return grows;
  }

  /**
   * Numbers below `before` that are not hidden, newest first: up to `count`, after `offset` others.
   */
  page(offset: number, before: number, count: number, hidden?: ReadonlySet<number>): number[] {
    const page: number[] = [];
    // Hidden numbers are not counted as skipped: each has to be looked at.
    const isAnyHidden = hidden !== undefined && hidden.size > 0;
    let skip = isAnyHidden ? offset : 0;
    let i = this.#firstBelow(before) + offset - skip;
    for (; i < this.#length && page.length < count; i++) {
      const number = this.at(i);
      if (isAnyHidden && hidden.has(number)) continue;
      if (skip > 0) skip--;
      else page.push(number);
    }
    return page;
  }

  /** The index of the newest number below `before`; `length` when there is none. */
  #firstBelow(before: number): number {
    let [from, to] = [0, this.#length];
    if (to > 0 && this.at(0) < before) return 0;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.at(middle) < before) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  /** A ring that holds these, too. @param numbers descending, none of them in the ring */
  with(numbers: readonly number[]): Ring {
    if (numbers.length === 0) return this;
    const both: number[] = [];
    let [own, other] = [0, 0];
    while (both.length < this.#capacity && (own < this.#length || other < numbers.length)) {
      const next = own < this.#length ? this.at(own) : -1;
      const takesOther = (numbers[other] ?? -1) > next;
      both.push(takesOther ? numbers[other++]! : next);
      if (!takesOther) own++;
    }
    return new Ring(this.#capacity, both, this.#Slots);
  }

  /** The ring has not wrapped yet, since it has never been full. */
  #grow(): void {
    const slots = new this.#Slots(Math.min(this.#capacity, 2 * this.#slots.length));
    slots.set(this.#slots);
    this.#slots = slots;
  }
}
