const smallest = 16;

/**
 * The newest numbers of a growing sequence: 4 bytes each, at most `capacity` of them. Adding one
 * to a full ring drops the oldest.
 */
export class Ring {
  readonly #capacity: number;
  #slots: Uint32Array;
  /** Slot of the oldest number. */
  #start = 0;
  #length = 0;

  /** @param numbers descending, below 2^32 */
  constructor(capacity: number, numbers: readonly number[] = []) {
    this.#capacity = capacity;
    this.#length = Math.min(numbers.length, capacity);
    this.#slots = new Uint32Array(Math.min(capacity, Math.max(smallest, this.#length)));
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
    return new Ring(this.#capacity, both);
  }

  /** The ring has not wrapped yet, since it has never been full. */
  #grow(): void {
    const slots = new Uint32Array(Math.min(this.#capacity, 2 * this.#slots.length));
    slots.set(this.#slots);
    this.#slots = slots;
  }
}
