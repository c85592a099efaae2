/** One index in memory: its terms, as they are and folded, without the blocked ones. */
import { Completions } from '../completions/completions.ts';
import { fold } from '../completions/folding.ts';
import type { Count } from '../completions/ranking.ts';
import { noDecay, type Decay } from './decay.ts';

/**
 * Parts what a term folds to from the term itself: half a surrogate pair, which no text has. Where
 * it stands, no character begins.
 */
const separator = '\udfff';

export class Dictionary {
  /** The id of this life of the index: a later index of the same name has a higher one. */
  readonly id: number;
  readonly name: string;
  /** Those that may be answered, by themselves. */
  readonly terms = new Completions();
  /** Those that folding changes, by what they fold to; the others are found by themselves. */
  readonly folded = new Completions();
  decay: Decay = noDecay;
  /** The blocked terms, each with its count if it was trained. */
  readonly #blocked = new Map<string, Count | undefined>();
  #hidden = 0;

  constructor(name: string, id: number) {
    this.name = name;
    this.id = id;
  }

  /** How many terms it has, blocked ones included. */
  get size(): number {
    return this.terms.size + this.#hidden;
  }

  get blockedSize(): number {
    return this.#blocked.size;
  }

  /** How often a term was trained, blocked or not; undefined when there is none. */
  count(term: string): Count | undefined {
    return this.#blocked.has(term) ? this.#blocked.get(term) : this.terms.find(term);
  }

  /** Gives a term this frequency; with 0 it is removed. */
  set(term: string, count: Count): void {
    const given = count.freq > 0 ? count : undefined;
    if (this.#blocked.has(term)) this.#hide(term, given);
    else this.#show(term, given);
  }

  setBlocked(term: string, isBlocked: boolean): void {
    if (isBlocked === this.#blocked.has(term)) return;
    if (isBlocked) {
      this.#hide(term, this.#show(term, undefined));
    } else {
      const count = this.#hide(term, undefined);
      this.#blocked.delete(term);
      this.#show(term, count);
    }
  }

  /** Shows a term with its count; without a count removes it, and yields what it had. */
  #show(term: string, count: Count | undefined): Count | undefined {
    const folded = fold(term);
    const key = folded === term ? undefined : `${folded}${separator}${term}`;
    if (count === undefined) {
      if (key !== undefined) this.folded.remove(key);
      return this.terms.remove(term);
    }
    this.terms.set(term, count.freq, count.halvings);
    if (key !== undefined) this.folded.set(term, count.freq, count.halvings, key);
    return undefined;
  }

  /** Yields what it was before. */
  #hide(term: string, count: Count | undefined): Count | undefined {
    const before = this.#blocked.get(term);
    this.#blocked.set(term, count);
    this.#hidden += Number(count !== undefined) - Number(before !== undefined);
    return before;
  }
}
