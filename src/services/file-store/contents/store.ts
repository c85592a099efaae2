/** Where the bytes are. */
import type { Readable, Writable } from 'node:stream';
import type { Spooled } from './spool.ts';

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

/** Bytes that are open: exactly one of the methods is to be called. */
export interface Bytes {
  stream(): Readable;
  /**
   * Writes and ends; resolves early when the target closes, and rejects when bytes are lacking.
   * The target must be done with what it calls back for, as a socket is and a transform is not.
   */
  writeTo(target: Writable): Promise<void>;
}

/** Something that lies where contents lie; `key` is undefined when no content is named so. */
export interface Stored {
  readonly name: string;
  readonly key: ContentKey | undefined;
}

/** Every method throws STORE_UNAVAILABLE (503) while the store is away. */
export interface ContentStore {
  /** The bytes and their name are durable when it resolves; may take over `spooled`'s file. */
  put(content: Content, spooled: Spooled): Promise<void>;
  /**
   * The bytes, or those of `range`; undefined when there are none.
   *
   * @throws Error when they are more or fewer than `content.size`
   */
  open(content: Content, range?: ByteRange): Promise<Bytes | undefined>;
  /** How many bytes are there; undefined when there are none, not even zero. */
  sizeOf(key: ContentKey): Promise<number | undefined>;
  /** Nothing happens when there are none. */
  remove(key: ContentKey): Promise<void>;
  /** Everything that lies there, in no order; what comes or goes meanwhile may be left out. */
  list(): AsyncIterable<Stored>;
  ready(): Promise<void>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

/** `ab/<hash>.<id>`: 256 folders keep each of them small. */
export function nameOf({ hash, id }: ContentKey): string {
  return `${hash.slice(0, 2)}/${hash}.${id}`;
}

/** Those of `nameOf`: 00 to ff. */
export function foldersOf(): string[] {
  return Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
}

export function keyOf(name: string): ContentKey | undefined {
  const [, hash = '', digits = ''] = /^.{2}\/([0-9a-f]{64})\.([1-9]\d*)$/.exec(name) ?? [];
  const key = { id: Number(digits), hash };
  return hash !== '' && nameOf(key) === name ? key : undefined;
}
