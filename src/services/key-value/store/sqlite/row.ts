/** The entry of a key at a node, in memory and in the table. */
import type { Entry } from '../node.ts';

/** An entry, or a tombstone, which has no value. */
export type Row = Kept | Tombstone;

interface Kept extends Entry {
  readonly id: number;
  /** Bytes of key and value in UTF-8. */
  readonly bytes: number;
}

interface Tombstone {
  readonly id: number;
  readonly value: undefined;
}

export const isKept = (row: Row): row is Kept => row.value !== undefined;

export interface StoredRow {
  readonly id: number;
  readonly node: string;
  readonly key: string;
  readonly value: string | null;
  readonly tag: string | null;
  readonly expires_at: number | null;
}

export function toEntry({ value, tag, expires_at }: StoredRow): Entry | undefined {
  if (value === null) return undefined;
  return { value, tag: tag!, expiresAt: expires_at ?? undefined };
}

export function toRow(id: number, key: string, entry: Entry | undefined): Row {
  if (entry === undefined) return { id, value: undefined };
  const { value, tag, expiresAt } = entry;
  return { id, value, tag, expiresAt, bytes: Buffer.byteLength(key) + Buffer.byteLength(value) };
}

/** The bytes that a row counts: none for a tombstone. */
export const bytesIn = (row: Row | undefined) => (row !== undefined && isKept(row) ? row.bytes : 0);

export function* keysWithValue(rows: ReadonlyMap<string, Row>): Iterable<string> {
  for (const [key, row] of rows) if (isKept(row)) yield key;
}
