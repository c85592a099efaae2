/** Latitude and longitude of a request: 400 `INVALID_COORDINATES` when they are wrong. */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { invalid } from '#kit/web/problem.ts';
import { describeError } from '#kit/web/schema.ts';
import { areaTypes } from '../coverage/coverage.ts';
import { refuse } from '../errors.ts';

/** The schema would tell only that the type is not one of two, or that another member is missing. */
export function refuseOtherGeometry(
  { body }: FastifyRequest,
  _reply: unknown,
  done: (error?: Error) => void,
): void {
  const { coverage } = (body ?? {}) as { coverage?: { type?: unknown } | null };
  const type = coverage?.type;
  if (typeof type !== 'string' || areaTypes.some((known) => known === type)) return done();
  const named = type.length > 40 ? `${type.slice(0, 40)}…` : type;
  done(invalidCoverage('coverage.type', `must be ${areaTypes.join(' or ')} (it is ${named})`));
}

/** Coordinates and areas have codes of their own; other members are wrong in the common way. */
export function nameCoordinates([first]: FastifySchemaValidationError[], part: string): Error {
  const { path, message } = describeError(first!);
  if (/(^|\.)(lat|lng)$/.test(path)) return invalidCoordinate(path, message);
  if (/^coverage(\.|$)/.test(path)) {
    return invalidCoverage(path, message);
  }
  return invalid(path === '' ? part : path, message);
}

const invalidCoverage = (path: string, message: string) =>
  refuse.INVALID_COVERAGE(`${path} ${message}`, { members: { errors: [{ path, message }] } });

const invalidCoordinate = (path: string, message: string) =>
  refuse.INVALID_COORDINATES(`${path} ${message}`, { members: { errors: [{ path, message }] } });
