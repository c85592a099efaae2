import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { common, problemResponses, type RefusalFactory } from '#kit/web/problem.ts';
import { authorize, userOf, type UserRules } from '../access/access.ts';
import type { Operation } from '../access/permissions.ts';
import type { ServedType } from '../contents/served-type.ts';
import { refuse } from '../errors.ts';
import type { File } from '../store/file-store.ts';
import { getFile } from '../tree.ts';
import type { QuotaContext } from '../uploads/upload.ts';

export interface RouteContext extends QuotaContext, UserRules {
  /** Uploads under way; waited for before the stores close. */
  readonly uploads: Set<Promise<unknown>>;
  readonly log: Logger;
  /** How long what is deleted can be restored; 0: not at all. */
  readonly trashDays: number;
  /** First part of the address of links; undefined: where the service listens. */
  readonly baseUrl: string | undefined;
  readonly servedType: ServedType;
  /** Called when a download begins. */
  readonly downloaded: () => void;
}

/** Response schemas of the refusals that every route knows, and of these. */
export const refusalsOf = (...kinds: RefusalFactory[]) =>
  problemResponses(refuse.USER_REQUIRED, refuse.FORBIDDEN, common.STORE_UNAVAILABLE, ...kinds);

/**
 * The file that a request names, for what the request would do with it.
 *
 * @throws Refusal USER_REQUIRED, VALIDATION_FAILED, FILE_NOT_FOUND, FORBIDDEN, STORE_UNAVAILABLE
 */
export async function fileFor(
  context: RouteContext,
  operation: Operation,
  headers: IncomingHttpHeaders,
  id: string,
): Promise<File> {
  const { files } = context;
  const user = userOf(headers, context);
  const file = await getFile(files, id);
  await authorize(files, user, operation, file, refuse.FILE_NOT_FOUND);
  return file;
}
