/** The rules for the content of a message. */
import { invalid } from '#kit/web/problem.ts';

/** In UTF-8. */
export const maxContentBytes = 4 * 1024;

/** Finds the fault in the content of a message; undefined: there is none. */
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
