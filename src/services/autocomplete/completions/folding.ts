/**
 * Folds a text to what it has in common with texts that differ only in case and accents: by
 * Unicode's full case folding (CaseFolding.txt, statuses C and F), and compatibility decomposition
 * (NFKD) without marks, again until nothing changes, since the result of one may concern the other.
 *
 * It folds each character by itself: the folding of a text is that of its parts, one after the
 * other. A folded text stays the same.
 */
export function fold(text: string): string {
  if (isPlain.test(text)) return text;
  let folded = text;
  for (;;) {
    const next = foldCase(folded).normalize('NFKD').replace(marks, '');
    if (next === folded) return folded;
    folded = next;
  }
}

/** ASCII without capitals, and ideographs. */
const isPlain = /^[\0-@[-\x7f\u4e00-\u9fff]*$/;
const marks = /\p{M}+/gu;
const dotless = 'ı';
const finalSigmas = /ς/g;
const cherokee = /[\u13a0-\u13fd\uab70-\uabbf]+/g;

/**
 * Unicode's full case folding. JavaScript has the mappings to upper and lower case, from which it
 * derives: ẞ has to go by way of ß, the dotless i folds to itself, Cherokee folds to upper case, and
 * sigma does not depend on its place.
 */
export function foldCase(text: string): string {
  return text
    .split(dotless)
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join(dotless)
    .replace(finalSigmas, 'σ')
    .replace(cherokee, (letters) => letters.toUpperCase());
}
