/** The embedded store: the record in SQLite, the index in memory. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { Completions } from '../../completions/completions.ts';
import type { TermStore } from '../store.ts';

/** Rows read at a time when the index is built. */
const pageSize = 1_000;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** The index of what a database holds. */
export function readCompletions(db: Sqlite): Completions {
  const rowsAfter = db.all<{ term: string; freq: number }>(
    `SELECT term, freq FROM term WHERE term > ? ORDER BY term LIMIT ${pageSize}`,
  );
  const completions = new Completions();
  let last = '';
  for (;;) {
    const rows = rowsAfter(last);
    for (const { term, freq } of rows) completions.raise(term, freq);
    if (rows.length < pageSize) return completions;
    last = rows.at(-1)!.term;
  }
}

/** @param completions of this database, shared by all stores on it */
export function sqliteStore(db: Sqlite, completions: Completions): TermStore {
  const add = db.get<{ freq: number }>(
    `INSERT INTO term VALUES (?, ?)
     ON CONFLICT (term) DO UPDATE SET freq = freq + excluded.freq RETURNING freq`,
  );
  return {
    ...lifecycleOf(db),
    async train(increments) {
      const trained = await db.write(() =>
        [...increments].map(([term, n]) => [term, add(term, n)!.freq] as const),
      );
      // Only now: what a rollback takes back must not be found.
      for (const [term, freq] of trained) completions.raise(term, freq);
    },
    complete: (prefix, limit) => completions.best(prefix, limit),
  };
}
