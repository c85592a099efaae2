/**
 * Which notifications are in whose inbox, in the embedded store: a chain through the notifications.
 *
 * Users come in any order, so an index by user touches a page for each notification: 4 KiB in the
 * log, and once more at the checkpoint, for an entry of 20 bytes. Instead each notification carries
 * the number of the one before it in its inbox, and a mark to skip by. Every `stride`-th of an inbox
 * is a mark for those up to the next one; the k-th mark's own mark is the one whose index is k
 * without its lowest set bit (as in a binary indexed tree; Fenwick, 1994), so that any place is some
 * log² steps away.
 *
 * Only the head of each chain has to be found by user. Heads that changed are held in memory, and
 * once there are many, they are written in the order of users. A restart makes up for those that
 * were not written, from the notifications themselves.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite, Transaction } from '#kit/sqlite.ts';
import { columnNames, type Row } from './row.ts';

export interface Sizes {
  /** Every how many-th notification of an inbox is a mark. */
  readonly stride: number;
  /** Notifications after which the heads that changed begin to be written. */
  readonly run: number;
  /** Heads written in one unit of work, so that it holds nobody up; more, if as many have come. */
  readonly slice: number;
}

export const defaultSizes: Sizes = { stride: 32, run: 32_768, slice: 128 };

/** What a notification carries; null when there is none. */
export interface Link {
  readonly previous: number | null;
  readonly mark: number | null;
}

interface Head {
  readonly newest: number;
  readonly count: number;
  /** The last mark, which may be the newest. */
  readonly mark: number | null;
}

export class Inboxes {
  readonly #db: Sqlite;
  readonly #sizes: Sizes;
  readonly #link;
  readonly #row;
  readonly #read;
  readonly #writeHead;
  readonly #setWritten;
  /** Changed since the last run began. */
  #changed = new Map<string, Head>();
  /** What the last run writes, or wrote. */
  #former = new Map<string, Head>();
  #isFormerWritten = true;
  /** Notifications since the last run began, */
  #count = 0;
  /** and how many of them begin the next one. */
  #due: number;
  #run: Promise<void> | undefined;
  #isClosing = false;

  constructor(db: Sqlite, sizes: Sizes) {
    this.#db = db;
    this.#sizes = sizes;
    this.#due = sizes.run;
    this.#link = db.get<Link>('SELECT previous, mark FROM notification WHERE n = ?');
    this.#row = db.get<Row & Link>(
      `SELECT ${columnNames.join(', ')}, previous, mark FROM notification WHERE n = ?`,
    );
    this.#read = db.get<Head>('SELECT newest, count, mark FROM inbox WHERE user_id = ?');
    this.#writeHead = db.run('REPLACE INTO inbox VALUES (?, ?, ?, ?)');
    this.#setWritten = db.run('UPDATE counter SET written = max(written, ?)');
    const { written } = db.get<{ written: number }>('SELECT written FROM counter')()!;
    const since = db.all<{ user_id: string; n: number }>(`SELECT user_id, n FROM notification
      WHERE n > ? AND channel = 'in_app' ORDER BY n LIMIT 10000`);
    for (let rows = since(written); rows.length > 0; rows = since(rows.at(-1)!.n)) {
      for (const { user_id, n } of rows) {
        const head = this.#head(user_id);
        // A run that was broken off has written some.
        if (n > (head?.newest ?? 0)) this.#append(user_id, n, head);
      }
    }
    if (this.#count >= this.#due) this.#run = this.#writeRun();
  }

  /** To be called in the unit of work that inserts the notification; numbers ascend. */
  append(userId: string, n: number, tx: Transaction): Link {
    const changed = this.#changed.get(userId);
    const link = this.#append(userId, n, changed ?? this.#unchanged(userId));
    tx.onRollback(() => {
      if (changed === undefined) this.#changed.delete(userId);
      else this.#changed.set(userId, changed);
    });
    if (this.#count >= this.#due) this.#run ??= this.#writeRun();
    return link;
  }

  /** Rows of a user's notifications with numbers below `before`, the newest first. */
  *below(userId: string, before: number): Generator<Row> {
    let n = this.#head(userId)?.newest ?? null;
    while (n !== null && n >= before) {
      const { previous, mark } = this.#link(n)!;
      n = mark !== null && mark >= before ? mark : previous;
    }
    while (n !== null) {
      const row: Row & Link = this.#row(n)!;
      yield row;
      n = row.previous;
    }
  }

  /** Rows of a user's notifications with numbers above `after`, the oldest first. */
  *above(userId: string, after: number): Generator<Row> {
    for (let from = after; ;) {
      const stretch = this.#stretch(userId, from);
      for (const n of stretch) yield this.#row(n)!;
      if (stretch.length === 0) return;
      from = stretch.at(-1)!;
    }
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#run;
  }

  #head(userId: string): Head | undefined {
    return this.#changed.get(userId) ?? this.#unchanged(userId);
  }

  #unchanged(userId: string): Head | undefined {
    return this.#former.get(userId) ?? this.#read(userId);
  }

  /** Some numbers of a user, the least above `after`, the least first; none when there are none. */
  #stretch(userId: string, after: number): number[] {
    let stretch: number[] = [];
    let n = this.#head(userId)?.newest ?? null;
    while (n !== null && n > after) {
      const { previous, mark } = this.#link(n)!;
      const isFar = mark !== null && mark > after;
      if (isFar) stretch = [];
      else stretch.push(n);
      n = isFar ? mark : previous;
    }
    return stretch.reverse();
  }

  #append(userId: string, n: number, head: Head | undefined): Link {
    const count = (head?.count ?? 0) + 1;
    const last = head?.mark ?? null;
    const isMark = count % this.#sizes.stride === 0;
    const mark = isMark ? this.#before(last, count / this.#sizes.stride - 1) : last;
    this.#changed.set(userId, { newest: n, count, mark: isMark ? n : last });
    this.#count++;
    return { previous: head?.newest ?? null, mark };
  }

  /** The mark of the mark that comes after `last`, whose index is given. */
  #before(last: number | null, index: number): number | null {
    let mark = last;
    for (let bits = index; mark !== null && bits % 2 === 1; bits = (bits - 1) / 2) {
      mark = this.#link(mark)!.mark;
    }
    return mark;
  }

  async #writeRun(): Promise<void> {
    try {
      await nextTurn(); // the unit of work that called is over then
      await this.#writeHeads();
      this.#due = this.#sizes.run;
    } catch (error) {
      // Nothing is lost: what was not written stays in memory, and a later run writes it.
      process.emitWarning(`heads of inboxes are written later: ${String(error)}`);
      this.#due = this.#count + this.#sizes.run / 8;
    } finally {
      this.#run = undefined;
    }
  }

  async #writeHeads(): Promise<void> {
    if (this.#isFormerWritten) {
      this.#former = this.#changed;
      this.#isFormerWritten = false;
      this.#changed = new Map();
      this.#count = 0;
    }
    const users = [...this.#former.keys()].toSorted();
    let written = 0;
    for (let done = 0; done < users.length;) {
      if (this.#isClosing) return;
      // Twice as many as have come meanwhile, so that it ends before the next one is due.
      const slice = users.slice(done, Math.max(done + this.#sizes.slice, 2 * this.#count));
      await this.#db.write(() => {
        for (const userId of slice) {
          const { newest, count, mark } = this.#former.get(userId)!;
          this.#writeHead(userId, newest, count, mark);
          written = Math.max(written, newest);
        }
      });
      done += slice.length;
    }
    await this.#db.write(() => this.#setWritten(written)); // 0 when what called was rolled back
    this.#isFormerWritten = true;
  }
}
