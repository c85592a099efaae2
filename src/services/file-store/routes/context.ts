import type { Logger } from 'pino';
import { common, problemResponses, type RefusalFactory } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import type { UploadContext } from '../uploads/commit.ts';

export interface RouteContext extends UploadContext {
  /** Refuses callers who do not name a user, instead of trusting them. */
  readonly requireUser: boolean;
  /** Uploads under way; waited for before the stores close. */
  readonly uploads: Set<Promise<unknown>>;
  readonly log: Logger;
}

/** Response schemas of the refusals that every route knows, and of these. */
export const refusalsOf = (...kinds: RefusalFactory[]) =>
  problemResponses(refuse.USER_REQUIRED, refuse.FORBIDDEN, common.STORE_UNAVAILABLE, ...kinds);
