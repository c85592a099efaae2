/**
 * The record of the file store: the tree, versions, shares, and which contents are needed. One
 * method is one indivisible, durable step. Every method throws STORE_UNAVAILABLE (503) while the
 * store is away, and STORAGE_FULL (507) when it has no space left. A malformed id is an unknown id.
 * So is the id of whatever is in the trash, or in a folder that is: see trash.ts.
 *
 * The life of a content, which is one stored copy of some bytes: an upload first pins its hash
 * (`pin`), then stores the bytes, then records a version that refers to them, which ends the pin. So
 * do the pieces of resumable uploads: see uploads.ts.
 * When nothing refers to a content and no upload pins it, its row becomes a deletion
 * (`claimDeletions`). From then on its hash is free for a new content with an id of its own, and
 * its bytes are deleted. So a row leads to all bytes, also when a process dies between two steps.
 */
import { numberedId } from '#kit/base/ids.ts';
import type { Store } from '#kit/stores/store.ts';
import type { Content, ContentKey } from '../contents/contents-store.ts';
import type { Permission } from '../access/permissions.ts';
import type { Ancestor, Check, Entry, File, Folder, Version } from './items.ts';
import type { LinkStore } from './links.ts';
import type { Trash } from './trash.ts';
import type { UploadStore, Writer } from './uploads.ts';

export type * from './items.ts';

export interface NewFolder {
  readonly name: string;
  readonly owner_id: string;
  /** Empty for the top level. */
  readonly parent_id: string;
}

export interface NewFile extends NewFolder {
  readonly mime_type: string;
}

/** The changes to a file or folder; the rest stays. */
export interface Move {
  readonly name: string | undefined;
  /** Empty for the top level. */
  readonly parentId: string | undefined;
}

export interface Update {
  /** Undefined: the type stays. */
  readonly mimeType: string | undefined;
  readonly mayChange: Check<File> | undefined;
  /** The user who must have the right to write within the step; undefined: a trusted caller. */
  readonly by?: string | undefined;
}

/** The data recorded when an upload is finished. */
export type Finished = { readonly by?: string | undefined } & (
  | { readonly file: NewFile }
  | { readonly file_id: string; readonly mimeType: string | undefined }
);

/** Where a page of a folder's children begins: after this one. */
export interface ListPosition {
  readonly type: 'folder' | 'file';
  readonly name: string;
  readonly id: string;
}

export interface Listing {
  /** Empty for the top level. */
  readonly folderId: string;
  /** Only what this user owns. */
  readonly ownerId: string | undefined;
  /** Only what this user owns or is shared with by name. */
  readonly visibleTo: string | undefined;
  readonly after: ListPosition | undefined;
  readonly limit: number;
}

/** A pinned content; `stored`: a version was recorded with it, so its bytes should be there. */
interface Pin extends Content {
  readonly stored: boolean;
}

/** How much a user keeps, including the trash and the whole length of unfinished uploads. */
export interface Kept {
  /** Versions of files, folders, unfinished uploads. */
  readonly items: number;
  readonly bytes: number;
}

/** With how many users one file or folder may be shared. */
export const maxShares = 1_000;
/** How many folders may lie in one another. */
export const maxDepth = 64;

export interface FileStore extends Store, Trash, LinkStore, UploadStore {
  createFolder(folder: NewFolder, now: number): Promise<Folder | 'unknown' | 'too deep'>;
  findFolder(id: string): Promise<Folder | undefined>;
  findFile(id: string): Promise<File | undefined>;
  /** The folder and those around it, from the inside out; none for the top level. */
  lineage(folderId: string): Promise<Ancestor[]>;
  /** Folders first, then by name in code-point order, then by the number of the id. */
  children(listing: Listing): Promise<Entry[]>;
  /** Grants or changes the permission of a user; `full`: see `maxShares`. */
  share(id: string, userId: string, permission: Permission): Promise<'shared' | 'unknown' | 'full'>;
  /** Takes a permission back, if the user has one by name. False when there is no such item. */
  unshare(id: string, userId: string): Promise<boolean>;
  moveFile(
    id: string,
    move: Move,
    now: number,
    mayMove?: Check<File>,
  ): Promise<File | 'unknown' | 'mismatch' | 'unknown parent'>;
  /** With all that is in it. `cycle`: into itself, or into a folder in it. */
  moveFolder(
    id: string,
    move: Move,
    mayMove?: Check<Folder>,
  ): Promise<Folder | 'unknown' | 'mismatch' | 'unknown parent' | 'cycle' | 'too deep'>;

