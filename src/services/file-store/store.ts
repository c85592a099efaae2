/**
 * What the file store asks of its record: the tree, versions, shares, and which contents are
 * needed. One method is one indivisible, durable step. Every method throws STORE_UNAVAILABLE (503)
 * while the store is away, and STORAGE_FULL (507) when it has no space left. An id that cannot be
 * one is an unknown one.
 *
 * How contents live: a content is one stored copy of some bytes. An upload first pins its hash
 * (`pin`), then stores the bytes, then records a version that refers to them, which ends the pin.
 * A content that no version refers to and no upload pins is condemned: from then on its hash is
 * free for a new content with an id of its own, and its bytes are deleted. So bytes never lie
 * somewhere without a row that leads to them, also when a process dies between two steps.
 */
import type { Content, ContentKey } from './contents/store.ts';
import type { Holder, Permission } from './permissions.ts';

export interface Folder extends Holder {
  readonly id: string;
  readonly name: string;
  /** Empty for the top level. */
  readonly parent_id: string;
  readonly created_at: number;
}

export interface File extends Folder {
  readonly mime_type: string;
  /** Of the latest version, as are the next two. */
  readonly version: number;
  readonly size: number;
  readonly content_hash: string;
  readonly content_id: number;
  readonly updated_at: number;
}

export interface Version {
  readonly version: number;
  readonly created_at: number;
  readonly size: number;
  readonly content_hash: string;
  readonly content_id: number;
}

export type Entry = ({ readonly type: 'folder' } & Folder) | ({ readonly type: 'file' } & File);

export interface NewFolder {
  readonly name: string;
  readonly owner_id: string;
  /** Empty for the top level, or a folder that exists: none is ever removed. */
  readonly parent_id: string;
}

export interface NewFile extends NewFolder {
  readonly mime_type: string;
}

export interface Update {
  /** Undefined: it stays. */
  readonly mimeType: string | undefined;
  /** The latest content must have one of these hashes; undefined: any. */
  readonly expected: readonly string[] | undefined;
}

/** Where a page of a folder's children begins: after this one. */
export interface Place {
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
  readonly after: Place | undefined;
  readonly limit: number;
}

/** A pinned content; `stored`: a version was recorded with it, so its bytes should be there. */
export interface Pin extends Content {
  readonly stored: boolean;
}

/** With how many users one file or folder may be shared. */
export const maxShares = 1_000;
/** How many folders may lie in one another. */
export const maxDepth = 64;

export interface FileStore {
  createFolder(folder: NewFolder, now: number): Promise<Folder | 'unknown' | 'too deep'>;
  findFolder(id: string): Promise<Folder | undefined>;
  findFile(id: string): Promise<File | undefined>;
  /** The folder and those around it, from the inside out; none for the top level. */
  lineage(folderId: string): Promise<Holder[]>;
  /** Folders first, then by name in code-point order, then by the number of the id. */
  children(listing: Listing): Promise<Entry[]>;
  /** Lets `userId` do it from now on; `full`: see `maxShares`. */
  share(id: string, userId: string, permission: Permission): Promise<'shared' | 'unknown' | 'full'>;

  /**
   * Keeps the content of this hash, or a new one, from being condemned: until a version is
   * recorded with it or refused, at the latest until `until`.
   */
  pin(hash: string, size: number, until: number): Promise<Pin>;
  /** `unpinned`: the pin had lapsed and the content is gone; nothing was done. */
  createFile(file: NewFile, contentId: number, now: number): Promise<File | 'unpinned'>;
  /** As `createFile`; a refusal (`unknown` file, `mismatch` with what was expected) ends the pin. */
  appendVersion(
    fileId: string,
    contentId: number,
    update: Update,
    now: number,
  ): Promise<File | 'unpinned' | 'unknown' | 'mismatch'>;
  /** Ascending; none for an unknown file. */
  versions(fileId: string): Promise<Version[]>;
  findVersion(fileId: string, version: number): Promise<Version | undefined>;
  /** False when there is no such file. */
  deleteFile(id: string): Promise<boolean>;

  /**
   * Condemns contents that nobody needs, and takes over those that were claimed until `now` at
   * the latest and not forgotten. Of several callers at once each gets others.
   *
   * @param until from then on another caller may take them over
   * @param limit of each kind
   */
  condemn(now: number, until: number, limit: number): Promise<ContentKey[]>;
  /** Their bytes are deleted. */
  forget(ids: readonly number[]): Promise<void>;

  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The number in `file_<n>` or `folder_<n>`; undefined for anything else. */
export function numberOf(type: 'file' | 'folder', id: string): number | undefined {
  const [, digits] = new RegExp(`^${type}_([1-9]\\d{0,14})$`).exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** As `numberOf` a folder; 0 for the top level. */
export function parentNumber(id: string): number | undefined {
  return id === '' ? 0 : numberOf('folder', id);
}
