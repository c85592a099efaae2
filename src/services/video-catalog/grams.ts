/**
 * The index terms of a text: runs of its code points, each as a hash. A text that contains a query
 * has all the terms of the query. Hashes that collide and runs that stand apart bring in texts
 * that do not contain it, so whoever uses an index compares what it found.
 *
 * All runs of one and of two code points are terms. Where the letters are few, as in alphabets,
 * so are the runs of three and of five, since pairs of letters are in almost every text.
 */

/** Characters from here on are Chinese, Japanese, Korean or rare: a pair of them says much. */
const wide = 0x2e80;

/** Terms that are looked up for one query: more of them cost more than they exclude. */
const mostOfQuery = 8;

/** A bit for each possible term, all 0 between two calls: three times as fast as a Set. */
const seen = new Uint8Array((1 << 24) / 8);

/** All terms of a text, each once, in no order. A text of m code points has at most 4 m. */
export function termsOf(text: string): number[] {
  const codes = codesOf(text);
  const terms: number[] = [];
  const add = (from: number, to: number) => {
    const term = hash(codes, from, to);
    const bit = 1 << (term & 7);
    if (seen[term >> 3]! & bit) return;
    seen[term >> 3]! |= bit;
    terms.push(term);
  };
  /** Where the present run of narrow characters begins. */
  let start = 0;
  for (let i = 0; i < codes.length; i++) {
    const end = i + 1;
    add(i, end);
    if (end >= 2) add(end - 2, end);
    if (codes[i]! >= wide) start = end;
    if (end - start >= 3) add(end - 3, end);
    if (end - start >= 5) add(end - 5, end);
  }
  for (const term of terms) seen[term >> 3] = 0;
  return terms;
}

/**
 * Terms that every text with this query in it has: those that say most, from all over the query.
 *
 * @param query folded, not empty
 */
export function termsOfQuery(query: string): number[] {
  const codes = codesOf(query);
  const narrow = (from: number, to: number) => codes.slice(from, to).every((code) => code < wide);
  const runs = (length: number, fits: (from: number, to: number) => boolean) =>
    codes
      .keys()
      .map((from) => [from, from + length] as const)
      .filter(([from, to]) => to <= codes.length && fits(from, to))
      .toArray();
  const best = [
    [...runs(5, narrow), ...runs(2, (from, to) => !narrow(from, to))],
    runs(3, narrow),
    runs(2, narrow),
    runs(1, () => true),
  ].find((found) => found.length > 0)!;
  const step = Math.max(1, (best.length - 1) / (mostOfQuery - 1));
  const count = Math.min(best.length, mostOfQuery);
  const chosen = Array.from({ length: count }, (_, i) => best[Math.round(i * step)]!);
  return [...new Set(chosen.map(([from, to]) => hash(codes, from, to)))];
}

function codesOf(text: string): number[] {
  const codes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    codes.push(code);
    if (code > 0xffff) i++;
  }
  return codes;
}

/** 24 bits, of which runs of different lengths get different ones. */
function hash(codes: readonly number[], from: number, to: number): number {
  let h = to - from;
  for (let i = from; i < to; i++) h = Math.imul(h ^ codes[i]!, 0x9e3779b1) ^ (h >>> 15);
  // The finalizer of MurmurHash3 (Austin Appleby).
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) & 0xffffff;
}