  /**
   * Keeps the content of this hash, or a new one, from deletion: until a version is recorded with
   * it or rejected, at the latest until `until`.
   */
  pin(hash: string, size: number, until: number): Promise<Pin>;
  /**
   * `unpinned`: the pin had lapsed and the content is gone, whatever else may be wrong; nothing was
   * done. `unknown` and `forbidden` end the pin, too.
   *
   * @param by the user who must have the right to write in the folder; undefined: a trusted caller
   */
  createFile(
    file: NewFile,
    contentId: number,
    now: number,
    by?: string,
  ): Promise<File | 'unpinned' | 'unknown' | 'forbidden'>;
  /** As `createFile`; `unknown` file and `mismatch` end the pin, too. */
  appendVersion(
    fileId: string,
    contentId: number,
    update: Update,
    now: number,
  ): Promise<File | 'unpinned' | 'unknown' | 'forbidden' | 'mismatch'>;
  /**
   * Records the file or version whose content was pinned, and with it that the upload is finished.
   * All but `unpinned` end the pin. `lost`: there is a later claim; `no target`: the file or the folder is gone.
   *
   * @param expiresAt until then the upload is known
   */
  finishUpload(
    writer: Writer,
    finished: Finished,
    contentId: number,
    now: number,
    expiresAt: number,
  ): Promise<File | 'unpinned' | 'unknown' | 'lost' | 'no target' | 'forbidden'>;
  /**
   * Up to `limit` versions beyond the number `after`, ascending: they are numbered from 1 without a
   * gap. None for an unknown file.
   */
  versions(fileId: string, after: number, limit: number): Promise<Version[]>;
  /** Deletes it for good. */
  deleteFile(id: string, mayDelete?: Check<File>): Promise<'removed' | 'unknown' | 'mismatch'>;

  /** Counts what a user owns or is uploading; stops counting at `most` items. */
  usage(ownerId: string, now: number, most: number): Promise<Kept>;
  /** How many links of a user's files still serve, counted up to `most`. */
  servingLinks(ownerId: string, now: number, most: number): Promise<number>;

  /**
   * Makes deletions of contents that nobody needs, and claims them for the caller, together with
   * deletions whose claim has expired. Several callers at once get different ones.
   *
   * @param until when this claim expires
   * @param limit of each kind
   */
  claimDeletions(now: number, until: number, limit: number): Promise<ContentKey[]>;
  /** Forgets deletions; call it when the bytes are deleted. */
  finishDeletions(ids: readonly number[]): Promise<void>;
}

const ids = { file: numberedId('file'), folder: numberedId('folder') };

/** The parent of what is in the trash, as a number. */
export const nowhere = -1;

/** The type that an id names; an id of anything else is unknown either way. */
export const typeOf = (id: string): 'file' | 'folder' =>
  id.startsWith('folder') ? 'folder' : 'file';

/** The number in `file_<n>` or `folder_<n>`; undefined for anything else. */
export function numberOf(type: 'file' | 'folder', id: string): number | undefined {
  return ids[type].parse(id);
}

/** As `numberOf` a folder; 0 for the top level. */
export function parentNumber(id: string): number | undefined {
  return id === '' ? 0 : numberOf('folder', id);
}
