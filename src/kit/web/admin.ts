import type { FastifyRequest } from 'fastify';
import { AdminToken } from './identity/admin-token.ts';
import { bearerOf } from './identity/bearer.ts';
import { common } from './problem.ts';

/** An `onRequest` hook for admin routes: passes, or throws 401. */
export type AdminGuard = (request: FastifyRequest) => Promise<void>;

/**
 * @param token what `Authorization: Bearer …` must carry. Without one every caller passes: the
 *   host starts in that way only on a loopback address.
 */
export function adminGuard(token: string | undefined): AdminGuard {
  if (token === undefined) return async () => {};
  const expected = new AdminToken(token);
  return async ({ headers }) => {
    if (expected.matches(bearerOf(headers) ?? '')) return;
    throw common.ADMIN_TOKEN_REQUIRED(undefined, { headers: { 'www-authenticate': 'Bearer' } });
  };
}
