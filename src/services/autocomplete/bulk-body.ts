/** The body of a bulk training: checked before it is parsed, and in one quick pass afterwards. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { parseLongList } from '#kit/web/json/long-list.ts';
import { scanJson, token } from '#kit/web/json/scan.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { maxTermLength, maxTerms } from './schemas.ts';

/** Room for the longest legal list, 10,000 terms of 256 characters of 4 bytes, in UTF-8. */
export const maxBulkBytes = 12 * 1024 * 1024;
/** The tokens of a body that are counted; the limit is far above what 10,000 terms need. */
const costly = new Set<number>([token.string, token.comma, token.listBegin, token.objectBegin]);
const maxTokens = 40_000;

/**
 * Parses a large body in slices of time.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function parseBulk(json: Buffer): Promise<unknown> {
  await checkTokens(json);
  return { terms: await parseLongList(json, 'terms') };
}

/** Megabytes of `[]` or `"":0` take seconds to parse, and much memory. */
async function checkTokens(json: Buffer): Promise<void> {
  let tokens = 0;
  await scanJson(json, (read) => {
    if (!costly.has(read)) return;
    if (++tokens > maxTokens) throw common.VALIDATION_FAILED('the body holds too many values');
  });
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
