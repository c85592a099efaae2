/** Links of a file: made, listed and revoked by the file's owner. */
import { createHash, randomBytes } from 'node:crypto';
import { invalid } from '#kit/web/problem.ts';
import { authorize, type User } from '../access/access.ts';
import { refuse } from '../errors.ts';
import type { Disposition, Link } from '../store/links.ts';
import type { File, FileStore } from '../store/file-store.ts';
import { getFile } from '../tree.ts';
import { runsNoScript } from './inline.ts';

/** Random bytes of a token: 128 bits. */
const tokenBytes = 16;

interface LinkRequest {
  readonly expires_in: number;
  readonly max_downloads?: number;
  readonly disposition: Disposition;
}

/**
 * Makes a link; its token is shown this once and kept as a hash.
 *
 * @throws Refusal VALIDATION_FAILED, FILE_NOT_FOUND, TOO_MANY_LINKS, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function createLink(
  files: FileStore,
  file: File,
  { expires_in, max_downloads, disposition }: LinkRequest,
  now: number,
): Promise<{ readonly link: Link; readonly token: string }> {
  if (disposition === 'inline' && !runsNoScript(file.mime_type)) {
    throw invalid('disposition', `must be attachment, because ${file.mime_type} could run script`);
  }
  const token = randomBytes(tokenBytes).toString('base64url');
  const expires_at = now + expires_in * 1_000;
  const link = await files.createLink(
    {
      file_id: file.id,
      tokenHash: hashOf(token),
      disposition,
      max_downloads: max_downloads ?? null,
      expires_at,
    },
    now,
  );
  if (link === 'unknown') throw refuse.FILE_NOT_FOUND();
  if (link === 'full') throw refuse.TOO_MANY_LINKS();
  return { link, token };
}

/** The stored form of a token. It has 128 random bits, so nobody finds it by trying. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Ends a link for the next request on every replica.
 *
 * @throws Refusal LINK_NOT_FOUND, FORBIDDEN, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function revokeLink(
  files: FileStore,
  user: User,
  id: string,
  now: number,
): Promise<void> {
  const link = await files.findLink(id);
  if (!link) throw refuse.LINK_NOT_FOUND();
  const file = await getFile(files, link.file_id, refuse.LINK_NOT_FOUND);
  await authorize(files, user, 'share', file, refuse.LINK_NOT_FOUND);
  if (!(await files.revokeLink(id, now))) throw refuse.LINK_NOT_FOUND();
}

/** How an owner sees a link. */
function linkView({ max_downloads, downloads, revoked_at, ...link }: Link) {
  return {
    link_id: link.id,
    disposition: link.disposition,
    created_at: link.created_at,
    expires_at: link.expires_at,
    ...(max_downloads !== null && { max_downloads, downloads }),
    ...(revoked_at !== null && { revoked_at }),
  };
}

/** @throws Refusal VALIDATION_FAILED */
export function parseCursor(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^link_[1-9]\d{0,14}$/.test(id)) {
    throw invalid('cursor', 'must be the next_cursor of another page');
  }
  return id;
}

/**
 * A page of the links of a file, as they were made.
 *
 * @throws Refusal VALIDATION_FAILED for a bad cursor, STORE_UNAVAILABLE
 */
export async function listLinks(
  files: FileStore,
  fileId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
) {
  const found = await files.links(fileId, parseCursor(cursor), limit + 1);
  const links = found.slice(0, limit);
  const next_cursor = Buffer.from(links.at(-1)?.id ?? '').toString('base64url');
  return { links: links.map(linkView), ...(found.length > limit && { next_cursor }) };
}
