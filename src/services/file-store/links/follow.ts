/** Downloads by a link: whoever has the token does not have to be a user. */
import { createHash } from 'node:crypto';
import { create as disposition } from 'content-disposition';
import type { Readable } from 'node:stream';
import type { ServedType } from '../contents/served-type.ts';
import type { ContentStore } from '../contents/contents-store.ts';
import type { Preconditions } from '../conditions.ts';
import {
  contentOf,
  openVersion,
  planDownload,
  type Conditions,
  type Download,
} from '../download.ts';
import { refuse } from '../errors.ts';
import type { FoundLink } from '../store/links.ts';
import type { File, FileStore } from '../store/file-store.ts';
import { getFile } from '../tree.ts';
import { runsNoScript } from './inline.ts';
import { hashOf } from './links.ts';

interface Stores {
  readonly files: FileStore;
  readonly contents: ContentStore;
  readonly servedType: ServedType;
}

export interface Follower {
  readonly token: string;
  /** The client; its ranges make one download. */
  readonly address: string;
  readonly userAgent: string;
  /** Whether the browser asks before anybody has followed the link. */
  readonly isPrefetch: boolean;
}

/**
 * The answer to a download by a link: the latest version of its file. A link that serves no more says
 * so before the answer tells anything about the file.
 *
 * An answer with bytes counts, once it is sure that they can be sent: the whole (200) always, a
 * part (206) unless the same client has begun a download within ten minutes that counted. An answer
 * without bytes (304, 416) does not count.
 *
 * @throws Refusal LINK_NOT_FOUND, LINK_EXPIRED, LINK_USED_UP, LINK_REVOKED, PREFETCH_REFUSED,
 *   PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE, STORE_UNAVAILABLE; Error when the bytes are lost
 */
export async function followLink(
  stores: Stores,
  follower: Follower,
  conditions: Conditions,
  now: number,
): Promise<{ readonly plan: Download; readonly bytes: Readable | undefined }> {
  const client = clientOf(follower);
  const { link, file } = await findLinked(stores, follower.token, client, now);
  if (isUsedUp(link) && !(link.continues && conditions.range !== undefined)) {
    throw refuse.LINK_USED_UP();
  }
  // Nobody may ever see these bytes, so they must not use the link up.
  if (link.max_downloads !== null && follower.isPrefetch) {
    throw refuse.PREFETCH_REFUSED(undefined, { headers: { 'cache-control': 'no-store' } });
  }
  const plan = planLinked(link, file, conditions);
  if (plan.status === 304) return { plan, bytes: undefined };
  // Opened first: a content that cannot be opened does not count.
  const bytes = plan.range && (await openVersion(stores, file.id, file, plan.range));
  try {
    await countDownload(stores.files, link, client, plan, now);
  } catch (error) {
    bytes?.destroy();
    throw error;
  }
  return { plan, bytes };
}

/** Answers HEAD as a download of the whole would be answered, and counts nothing. */
export async function describeLink(
  stores: Stores,
  follower: Follower,
  preconditions: Preconditions,
  now: number,
): Promise<Download> {
  const { link, file } = await findLinked(stores, follower.token, clientOf(follower), now);
  if (isUsedUp(link)) throw refuse.LINK_USED_UP();
  return planLinked(link, file, { ...preconditions, ifRange: undefined, range: undefined });
}

/**
 * Hashes the client so that nobody learns the address: only a holder of the token could try
 * addresses.
 */
function clientOf({ token, address, userAgent }: Follower): string {
  return createHash('sha256').update(`${token}\n${address}\n${userAgent}`).digest('base64url');
}

async function findLinked(
  { files, servedType }: Stores,
  token: string,
  client: string,
  now: number,
) {
  const link = await files.findLinkByToken(hashOf(token), client, now);
  if (!link) throw refuse.LINK_NOT_FOUND();
  const file = await getFile(files, link.file_id, refuse.LINK_NOT_FOUND);
  if (link.revoked_at !== null) throw refuse.LINK_REVOKED();
  if (link.expires_at <= now) throw refuse.LINK_EXPIRED();
  const mime_type = await servedType(file.mime_type, contentOf(file));
  return { link, file: { ...file, mime_type } };
}

function isUsedUp({ max_downloads, downloads }: FoundLink): boolean {
  return max_downloads !== null && downloads >= max_downloads;
}

/** Nothing in an answer may act for this host, whatever a browser takes it for. */
const contentSecurityPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

function planLinked(link: FoundLink, file: File, conditions: Conditions): Download {
  const plan = planDownload(file, file, conditions);
  // The type may have changed since the link was made.
  const isInline = link.disposition === 'inline' && runsNoScript(file.mime_type);
  const type = isInline ? 'inline' : 'attachment';
  const headers = {
    ...plan.headers,
    'content-security-policy': contentSecurityPolicy,
    // The address is the secret.
    'referrer-policy': 'no-referrer',
    'content-disposition': disposition(file.name, { type }),
  };
  return { ...plan, headers };
}

async function countDownload(
  files: FileStore,
  link: FoundLink,
  client: string,
  { status }: Download,
  now: number,
): Promise<void> {
  if (link.max_downloads === null) return;
  switch (await files.countDownload(link.id, client, status === 206, now)) {
    case 'counted':
    case 'continued':
      return;
    case 'used up':
      throw refuse.LINK_USED_UP();
    case 'revoked':
      throw refuse.LINK_REVOKED();
    case 'expired':
      throw refuse.LINK_EXPIRED();
    case 'unknown':
      throw refuse.LINK_NOT_FOUND();
  }
}
