/** Looks at the structure of JSON text before it is parsed, or in order to parse it in pieces. */
import { TimeSlice } from '../../base/time-slice.ts';
import { common } from '../problem.ts';

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

/** How deep lists and objects may be nested; code that walks through a value calls itself for each. */
export const maxJsonDepth = 64;

/** What a byte does to the depth; other tokens and bytes leave it as it is. */
const depthChange = new Int8Array(256);
for (const begin of [token.listBegin, token.objectBegin]) depthChange[begin] = 1;
for (const end of [token.listEnd, token.objectEnd]) depthChange[end] = -1;

const isToken = new Uint8Array(256);
for (const byte of Object.values(token)) isToken[byte] = 1;

/** Whether a text is nested deeper than `maxDepth`; looks at all of it in one go. */
export function isTooDeep(json: Buffer, maxDepth = maxJsonDepth): boolean {
  let isInString = false;
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (isInString) {
      if (byte === backslash) i++;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else {
      depth += depthChange[byte]!;
      if (depth > maxDepth) return true;
    }
  }
  return false;
}

export const tooDeep = () => common.VALIDATION_FAILED('the body is nested too deep');

/**
 * Tells of each token, in order, in slices of time. Of a string it tells the beginning. Text that is
 * not JSON has tokens too: whether it is, only the parser finds out.
 *
 * @param tell may throw, which ends it
 * @throws Refusal VALIDATION_FAILED for text that is nested too deep
 */
export async function scanJson(
  json: Buffer,
  tell: (token: number, at: number) => void,
  maxDepth = maxJsonDepth,
): Promise<void> {
  const slice = new TimeSlice();
  let isInString = false;
  let depth = 0;
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
      depth += depthChange[byte]!;
      if (depth > maxDepth) throw tooDeep();
      tell(byte, i);
    }
  }
  if (slice.isOver) await slice.next();
}
