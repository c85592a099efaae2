/** Conditional requests (RFC 9110, 13): `If-Match` and `If-None-Match`. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hasTag } from '#kit/web/entity-tags.ts';
import { refuse } from './errors.ts';
import type { Check, File, Folder } from './store/items.ts';

export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export function preconditionsOf(headers: IncomingHttpHeaders): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}

/** The entity tag of an item's metadata, which changes with every member. */
export function tagOf(item: File | Folder): string {
  const members = Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/** The tags that name a file as it is: that of its content and that of its metadata. */
const tagsOfFile = (file: File) => [file.content_hash, tagOf(file)];

/**
 * Decides whether to answer a GET with 304.
 *
 * @param own the tag of what the answer represents
 * @param alike further tags that `If-Match` takes
 * @throws Refusal PRECONDITION_FAILED
 */
export function isUnchanged(
  { ifMatch, ifNoneMatch }: Preconditions,
  own: string,
  alike: readonly string[] = [],
): boolean {
  if (ifMatch !== undefined && !hasTag(ifMatch, [own, ...alike], 'strong')) {
    throw refuse.PRECONDITION_FAILED();
  }
  return ifNoneMatch !== undefined && hasTag(ifNoneMatch, [own], 'weak');
}

/** Decides whether a request may change the file; undefined when it has no condition. */
export function fileCheck(preconditions: Preconditions): Check<File> | undefined {
  return checkOf(preconditions, tagsOfFile);
}

/** As `fileCheck`, for a folder. */
export function folderCheck(preconditions: Preconditions): Check<Folder> | undefined {
  return checkOf(preconditions, (folder) => [tagOf(folder)]);
}

function checkOf<T>(
  { ifMatch, ifNoneMatch }: Preconditions,
  tagsOf: (item: T) => readonly string[],
): Check<T> | undefined {
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return (item) => {
    const tags = tagsOf(item);
    if (ifMatch !== undefined && !hasTag(ifMatch, tags, 'strong')) return false;
    return ifNoneMatch === undefined || !hasTag(ifNoneMatch, tags, 'weak');
  };
}
