/**
 * Which notifications are in whose inbox, in the embedded store.
 *
 * Users come in any order, so an index that is kept with each notification touches a page for each:
 * 4 KiB in the log, and once more at the checkpoint, for an entry of 20 bytes. Here the newest
 * entries are held in memory, and once they are many, they are written in the order of users, so
 * that a page takes several. (A log-structured merge tree with one component on disk; O'Neil et al.,
 * 1996.) A restart reads what was not written yet from the notifications themselves.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite, Transaction } from '#kit/sqlite.ts';
import { Entries } from './entries.ts';

export interface Runs {
  /** Entries in memory that are written together. */
  readonly length: number;
  /** Entries written in one unit of work, so that it holds nobody up. */
  readonly slice: number;
}

export const defaultRuns: Runs = { length: 16_384, slice: 128 };

export class Inboxes {
  readonly #db: Sqlite;
  readonly #runs: Runs;
  readonly #insert;
  readonly #setWritten;
  readonly #below;
  readonly #above;
  /** The table has all numbers up to here; of greater ones, what an unfinished run has left. */
  #written: number;
  /** Being written. All of them are greater than `#written`, */
  #former = new Entries();
  /** and these greater than all of those. */
  #newest = new Entries();
  #run: Promise<void> | undefined;
  /** Entries from which on a run begins. */
  #due: number;
  #isInTransaction = false;
  #isClosing = false;

  constructor(db: Sqlite, runs: Runs) {
    this.#db = db;
    this.#runs = runs;
    this.#due = runs.length;
    this.#insert = db.run('INSERT OR IGNORE INTO inbox VALUES (?, ?)');
    this.#setWritten = db.run('UPDATE counter SET written = ?');
    this.#below = db.all<{ n: number }>(
      'SELECT n FROM inbox WHERE user_id = ? AND n < ? ORDER BY n DESC LIMIT ?',
    );
    this.#above = db.all<{ n: number }>(
      'SELECT n FROM inbox WHERE user_id = ? AND n > ? AND n <= ? ORDER BY n LIMIT ?',
    );
    this.#written = db.get<{ written: number }>('SELECT written FROM counter')()!.written;
    const missing = db.all<{ user_id: string; n: number }>(
      "SELECT user_id, n FROM notification WHERE n > ? AND channel = 'in_app' ORDER BY n",
    );
    for (const { user_id, n } of missing(this.#written)) this.#newest.add(user_id, n);
    db.join({ beforeCommit: () => (this.#isInTransaction = false), afterRollback: () => {} });
  }

  /** To be called in the unit of work that inserts the notification; numbers ascend. */
  add(userId: string, n: number, tx: Transaction): void {
    if (!this.#isInTransaction) {
      this.#isInTransaction = true;
      this.#newest.mark();
      tx.onRollback(() => {
        this.#isInTransaction = false;
        this.#newest.revert();
      });
    }
    this.#newest.add(userId, n);
    if (this.#newest.count >= this.#due) this.#run ??= this.#writeRun();
  }

  /** The greatest numbers of a user below `before`, the greatest first. */
  greatest(userId: string, before: number, limit: number): number[] {
    const numbers = this.#newest.of(userId, 0, before, limit);
    numbers.push(...this.#former.of(userId, 0, before, limit - numbers.length));
    if (numbers.length === limit) return numbers;
    const below = Math.min(before, this.#written + 1);
    const rows = this.#below(userId, below, limit - numbers.length);
    return numbers.concat(rows.map(({ n }) => n));
  }

  /** The least numbers of a user above `after`, the least first. */
  least(userId: string, after: number, limit: number): number[] {
    const isWritten = after < this.#written; // never for a live stream
    const rows = isWritten ? this.#above(userId, after, this.#written, limit) : [];
    const numbers = rows.map(({ n }) => n);
    for (const entries of [this.#former, this.#newest]) {
      if (numbers.length === limit) break;
      const more = entries.of(userId, after, Infinity, Infinity).toReversed();
      numbers.push(...more.slice(0, limit - numbers.length));
    }
    return numbers;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#run;
  }

  async #writeRun(): Promise<void> {
    try {
      await nextTurn(); // the unit of work that called is over then
      await this.#write();
      this.#due = this.#runs.length;
    } catch (error) {
      // Nothing is lost: what was not written stays in memory, and a later run writes it.
      process.emitWarning(`inboxes are written later: ${String(error)}`);
      this.#due = this.#newest.count + this.#runs.length / 8;
    } finally {
      this.#run = undefined;
    }
  }

  async #write(): Promise<void> {
    if (this.#former.count === 0) {
      this.#former = this.#newest;
      this.#newest = new Entries();
    }
    const written = this.#former.last;
    if (written === undefined) return; // what called was rolled back
    for (const slice of this.#former.slices(this.#runs.slice)) {
      if (this.#isClosing) return;
      await this.#db.write(() => {
        for (const [userId, n] of slice) this.#insert(userId, n);
      });
    }
    await this.#db.write(() => this.#setWritten(written));
    this.#written = written;
    this.#former = new Entries();
  }
}
