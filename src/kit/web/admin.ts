import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { common } from './problem.ts';

/** An `onRequest` hook for admin routes: passes, or throws 401. */
export type AdminGuard = (request: FastifyRequest) => Promise<void>;

/**
 * @param token what `Authorization: Bearer …` must carry. Without one every caller passes: the
 *   host starts in that way only on a loopback address.
 */
export function adminGuard(token: string | undefined): AdminGuard {
  if (token === undefined) return async () => {};
  const expected = digest(`Bearer ${token}`);
  return async (request) => {
    const given = request.headers.authorization?.replace(/^bearer +/i, 'Bearer ');
    if (timingSafeEqual(digest(given ?? ''), expected)) return;
    throw common.ADMIN_TOKEN_REQUIRED(undefined, { headers: { 'www-authenticate': 'Bearer' } });
  };
}

/** Gives both sides the same length, so that comparing takes the same time for every input. */
const digest = (text: string) => createHash('sha256').update(text).digest();
