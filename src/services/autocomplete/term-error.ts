import type { FastifySchemaValidationError } from 'fastify';
import { invalid, type Refusal } from '#kit/web/problem.ts';
import { describeError } from '#kit/web/schema.ts';

/** An empty term has a message of its own. */
export function termError([first]: FastifySchemaValidationError[], part: string): Refusal {
  const { path, message } = describeError(first!);
  if (first!.keyword === 'minLength') return invalid(path, 'is required');
  if (first!.keyword === 'pattern' && path === 'term') {
    return invalid(path, 'must be well-formed Unicode');
  }
  return invalid(path === '' ? part : path, message);
}
