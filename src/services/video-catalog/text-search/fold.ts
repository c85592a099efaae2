import { TimeSlice } from '#kit/base/time-slice.ts';

/**
 * Folds case: two characters are the same when the lower case of their upper case is.
 *
 * Each code point is folded by itself, to one code point, so that a part of a text folds to a part
 * of the folded text. `toLowerCase` on whole strings would not do: it writes a sigma at the end of
 * a word differently from one inside, and "İ" as two characters. Nothing else is made equal:
 * "é" as one character and as "e" with a combining accent differ, and so do "ß" and "ss".
 */
export function fold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replace(cased, foldCharacter);
}

/** Characters that have another case: most characters of a long text may have none. */
const cased = /\p{Changes_When_Casemapped}/gu;

/** The folded characters seen so far; there are at most 0x110000. */
const known = new Map<string, string>();

function foldCharacter(character: string): string {
  let folded = known.get(character);
  if (folded === undefined) {
    const upper = oneOr(character, character.toUpperCase());
    folded = oneOr(upper, upper.toLowerCase());
    known.set(character, folded);
  }
  return folded;
}

/** `changed` when it is one code point, else what it was made from ("ß" in upper case is "SS"). */
function oneOr(character: string, changed: string): string {
  return changed.length === String.fromCodePoint(changed.codePointAt(0)!).length
    ? changed
    : character;
}

/** Stands between the fields in the searched text. No folded text contains a capital. */
const separator = 'A';

/** Characters (UTF-16 units) that are folded between two looks at the clock: about a millisecond. */
const portion = 4_096;

/** The text that is searched: a folded query is a part of it exactly when it is one of a field. */
export async function searchedText(
  title: string,
  description: string,
  tags: readonly string[],
): Promise<string> {
  const slice = new TimeSlice();
  const folded: string[] = [];
  for (const field of [title, description, ...tags]) {
    let text = '';
    for (let from = 0, to; from < field.length; from = to) {
      if (slice.isOver) await slice.next();
      // The halves of a surrogate pair stay together.
      to = field.codePointAt(from + portion - 1)! > 0xffff ? from + portion + 1 : from + portion;
      text += fold(field.slice(from, to));
    }
    folded.push(text);
  }
  return folded.join(separator);
}
