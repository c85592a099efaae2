/** What a list of terms may hold, as `BulkBody` says, in one quick pass. */
import { invalid } from '#kit/problem.ts';
import { maxTermLength, maxTerms } from './schemas.ts';

/** @throws Refusal VALIDATION_FAILED naming the first entry that is wrong, or the list */
export function acceptTerms(body: unknown): readonly string[] {
  const terms = (body as { terms?: unknown } | null | undefined)?.terms;
  if (!Array.isArray(terms)) throw invalid('terms', 'array is required');
  if (terms.length > maxTerms) {
    throw invalid('terms', `must NOT have more than ${maxTerms} items`);
  }
  for (let i = 0; i < terms.length; i++) {
    const fault = faultOf(terms[i]);
    if (fault !== undefined) throw invalid(`terms.${i}`, fault);
  }
  return terms as string[];
}

function faultOf(term: unknown): string | undefined {
  if (typeof term !== 'string') return 'must be string';
  if (term === '') return 'is required';
  if (isLong(term)) return `must NOT have more than ${maxTermLength} characters`;
  if (!term.isWellFormed()) return 'must be well-formed Unicode';
  return undefined;
}

/** A character, that is a code point, has one or two units. */
function isLong(term: string): boolean {
  if (term.length <= maxTermLength) return false;
  return term.length > 2 * maxTermLength || Array.from(term).length > maxTermLength;
}
