/** One instant of databases that belong together, which another process may be writing. */
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';

export class Instant {
  readonly #readers: readonly DatabaseSync[];

  /** Connections that read that instant, in the order of the files. */
  get readers(): readonly DatabaseSync[] {
    return this.#readers;
  }

  /**
   * Begins to read each of them, again and again until none was written from before the first one to
   * after the last one: that takes microseconds, and writers commit every millisecond or so.
   */
  constructor(files: readonly string[]) {
    const open = (file: string) => new DatabaseSync(file, { readOnly: true });
    const watchers = files.map(open);
    const readers = (this.#readers = files.map(open));
    // What a connection sees of it changes with each commit of another one.
    const versions = watchers.map((db) => db.prepare('PRAGMA data_version'));
    const reads = readers.map((db) => db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1'));
    const versionsNow = () => versions.map((read) => read.get()!['data_version']);
    for (;;) {
      const before = versionsNow();
      for (const [i, db] of readers.entries()) {
        db.exec('BEGIN');
        // The transaction begins with its first read.
        reads[i]!.get();
      }
      const after = versionsNow();
      if (before.every((version, i) => version === after[i])) break;
      for (const db of readers) db.exec('ROLLBACK');
    }
    for (const db of watchers) db.close();
  }

  /**
   * Copies the databases, in their order, off the event loop.
   *
   * @throws Error when one is damaged
   */
  async copyTo(copies: readonly string[]): Promise<void> {
    for (const [i, copy] of copies.entries()) {
      // All pages in one step.
      await copyDatabase(this.#readers[i]!, copy, { rate: 2 ** 31 - 1 });
      check(copy);
    }
  }

  close(): void {
    for (const db of this.#readers) db.close();
  }
}

function check(copy: string): void {
  const db = new DatabaseSync(copy);
  try {
    const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get()!;
    if (found !== 'ok') throw new Error(`a database is damaged: ${String(found)}`);
    // Without its log it is one file.
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}
