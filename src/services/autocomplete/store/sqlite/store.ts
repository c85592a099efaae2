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

/**
 * The one store on a database.
 *
 * @param completions what the database holds
 */
export function sqliteStore(db: Sqlite, completions: Completions, maxTerms: number): TermStore {
  const find = db.get('SELECT 1 FROM term WHERE term = ?');
  const add = db.get<{ freq: number }>(
    `INSERT INTO term VALUES (?, ?)
     ON CONFLICT (term) DO UPDATE SET freq = freq + excluded.freq RETURNING freq`,
  );
  let size = completions.size;

  function hasRoom(increments: ReadonlyMap<string, number>): boolean {
    if (size + increments.size <= maxTerms) return true;
    const added = increments.keys().filter((term) => find(term) === undefined);
    return size + [...added].length <= maxTerms;
  }

  return {
    ...lifecycleOf(db),
    async train(increments) {
      const trained = await db.write((tx) => {
        if (!hasRoom(increments)) return undefined;
        const before = size;
        tx.onRollback(() => (size = before));
        return Array.from(increments, ([term, n]) => {
          const { freq } = add(term, n)!;
          if (freq === n) size++;
          return [term, freq] as const;
        });
      });
      if (trained === undefined) return 'full';
      // Only now: what a rollback takes back must not be found.
      for (const [term, freq] of trained) completions.raise(term, freq);
      return 'trained';
    },
    complete: (prefix, limit) => completions.best(prefix, limit),
  };
}
