/** The port of the store for the bytes of contents. */
import type { Readable } from 'node:stream';
import type { Store } from '#kit/stores/store.ts';
import type { ReceivedBody } from '../uploads/receive.ts';

/**
 * Names one stored content. `id` is never used again, so a late deletion, or one that is done
 * twice, cannot hit the bytes of a later upload of the same content.
 */
export interface ContentKey {
  readonly id: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
}

export interface Content extends ContentKey {
  /** Bytes. */
  readonly size: number;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An object in the content store; `key` is undefined when its name is not that of a content. */
export interface StoredObject {
  readonly name: string;
  readonly key: ContentKey | undefined;
}

/** Every method throws STORE_UNAVAILABLE (503) while the store is away. */
export interface ContentStore extends Store {
  /**
   * The bytes and their name are durable when it resolves. It may move the file of `body`.
   *
   * @throws Refusal STORAGE_FULL
   */
  put(content: Content, body: ReceivedBody): Promise<void>;
  /**
   * The bytes, or those of `range`; undefined when it is missing. The stream must be read to its
   * end or destroyed. It ends with an error when bytes are lacking.
   *
   * @throws Error when they are more or fewer than `content.size`
   */
  open(content: Content, range?: ByteRange): Promise<Readable | undefined>;
  /** How many bytes are there; undefined when there is no such content, not even an empty one. */
  sizeOf(key: ContentKey): Promise<number | undefined>;
  /**
   * Deletes the bytes; does nothing when there are none.
   *
   * @param stop ends the attempts
   */
  remove(key: ContentKey, stop?: AbortSignal): Promise<void>;
  /**
   * Lists everything in the store, unordered; objects added or removed during the listing may be
   * left out.
   */
  list(): AsyncIterable<StoredObject>;
  /** Breaks off what is under way; may be called twice. */
  close(): Promise<void>;
}

/** Whether a row names a content; a path is made of it. */
export const isContentKey = ({ id, hash }: { readonly id: unknown; readonly hash: unknown }) =>
  Number.isSafeInteger(id) && Number(id) > 0 && /^[0-9a-f]{64}$/.test(String(hash));

/**
 * `ab/<hash>.<id>`: 256 folders keep each of them small.
 *
 * @throws Error for a key that would lead elsewhere
 */
export function nameOf({ hash, id }: ContentKey): string {
  if (!isContentKey({ id, hash })) throw new Error('a content has a hash that is not a SHA-256');
  return `${hash.slice(0, 2)}/${hash}.${id}`;
}

/** The folders that `nameOf` uses: 00 to ff. */
export function contentFolders(): string[] {
  return Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
}

export function keyOf(name: string): ContentKey | undefined {
  const [, hash = '', digits = ''] = /^.{2}\/([0-9a-f]{64})\.([1-9]\d*)$/.exec(name) ?? [];
  const key = { id: Number(digits), hash };
  return hash !== '' && nameOf(key) === name ? key : undefined;
}
