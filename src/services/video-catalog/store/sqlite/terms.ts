/** How the full-text index of SQLite names its terms. */
import { eraOf } from '../../text-search/newest-first.ts';

/**
 * The term of a gram. The tokenizer takes only ASCII letters and digits, and everything beyond
 * ASCII, as parts of a term. So each ASCII character is written as a private character from U+E000
 * on. Texts that have these characters themselves cost a comparison, no more.
 */
function gramTerm(gram: string): string {
  let term = '';
  for (let i = 0; i < gram.length; i++) {
    const unit = gram.charCodeAt(i);
    term += unit < 0x80 ? String.fromCharCode(0xe000 + unit) : gram[i];
  }
  return term;
}

/** In ASCII, as no gram is. */
const eraTerm = (era: number): string => `era${era}`;
const notIndexedTerm = (era: number): string => `all${era}`;

/** The terms of a video with these grams, undefined when it has too many; separated by blanks. */
export function termsOf(n: number, grams: readonly string[] | undefined): string {
  const era = eraOf(n);
  if (grams === undefined) return notIndexedTerm(era);
  return [eraTerm(era), ...grams.map(gramTerm)].join(' ');
}

/** What the videos of an era match that may contain a text with these grams. */
export function matchExpression(era: number, grams: readonly string[]): string {
  return `(${[eraTerm(era), ...grams.map(gramTerm)].join(' AND ')}) OR ${notIndexedTerm(era)}`;
}
