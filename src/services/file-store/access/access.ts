/** Finds out who the caller is, and whether they may do what they ask for. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { invalid, type RefusalFactory } from '#kit/web/problem.ts';
import { compileStrict, Id } from '#kit/web/schema.ts';
import { refuse } from '../errors.ts';
import { permits, roleOf, type Shareable, type Operation } from './permissions.ts';
import type { FileStore } from '../store/file-store.ts';

const isUserId = compileStrict(Id());

/** The user whom a request names in X-User-Id; undefined: nobody, the caller is trusted. */
export type User = { readonly id: string; readonly hides: boolean } | undefined;

export interface UserRules {
  /** Whether a caller without a user is refused. */
  readonly requireUser: boolean;
  /** Whether what is not shared with a user does not exist for the user: while identity is on. */
  readonly hidesOthers: boolean;
}

/** @throws Refusal USER_REQUIRED, VALIDATION_FAILED */
export function userOf(
  headers: IncomingHttpHeaders,
  { requireUser, hidesOthers }: UserRules,
): User {
  const header = headers['x-user-id'];
  if (header === undefined) {
    if (!requireUser) return undefined;
    throw refuse.USER_REQUIRED(undefined, { headers: { 'www-authenticate': 'X-User-Id' } });
  }
  // Node reads headers as Latin-1, clients write them in UTF-8.
  const bytes = Buffer.from(String(header), 'latin1');
  const id = bytes.toString();
  const isId = isUtf8(bytes) && isUserId(id);
  if (!isId) throw invalid('x-user-id', 'must be 1 to 128 characters of UTF-8');
  return { id, hides: hidesOthers };
}

interface Item extends Shareable {
  readonly parent_id: string;
}

/**
 * @param notFound the refusal of an item that does not exist
 * @throws Refusal FORBIDDEN, `notFound` for what is hidden from the user, STORE_UNAVAILABLE
 */
export async function authorize(
  files: FileStore,
  user: User,
  operation: Operation,
  item: Item,
  notFound: RefusalFactory,
): Promise<void> {
  if (await isAllowed(files, user, operation, item)) return;
  if (user?.hides && !(await isAllowed(files, user, 'metadata', item))) throw notFound();
  throw refuse.FORBIDDEN(`user ${JSON.stringify(user?.id)} does not have permission for this`);
}

export async function isAllowed(
  files: FileStore,
  user: User,
  operation: Operation,
  item: Item,
): Promise<boolean> {
  if (user === undefined || item.owner_id === user.id) return true;
  const above = await files.lineage(item.parent_id);
  return permits(roleOf(user.id, item, above), operation);
}

/**
 * A named user creates in their own name only.
 *
 * @throws Refusal FORBIDDEN
 */
export function requireOwnName(user: User, ownerId: string): void {
  if (user !== undefined && user.id !== ownerId) {
    throw refuse.FORBIDDEN('owner_id must be the user in X-User-Id');
  }
}
