/** Which contents on the disk belong to a copy of the database. */
import { DatabaseSync } from 'node:sqlite';
import { nameOf, type ContentKey } from './contents/contents-store.ts';

export const database = 'file-store.db';

/** @returns paths below the data folder, with slashes */
export function* contentFiles(copy: string): Generator<string> {
  const db = new DatabaseSync(copy, { readOnly: true });
  try {
    const stored = db.prepare('SELECT id, hash FROM content WHERE stored = 1 ORDER BY id');
    for (const key of stored.iterate() as Iterable<ContentKey>) yield `files/${nameOf(key)}`;
  } finally {
    db.close();
  }
}
