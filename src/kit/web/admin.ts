import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { common } from './problem.ts';
import type { CallerOf } from './safety/api-limit.ts';

/** An `onRequest` hook for admin routes: passes, or throws 401. */
export type AdminGuard = (request: FastifyRequest) => Promise<void>;

/**
 * @param token what `Authorization: Bearer …` must carry. Without one every caller passes: the
 *   host starts in that way only on a loopback address.
 */
export function adminGuard(token: string | undefined): AdminGuard {
  if (token === undefined) return async () => {};
  const isOperator = bearerOf(token);
  return async (request) => {
    if (isOperator(request)) return;
    throw common.ADMIN_TOKEN_REQUIRED(undefined, { headers: { 'www-authenticate': 'Bearer' } });
  };
}

/** Tells operators, by the admin token, from other callers, of whom nothing is known. */
export function operatorsBy(token: string | undefined): CallerOf {
  const isOperator = token === undefined ? () => false : bearerOf(token);
  return (request) => ({ isExempt: isOperator(request) });
}

function bearerOf(token: string): (request: FastifyRequest) => boolean {
  const expected = digest(`Bearer ${token}`);
  return ({ headers: { authorization } }) => {
    if (authorization === undefined) return false;
    const given = authorization.replace(/^bearer +/i, 'Bearer ');
    return timingSafeEqual(digest(given), expected);
  };
}

/** Gives both sides the same length, so that comparing takes the same time for every input. */
const digest = (text: string) => createHash('sha256').update(text).digest();
