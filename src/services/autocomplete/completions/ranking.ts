/** The order of results: most frequent first, equals by code points. */

/** How often a term was trained, as of some instant of its index. */
export interface Count {
  /** More than 0. */
  readonly freq: number;
  /** How many half-lives of the index had passed when it was that: see ../dictionaries/decay.ts. */
  readonly halvings: number;
}

/** A term and how often it was trained. */
export class Term implements Count {
  readonly term: string;
  freq: number;
  halvings = 0;

  constructor(term: string, freq: number) {
    this.term = term;
    this.freq = freq;
  }

  /** The text by which it is found. */
  get key(): string {
    return this.term;
  }
}

/** A term that is found by another text. */
export class KeyedTerm extends Term {
  readonly #key: string;

  constructor(key: string, term: string, freq: number) {
    super(term, freq);
    this.#key = key;
  }

  override get key(): string {
    return this.#key;
  }
}

/**
 * Whether `a` stands before `b`. Two different terms never stand side by side. All terms of an
 * index decay at once by the same factor, so no two of them change places as time goes by.
 */
export function precedes(a: Term, b: Term): boolean {
  const difference = lead(a.freq, a.halvings, b);
  return difference === 0 ? isLess(a.term, b.term) : difference > 0;
}

/** More than 0 when this frequency is worth more than the other. */
export function lead(freq: number, halvings: number, other: Count): number {
  if (halvings === 0 && other.halvings === 0) return freq - other.freq;
  return level(freq, halvings) - level(other.freq, other.halvings);
}

/**
 * The logarithm of what the frequency would have to be, had nothing decayed before, to be worth as
 * much now. It never overflows, however many half-lives have passed (G. Cormode et al., "Forward
 * Decay: A Practical Time Decay Model for Streaming Systems", ICDE 2009).
 */
const level = (freq: number, halvings: number) => Math.log2(freq) + halvings;

/** Order by code points; `<` orders by UTF-16 units, which puts U+10000 before U+E000. */
function isLess(a: string, b: string): boolean {
  const shared = sharedLength(a, b);
  if (shared === a.length) return shared < b.length;
  return shared < b.length && rank(a.charCodeAt(shared)) < rank(b.charCodeAt(shared));
}

/** How many UTF-16 units two strings share at their beginning. */
export function sharedLength(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let i = 0;
  while (i < length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}

/**
 * The place of a UTF-16 unit in the order of code points: surrogates, which stand for U+10000 and
 * beyond, after all others (M. Scherer, "UTF-16 in code point order", ICU).
 */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
