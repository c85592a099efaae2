/** Cursors: where the next part of a list begins, in a form that says nothing to clients. */
import { invalid } from '#kit/web/problem.ts';

export const toCursor = (last: string) => Buffer.from(last).toString('base64url');

/** @throws Refusal VALIDATION_FAILED when it is not a cursor */
export function fromCursor(cursor: string): string {
  const last = Buffer.from(cursor, 'base64url').toString();
  if (toCursor(last) !== cursor) throw invalid('cursor', 'must be a next_cursor');
  return last;
}
