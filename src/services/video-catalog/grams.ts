/**
 * The index terms of a text: its runs of one, two and three code points, each as a hash. A text
 * that contains a query has all the terms of the query; hashes that collide and terms that stand
 * apart bring in texts that do not contain it, so whoever uses an index compares what it found.
 */

/** Terms that are looked up for one query: more of them cost more than they exclude. */
const mostOfQuery = 8;

/** All terms of a text, each once, in no order. A text of m code points has at most 3 m. */
export function termsOf(text: string): number[] {
  const terms = new Set<number>();
  let before = 0;
  let last = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    terms.add(hash(0, 0, code));
    if (last !== 0) terms.add(hash(0, last, code));
    if (before !== 0) terms.add(hash(before, last, code));
    before = last;
    last = code;
  }
  return [...terms];
}

/**
 * Terms that every text with this query in it has: the longest there are, from all over the query.
 *
 * @param query folded, not empty
 */
export function termsOfQuery(query: string): number[] {
  const codes = Array.from(query, (character) => character.codePointAt(0)!);
  if (codes.length === 1) return [hash(0, 0, codes[0]!)];
  if (codes.length === 2) return [hash(0, codes[0]!, codes[1]!)];
  const places = codes.length - 2;
  const count = Math.min(places, mostOfQuery);
  const terms = Array.from({ length: count }, (_, i) => {
    const place = count === 1 ? 0 : Math.round((i * (places - 1)) / (count - 1));
    return hash(codes[place]!, codes[place + 1]!, codes[place + 2]!);
  });
  return [...new Set(terms)];
}

/** 24 bits. No text contains U+0000, which stands for "none". */
function hash(first: number, second: number, third: number): number {
  let h =
    Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
  // The finalizer of MurmurHash3 (Austin Appleby).
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) & 0xffffff;
}
