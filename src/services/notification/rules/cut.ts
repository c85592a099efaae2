const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Returns a text of at most `max`: the text itself, or its beginning and an ellipsis. Never cuts in
 * two what a reader sees as one character.
 *
 * @param sizeOf of a part; the sizes of parts add up to that of the whole
 */
export function cut(text: string, max: number, sizeOf: (part: string) => number): string {
  if (sizeOf(text) <= max) return text;
  let room = max - sizeOf('…');
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    room -= sizeOf(segment);
    if (room < 0) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
