/** How the full-text index of SQLite names its terms. */
import type { Indexed } from '../../text-search/indexed.ts';
import { eraOf, type Terms } from '../../text-search/newest-first.ts';

/** Runs a write that adds this many terms to the index and removes them. */
export type WriteTerms = <T>(size: number, unit: () => T) => Promise<T>;

export const sizeOf = ({ terms }: Indexed): number => terms?.grams.length ?? 0;

/**
 * The tokenizer takes only ASCII letters and digits, and everything beyond ASCII, as parts of a
 * term. So each ASCII character is written as a private character from U+E000 on. Texts that have
 * these characters themselves cost a comparison, no more.
 */
function encode(text: string): string {
  let term = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    term += unit < 0x80 ? String.fromCharCode(0xe000 + unit) : text[i];
  }
  return term;
}

/** These begin in ASCII, as no gram does. */
const tagTerm = (tag: string): string => `tag${encode(tag)}`;
const eraTerm = (era: number): string => `era${era}`;
const notIndexedTerm = (era: number): string => `all${era}`;

const allTerms = (era: number, { grams, tags }: Terms) => [
  eraTerm(era),
  ...grams.map(encode),
  ...tags.map(tagTerm),
];

/** The terms of a video, separated by blanks. */
export function termsOf(n: number, { terms }: Indexed): string {
  const era = eraOf(n);
  return terms === undefined ? notIndexedTerm(era) : allTerms(era, terms).join(' ');
}

/** The expression that matches the videos of an era that may have all of these terms. */
export function matchExpression(era: number, terms: Terms): string {
  return `(${allTerms(era, terms).join(' AND ')}) OR ${notIndexedTerm(era)}`;
}
