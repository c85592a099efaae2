/** The body of a bulk training: checked before it is parsed, and in one quick pass afterwards. */
import { setImmediate } from 'node:timers/promises';
import { TimeSlice } from '#kit/time-slice.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { maxTermLength, maxTerms } from './schemas.ts';

/** Room for the longest legal list, 10,000 terms of 256 characters of 4 bytes, in UTF-8. */
export const maxBulkBytes = 12 * 1024 * 1024;
/** Up to this size a body is parsed quickly, whatever it holds. */
const quicklyParsedBytes = 1024 * 1024;
/** Strings, lists, objects and commas: far more than 10,000 terms need. */
const maxTokens = 40_000;

/**
 * Refuses a large body that is slow to parse. Megabytes of `[]` or `"":0` take seconds, in which
 * nothing else is answered; megabytes of text do not.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function checkBulkBytes(json: Buffer): Promise<void> {
  if (json.length <= quicklyParsedBytes) return;
  if (hasTooManyTokens(json)) throw common.VALIDATION_FAILED('the body holds too many values');
  // To read, check and parse the longest body takes 25 ms together: other requests come in between.
  await setImmediate();
}

function hasTooManyTokens(json: Buffer): boolean {
  let tokens = 0;
  for (let i = 0; i < json.length && tokens <= maxTokens; i++) {
    const byte = json[i];
    if (byte === 0x22 || byte === 0x2c || byte === 0x5b || byte === 0x7b) tokens++;
    if (byte !== 0x22) continue;
    // Skip to the end of the string; a backslash escapes the byte after it.
    while (++i < json.length && json[i] !== 0x22) if (json[i] === 0x5c) i++;
  }
  return tokens > maxTokens;
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
    const fault = faultOf(term);
    if (fault !== undefined) throw invalid(`terms.${i}`, fault);
    if (slice.isOver) await slice.next();
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
