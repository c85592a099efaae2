/**
 * Deleted items that are not forgotten yet. An item that is removed leaves the tree in one step, with
 * everything in it: no other method knows any of it. It can be restored until an instant that is set
 * then. After that `purge` forgets it, some of it in each step, and with it the contents that only it
 * referred to: a version in the trash refers to its content like any other.
 */
import type { Check, File, Folder } from './items.ts';

/** A file or folder that can be restored. */
export interface Trashed {
  readonly type: 'file' | 'folder';
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
  /** Where it was; empty for the top level. */
  readonly parent_id: string;
  readonly deleted_at: number;
  /** Grows with each removal. */
  readonly seq: number;
}

export interface Removal {
  readonly now: number;
  /** Until when it can be restored; undefined: not at all. */
  readonly restorableUntil: number | undefined;
}

interface FolderRemoval extends Removal {
  readonly recursive: boolean;
  readonly mayRemove?: Check<Folder> | undefined;
}

export interface Trash {
  removeFile(
    id: string,
    removal: Removal,
    mayRemove?: Check<File>,
  ): Promise<'removed' | 'unknown' | 'mismatch'>;
  /** `not empty`: something is in it, and it was to be removed only without. */
  removeFolder(
    id: string,
    removal: FolderRemoval,
  ): Promise<'removed' | 'unknown' | 'mismatch' | 'not empty'>;
  /**
   * Lists what a user owned and removed, the latest first, before the one with the number `before`.
   */
  listTrash(
    ownerId: string,
    page: { readonly now: number; readonly before: number | undefined; readonly limit: number },
  ): Promise<Trashed[]>;
  findTrashed(id: string, now: number): Promise<Trashed | undefined>;
  /**
   * Puts an item back: into this folder, or to the top level if the folder is gone, or so deep that
   * the item does not fit. Yields the id of the folder; undefined: the item is not in the trash.
   */
  restore(id: string, parentId: string, now: number): Promise<string | undefined>;
  /** Ends the time in which an item can be restored. False when it is not in the trash. */
  discard(id: string, now: number): Promise<boolean>;
  /**
   * Forgets some of the items that can no longer be restored: up to `limit` versions, files or
   * folders. False when there is nothing left to do, or others are doing it.
   */
  purge(now: number, limit: number): Promise<boolean>;
}
