/** The order of results: most frequent first, equals by code points. */

/** A term and how often it was trained. */
export class Term {
  readonly term: string;
  /** From 1; it only grows. */
  freq: number;

  constructor(term: string, freq: number) {
    this.term = term;
    this.freq = freq;
  }
}

/** Whether `a` stands before `b`. Two different terms never stand side by side. */
export function precedes(a: Term, b: Term): boolean {
  if (a.freq !== b.freq) return a.freq > b.freq;
  return isLess(a.term, b.term);
}

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
