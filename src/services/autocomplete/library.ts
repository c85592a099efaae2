/** The index without the service: terms in memory, and what begins with a prefix. */
import { complete, type Completion } from './complete.ts';
import { freqAt, halvingsAt, increased, withHalfLife } from './dictionaries/decay.ts';
import { Dictionary } from './dictionaries/dictionary.ts';

export type { Completion };

export interface IndexOptions {
  /** Frequencies decay with this half-life: from 0, fractions too; 0, the default, is never. */
  readonly halfLifeHours?: number;
  /** The present instant, milliseconds since the epoch; `Date.now` when absent. */
  readonly clock?: () => number;
}

export interface LookupOptions {
  /** Most results: a whole number from 0; 10 when absent. */
  readonly limit?: number;
  /** Whether case and accents are set aside; false when absent. */
  readonly folded?: boolean;
}

/** Well-formed texts of 1–256 code points, kept as they are. */
const termPattern = /^\P{Cs}{1,256}$/su;

export class Index {
  readonly #dictionary = new Dictionary('', 0);
  readonly #clock: () => number;

  /** @throws RangeError for a half-life below 0 */
  constructor({ halfLifeHours = 0, clock = Date.now }: IndexOptions = {}) {
    if (!(halfLifeHours >= 0 && halfLifeHours < Infinity)) {
      throw new RangeError('a half-life is a number of hours, from 0');
    }
    this.#clock = clock;
    this.#dictionary.decay = withHalfLife(this.#dictionary.decay, halfLifeHours, clock());
  }

  /** How many terms there are, blocked ones included. */
  get size(): number {
    return this.#dictionary.size;
  }

  /**
   * Counts a term, once or several times; adds it if it is new.
   *
   * @param term well-formed, 1–256 code points, kept as it is
   * @param times a whole number from 1
   * @throws RangeError for another term or number
   */
  train(term: string, times = 1): void {
    checkTerm(term);
    if (!Number.isSafeInteger(times) || times < 1) throw new RangeError('times: whole, from 1');
    const count = this.#dictionary.count(term);
    this.#dictionary.set(term, increased(count, times, this.#now()));
  }

  /**
   * Gives a term this frequency: whole, from 0; with 0 it is removed.
   *
   * @throws RangeError as `train` does
   */
  set(term: string, freq: number): void {
    checkTerm(term);
    if (!Number.isSafeInteger(freq) || freq < 0) throw new RangeError('freq: whole, from 0');
    this.#dictionary.set(term, { freq, halvings: this.#now() });
  }

  /** Takes a term out; false when there is none. It stays blocked if it is. */
  delete(term: string): boolean {
    const isThere = this.#dictionary.count(term) !== undefined;
    this.#dictionary.set(term, { freq: 0, halvings: 0 });
    return isThere;
  }

  /** Blocks a term: it is not answered, but goes on counting, and shows once it is unblocked. */
  setBlocked(term: string, isBlocked: boolean): void {
    checkTerm(term);
    this.#dictionary.setBlocked(term, isBlocked);
  }

  /** How often a term was trained, as of now, rounded; 0 when there is none. */
  freq(term: string): number {
    const count = this.#dictionary.count(term);
    return count === undefined ? 0 : freqAt(count, this.#now());
  }

  /**
   * The terms that begin with a prefix, most frequent first, equals in the order of code points.
   * Terms that have decayed to 0 are left out.
   *
   * @param prefix empty: the most frequent of all
   * @throws RangeError for a prefix that is not well-formed, or a wrong limit
   */
  best(prefix: string, options: LookupOptions = {}): Completion[] {
    const found = complete(this.#dictionary, lookupOf(prefix, options, false), this.#clock());
    return (found as Completion[]).map(copy);
  }

  /**
   * The same, and then those that begin with the prefix except for one character, inserted, removed
   * or replaced, from the third one on; prefixes under three are exact. It takes slices of 5 ms, so
   * that it does not hold up the event loop.
   */
  async forgiving(prefix: string, options: LookupOptions = {}): Promise<Completion[]> {
    const lookup = lookupOf(prefix, options, true);
    return (await complete(this.#dictionary, lookup, this.#clock())).map(copy);
  }

  #now(): number {
    return halvingsAt(this.#dictionary.decay, this.#clock());
  }
}

function checkTerm(term: string): void {
  if (!termPattern.test(term)) {
    throw new RangeError('a term is well-formed Unicode, 1–256 code points');
  }
}

function lookupOf(
  prefix: string,
  { limit = 10, folded: isFolded = false }: LookupOptions,
  isFuzzy: boolean,
) {
  if (!prefix.isWellFormed()) throw new RangeError('a prefix is well-formed Unicode');
  if (!Number.isInteger(limit) || limit < 0) throw new RangeError('limit: whole, from 0');
  return { prefix, limit, isFolded, isFuzzy };
}

/** The index goes on changing its own. */
const copy = ({ term, freq }: Completion): Completion => ({ term, freq });
