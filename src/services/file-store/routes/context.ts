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
  /** The number of days for which deleted items can be restored; 0: they cannot be restored. */
  readonly trashDays: number;
  /** The first part of the address of links; undefined: the address where the service listens. */
  readonly baseUrl: string | undefined;
  readonly servedType: ServedType;
  /** Called when a download begins. */
  readonly downloaded: () => void;
}

/** Returns the response schemas of these refusals and of those that every route has. */
export const refusalsOf = (...kinds: RefusalFactory[]) =>
  problemResponses(refuse.USER_REQUIRED, refuse.FORBIDDEN, common.STORE_UNAVAILABLE, ...kinds);

/**
 * Returns the file that a request names, if the caller may perform this operation on it.
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
