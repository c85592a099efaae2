/** The embedded store: the record in SQLite, the index in memory. */
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { Completions } from './completions.ts';
import { preloaded, type TermStore } from './store.ts';

const schema = `CREATE TABLE term (
    term TEXT PRIMARY KEY,
    freq INTEGER NOT NULL
  ) WITHOUT ROWID;
  INSERT INTO term VALUES ${preloaded.map((term) => `('${term}', 1)`).join(', ')}`;

/** Rows read at a time when the index is built. */
const page = 1_000;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations: [schema] });
}

/** The index of what a database holds. */
export function readCompletions(db: Sqlite): Completions {
  const rowsAfter = db.all<{ term: string; freq: number }>(
    `SELECT term, freq FROM term WHERE term > ? ORDER BY term LIMIT ${page}`,
  );
  const completions = new Completions();
  let last = '';
  for (;;) {
    const rows = rowsAfter(last);
    for (const { term, freq } of rows) completions.raise(term, freq);
    if (rows.length < page) return completions;
    last = rows.at(-1)!.term;
  }
}

/** @param completions of this database, shared by all stores on it */
export function sqliteStore(db: Sqlite, completions: Completions): TermStore {
  const add = db.get<{ freq: number }>(
    `INSERT INTO term VALUES (?, ?)
     ON CONFLICT (term) DO UPDATE SET freq = freq + excluded.freq RETURNING freq`,
  );
  const ping = db.get('SELECT 1');
  return {
    async train(increments) {
      const trained = await db.write(() =>
        [...increments].map(([term, n]) => [term, add(term, n)!.freq] as const),
      );
      for (const [term, freq] of trained) completions.raise(term, freq);
    },
    complete: (prefix, limit) => completions.best(prefix, limit),
    ready: async () => void ping(),
    close: () => db.close(),
  };
}
