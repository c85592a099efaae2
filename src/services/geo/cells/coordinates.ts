/** Latitude and longitude of a request: 400 `INVALID_COORDINATES` when they are wrong. */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { invalid } from '#kit/web/problem.ts';
import { describeError } from '#kit/web/schema.ts';
import { refuse } from '../errors.ts';

const decimal = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Coercion would take a blank for 0 and read hexadecimal; only decimal numbers are coordinates. */
export function refuseNonDecimal(
  { query }: FastifyRequest,
  _reply: unknown,
  done: (error?: Error) => void,
): void {
  for (const name of ['lat', 'lng']) {
    const text = (query as Record<string, unknown>)[name];
    if (typeof text === 'string' && !decimal.test(text)) {
      return done(invalidCoordinate(name, 'must be a decimal number'));
    }
  }
  done();
}

/** Coordinates and areas have codes of their own; other members are wrong in the common way. */
export function nameCoordinates([first]: FastifySchemaValidationError[], part: string): Error {
  const { path, message } = describeError(first!);
  if (/(^|\.)(lat|lng)$/.test(path)) return invalidCoordinate(path, message);
  if (/^coverage(\.|$)/.test(path)) {
    return refuse.INVALID_COVERAGE(`${path} ${message}`, {
      members: { errors: [{ path, message }] },
    });
  }
  return invalid(path === '' ? part : path, message);
}

const invalidCoordinate = (path: string, message: string) =>
  refuse.INVALID_COORDINATES(`${path} ${message}`, { members: { errors: [{ path, message }] } });
