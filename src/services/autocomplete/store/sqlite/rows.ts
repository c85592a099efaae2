/** The rows of indexes and terms, within a unit of work. */
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';
import type { Count } from '../../completions/ranking.ts';
import { hasNeverDecayed, increased } from '../../dictionaries/decay.ts';
import { indexColumns, type IndexRow } from './database.ts';

/** Rows that are deleted in one step. */
const deletedAtATime = 500;

export type Rows = ReturnType<typeof rowsOf>;

export function rowsOf(db: Sqlite) {
  const add = db.get<Count>(
    `INSERT INTO term VALUES (?, ?, ?, 0)
     ON CONFLICT (dictionary, term) DO UPDATE SET freq = freq + excluded.freq
     RETURNING freq, halvings`,
  );
  const find = db.get<Count>('SELECT freq, halvings FROM term WHERE dictionary = ? AND term = ?');
  const put = db.run('INSERT OR REPLACE INTO term VALUES (?, ?, ?, ?)');
  const unmake = db.run('DELETE FROM dictionary WHERE id = ?');
  const deleteSome = ['term', 'blocked'].map((table) =>
    db.run(
      `DELETE FROM ${table} WHERE dictionary = ?1 AND term IN
         (SELECT term FROM ${table} WHERE dictionary = ?1 LIMIT ${deletedAtATime})`,
    ),
  );

  return {
    index: db.get<IndexRow>(`SELECT ${indexColumns} FROM dictionary WHERE name = ?`),
    indexes: db.get<{ n: number }>('SELECT count(*) AS n FROM dictionary WHERE name IS NOT NULL'),
    make: db.get<IndexRow>(`INSERT INTO dictionary (name) VALUES (?) RETURNING ${indexColumns}`),
    unmake,
    setDecay: db.run(
      'UPDATE dictionary SET half_life_hours = ?, since = ?, halvings = ? WHERE id = ?',
    ),
    drop: db.run('UPDATE dictionary SET name = NULL WHERE id = ?'),
    find,
    put: (id: number, term: string, { freq, halvings }: Count) => put(id, term, freq, halvings),
    remove: db.run('DELETE FROM term WHERE dictionary = ? AND term = ?'),
    block: db.run('INSERT OR IGNORE INTO blocked VALUES (?, ?)'),
    unblock: db.run('DELETE FROM blocked WHERE dictionary = ? AND term = ?'),

    /** Yields what the count is now, and whether the term is new. */
    increase({ id, ...decay }: IndexRow, term: string, increment: number, halvings: number) {
      if (hasNeverDecayed(decay)) {
        const count = add(id, term, increment)!;
        return { count, isNew: count.freq === increment };
      }
      const before = find(id, term);
      const count = increased(before, increment, halvings);
      put(id, term, count.freq, count.halvings);
      return { count, isNew: before === undefined };
    },

    /** A dropped index that has left something. */
    leftBehind: db.get<{ id: number }>('SELECT id FROM dictionary WHERE name IS NULL'),

    /** Deletes some of what a dropped index has left, and at last itself. */
    deleteSome(id: number): void {
      const isDone = deleteSome.every((some) => some(id) < deletedAtATime);
      if (isDone) unmake(id);
    },
  };
}

/** How many terms there are, as the units of work under way see it. */
export class Held {
  readonly #byIndex = new Map<number, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(id: number): number {
    return this.#byIndex.get(id) ?? 0;
  }

  add(id: number, n: number, tx?: Transaction): void {
    this.#total += n;
    this.#byIndex.set(id, this.of(id) + n);
    if (this.of(id) === 0) this.#byIndex.delete(id);
    tx?.onRollback(() => this.add(id, -n));
  }
}
