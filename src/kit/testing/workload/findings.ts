/** What a check finds wrong. */

export interface Finding {
  /**
   * `lost`: a write that was acknowledged and is not there. `doubled`: a thing done twice, or beyond
   * a limit. `wrong`: anything else, such as a ledger that is off.
   */
  readonly kind: 'lost' | 'doubled' | 'wrong';
  readonly what: string;
  /** How many: a ledger may be off by several units. */
  readonly count: number;
}

export class Findings {
  readonly all: Finding[] = [];

  lost(what: string, count = 1): void {
    this.#add('lost', what, count);
  }

  doubled(what: string, count = 1): void {
    this.#add('doubled', what, count);
  }

  wrong(what: string): void {
    this.#add('wrong', what, 1);
  }

  #add(kind: Finding['kind'], what: string, count: number): void {
    if (count > 0) this.all.push({ kind, what, count });
  }

  /** Each of these happened once: more are doubled. */
  distinct(what: string, values: readonly unknown[]): void {
    const counts = Map.groupBy(values, (value) => value);
    for (const [value, same] of counts) {
      this.doubled(`${what} ${String(value)} ${same.length} times`, same.length - 1);
    }
  }

  /**
   * Holds a count against what is known to have happened.
   *
   * @param unclear how many more may have happened
   */
  between(what: string, count: number, known: number, unclear = 0): void {
    const told = `${what}: ${count}, known ${known}, perhaps ${unclear} more`;
    this.lost(told, known - count);
    this.doubled(told, count - known - unclear);
  }
}
