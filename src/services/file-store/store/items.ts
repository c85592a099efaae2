/** Files, folders and versions, as the record shows them. */
import type { Shareable } from '../access/permissions.ts';

export interface Folder extends Shareable {
  readonly id: string;
  readonly name: string;
  /** Empty for the top level. */
  readonly parent_id: string;
  readonly created_at: number;
}

/** A folder, as far as permissions of what is in it go. */
export interface Ancestor extends Shareable {
  readonly id: string;
}

export interface File extends Folder {
  readonly mime_type: string;
  /** The latest version; `size` and the members of the content are those of this version. */
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

/**
 * Decides within the step, by the item as it is then, whether the step may change it; otherwise the
 * result is `mismatch` and nothing is done. Undefined: it may.
 */
export type Check<T> = (item: T) => boolean;
