/** The common starting point of the contract's suites. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { File, FileStore, Listing } from '../file-store.ts';
import type { Piece } from '../uploads.ts';

export interface Replicas {
  readonly first: FileStore;
  readonly second: FileStore;
}

export type OpenReplicas = (t: TestContext) => Promise<Replicas>;

/** Replicas that can be closed and opened again, on the same state. */
export interface Reopenable extends Replicas {
  readonly reopen: () => Promise<Reopenable>;
}

export const now = Date.UTC(2026, 0, 1);
export const hour = 3_600_000;

/** Without what a driver adds to its rows. */
export const plain = <T extends object>(rows: readonly T[]): T[] =>
  Array.from(rows, (row) => ({ ...row }));
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Records a file whose content is `text`. */
export async function add(store: FileStore, text: string, more: Partial<File> = {}): Promise<File> {
  const pin = await store.pin(hashOf(text), text.length, now + hour);
  const { name = 'a.txt', owner_id = 'ann', parent_id = '', mime_type = 'text/plain' } = more;
  const file = await store.createFile({ name, owner_id, parent_id, mime_type }, pin.id, now);
  assert.ok(typeof file === 'object');
  return file;
}

/** @param expected the text that the file must have; undefined: any */
export async function update(store: FileStore, id: string, text: string, expected?: string) {
  const pin = await store.pin(hashOf(text), text.length, now + hour);
  const mayChange =
    expected === undefined ? undefined : (file: File) => file.content_hash === hashOf(expected);
  return store.appendVersion(id, pin.id, { mimeType: undefined, mayChange }, now + 1);
}

export const versionsOf = (store: FileStore, id: string) => store.versions(id, 0, 100_000);

export async function folder(store: FileStore, parent_id = '', name = 'docs', owner_id = 'ann') {
  const made = await store.createFolder({ name, owner_id, parent_id }, now);
  assert.ok(typeof made === 'object');
  return made;
}

export const everything: Listing = {
  folderId: '',
  ownerId: undefined,
  visibleTo: undefined,
  after: undefined,
  limit: 1_000,
};

/** Without the id, which differs. */
export const pieceOf = ({ start, hash, size }: Piece) => ({ start, hash, size });
