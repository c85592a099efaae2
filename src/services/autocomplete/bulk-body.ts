/** The body of a bulk training: checked before it is parsed, and in one quick pass afterwards. */
import { parseInPieces } from './bulk-json.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { maxTermLength, maxTerms } from './schemas.ts';

/** Room for the longest legal list, 10,000 terms of 256 characters of 4 bytes, in UTF-8. */
export const maxBulkBytes = 12 * 1024 * 1024;
/** Strings, lists, objects and commas: far more than 10,000 terms need. */
const maxTokens = 40_000;
/** Bytes that are checked between two looks at the clock. */
const portion = 65_536;

/**
 * Parses a large body in slices of time.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function parseBulk(json: Buffer): Promise<unknown> {
  await checkTokens(json);
  return parseInPieces(json);
}

/** Megabytes of `[]` or `"":0` take seconds to parse, and much memory. */
async function checkTokens(json: Buffer): Promise<void> {
  const slice = new TimeSlice();
  let tokens = 0;
  let isInString = false;
  for (let i = 0, look = 0; i < json.length; i++) {
    if (i >= look) {
      if (slice.isOver) await slice.next();
      look = i + portion;
    }
    const byte = json[i];
    if (isInString) {
      // A backslash escapes the byte after it.
      if (byte === 0x5c) i++;
      else if (byte === 0x22) isInString = false;
      continue;
    }
    if (byte === 0x22) isInString = true;
    if (byte !== 0x22 && byte !== 0x2c && byte !== 0x5b && byte !== 0x7b) continue;
    if (++tokens > maxTokens) throw common.VALIDATION_FAILED('the body holds too many values');
  }
}

/**
 * The terms of a body, as `BulkBody` describes them.
 *
 * @throws Refusal VALIDATION_FAILED naming the first entry that is wrong, or the list
 */
export async function readTerms(body: unknown): Promise<readonly string[]> {
  const terms = (body as { terms?: unknown } | null | undefined)?.terms;
  if (!Array.isArray(terms)) throw invalid('terms', 'array is required');
  if (terms.length > maxTerms) {
    throw invalid('terms', `must NOT have more than ${maxTerms} items`);
  }
  const slice = new TimeSlice();
  for (const [i, term] of terms.entries()) {
    if (slice.isOver) await slice.next();
    const fault = faultOf(term);
    if (fault !== undefined) throw invalid(`terms.${i}`, fault);
  }
  return terms as string[];
}

function faultOf(term: unknown): string | undefined {
  if (typeof term !== 'string') return 'must be string';
  if (term === '') return 'is required';
  if (!term.isWellFormed()) return 'must be well-formed Unicode';
  if (isLong(term)) return `must NOT have more than ${maxTermLength} characters`;
  return undefined;
}

/** A character, that is a code point, has one unit or two, a high surrogate and a low one. */
function isLong(term: string): boolean {
  if (term.length <= maxTermLength) return false;
  if (term.length > 2 * maxTermLength) return true;
  let pairs = 0;
  for (let i = 0; i < term.length; i++) if ((term.charCodeAt(i) & 0xfc00) === 0xd800) pairs++;
  return term.length - pairs > maxTermLength;
}
