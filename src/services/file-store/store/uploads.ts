/**
 * The record of resumable uploads. The received part of an unfinished upload is a row of pieces,
 * each a content like any other: the upload refers to its pieces as a version refers to its bytes.
 * So pieces are durable, verified, and reclaimed like everything else, on each kind of store.
 *
 * A writer claims the upload first. The latest claim holds: an older writer, perhaps at another
 * replica on a connection that is long dead, can no longer add anything.
 */
import { Type, type Static } from 'typebox';
import type { Content } from '../contents/contents-store.ts';

/** An upload becomes a file, or a version of one. Without a type, the bytes decide it. */
export const Target = Type.Union([
  Type.Object({
    name: Type.String(),
    owner_id: Type.String(),
    parent_id: Type.String(),
    mime_type: Type.Optional(Type.String()),
  }),
  Type.Object({ file_id: Type.String(), mime_type: Type.Optional(Type.String()) }),
]);
export type Target = Static<typeof Target>;

export interface NewUpload {
  /** Nobody can guess it. */
  readonly id: string;
  /** The user who may continue it. */
  readonly uploader: string;
  /** Bytes. */
  readonly length: number;
  /** `Upload-Metadata` as the client sent it. */
  readonly metadata: string;
  readonly target: Target;
}

export interface Upload extends NewUpload {
  /** Bytes that are durable; `length` exactly when it is finished. */
  readonly received: number;
  readonly expires_at: number;
  /** The file that it became; null while it is not finished. */
  readonly file_id: string | null;
}

/** A content, and where in the upload it begins. */
export interface Piece extends Content {
  readonly start: number;
}

export interface Writer {
  readonly uploadId: string;
  /** Names this claim. */
  readonly claim: string;
}

/** The most pieces that an unfinished upload may have: one is added each time that it breaks off. */
export const maxPieces = 10_000;

/**
 * One method is one indivisible, durable step. An upload that has expired is unknown. How one is
 * finished stands with the files: see `FileStore`.
 */
export interface UploadStore {
  createUpload(upload: NewUpload, expiresAt: number): Promise<void>;
  findUpload(id: string, now: number): Promise<Upload | undefined>;
  /**
   * `moved`: it has received another number of bytes, or is finished.
   *
   * @param expiresAt it expires then, unless it gets further
   */
  claimUpload(
    writer: Writer,
    received: number,
    now: number,
    expiresAt: number,
  ): Promise<'claimed' | 'unknown' | 'moved'>;
  /**
   * Adds a pinned content at the end. All but `unpinned` end the pin. `lost`: there is a later claim;
   * `full`: see `maxPieces`.
   */
  addPiece(
    writer: Writer,
    contentId: number,
    now: number,
    expiresAt: number,
  ): Promise<'added' | 'unpinned' | 'unknown' | 'lost' | 'full'>;
  /** Up to `limit` pieces from this byte on, in order. */
  pieces(uploadId: string, start: number, limit: number): Promise<Piece[]>;
  /** The upload is unknown from now on; a file that it became stays. */
  endUpload(id: string): Promise<void>;
  /**
   * Gives up to `limit` pieces back that nobody needs, and forgets an upload that has expired. False
   * when there was nothing to do.
   */
  dropPieces(now: number, limit: number): Promise<boolean>;
}
