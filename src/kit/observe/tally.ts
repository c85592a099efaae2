/** Numbers of the last ten minutes, one for each second. */

/** How many seconds are kept. */
export const keptSeconds = 600;

/** One number for each kept second. */
export class Ring {
  readonly #values = new Float32Array(keptSeconds);

  /** @param second since the start of the process */
  set(second: number, value: number): void {
    this.#values[second % keptSeconds] = value;
  }

  /** What `set` has kept of a value that has not been replaced. */
  at(second: number): number {
    return this.#values[second % keptSeconds]!;
  }

  /** The values of seconds `from` up to, not including, `to`. */
  slice(from: number, to: number): number[] {
    const values: number[] = [];
    // Three decimals: what follows is noise of the float.
    for (let i = from; i < to; i++) values.push(Math.round(this.at(i) * 1_000) / 1_000);
    return values;
  }
}

/** A sum that is closed each second. */
export class Tally {
  readonly ring = new Ring();
  #sum = 0;
  #kept = 0;

  /** The sum over all kept seconds. */
  get kept(): number {
    return this.#kept;
  }

  add(by: number): void {
    this.#sum += by;
  }

  close(second: number): void {
    const replaced = this.ring.at(second);
    this.ring.set(second, this.#sum);
    this.#kept += this.ring.at(second) - replaced;
    this.#sum = 0;
  }
}
