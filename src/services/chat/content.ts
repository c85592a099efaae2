/** What may be said. */
import { invalid } from '#kit/web/problem.ts';

/** In UTF-8. */
export const maxContentBytes = 4 * 1024;

/** What is wrong with the content of a message; undefined: nothing. */
export function faultOfContent(content: string): string | undefined {
  if (!content.isWellFormed()) return 'must be well-formed Unicode';
  if (Buffer.byteLength(content) <= maxContentBytes) return undefined;
  return `must have at most ${maxContentBytes} bytes in UTF-8`;
}

/** @throws Refusal VALIDATION_FAILED */
export function checkContent(content: string): void {
  const fault = faultOfContent(content);
  if (fault !== undefined) throw invalid('content', fault);
}
