/** Looks at the structure of JSON text before it is parsed, or in order to parse it in pieces. */
import { TimeSlice } from '../../time-slice.ts';

/** Bytes that are read between two looks at the clock. */
const portion = 65_536;

const quote = 0x22;
const backslash = 0x5c;

/** The bytes that `scanJson` tells of. */
export const token = {
  string: quote,
  comma: 0x2c,
  colon: 0x3a,
  listBegin: 0x5b,
  listEnd: 0x5d,
  objectBegin: 0x7b,
  objectEnd: 0x7d,
} as const;

const isToken = new Uint8Array(256);
for (const byte of Object.values(token)) isToken[byte] = 1;

/**
 * Tells of each token, in order, in slices of time. Of a string it tells the beginning. Text that is
 * not JSON has tokens too: whether it is, only the parser finds out.
 *
 * @param tell may throw, which ends it
 */
export async function scanJson(
  json: Buffer,
  tell: (token: number, at: number) => void,
): Promise<void> {
  const slice = new TimeSlice();
  let isInString = false;
  for (let i = 0, look = 0; i < json.length; i++) {
    if (i >= look) {
      if (slice.isOver) await slice.next();
      look = i + portion;
    }
    const byte = json[i]!;
    if (isInString) {
      // A backslash escapes the byte after it.
      if (byte === backslash) i++;
      else if (byte === quote) isInString = false;
    } else if (isToken[byte] === 1) {
      isInString = byte === quote;
      tell(byte, i);
    }
  }
  if (slice.isOver) await slice.next();
}
