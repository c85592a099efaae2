/** The tables, and what they hold. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import type { Count } from '../../completions/ranking.ts';
import { Dictionaries } from '../../dictionaries/dictionaries.ts';
import type { Decay } from '../../dictionaries/decay.ts';

/** Rows read at a time when the indexes are built. */
const pageSize = 1_000;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

export interface IndexRow extends Decay {
  readonly id: number;
}

export const indexColumns = 'id, half_life_hours AS halfLifeHours, since, halvings';

/** The indexes of what a database holds. */
export function readDictionaries(db: Sqlite): Dictionaries {
  const rows = db.all<IndexRow & { name: string }>(
    `SELECT name, ${indexColumns} FROM dictionary WHERE name IS NOT NULL`,
  );
  const page = (table: string, columns: string) =>
    db.all<{ term: string } & Count>(
      `SELECT ${columns} FROM ${table} WHERE dictionary = ? AND term > ?
       ORDER BY term LIMIT ${pageSize}`,
    );
  const [blockedAfter, termsAfter] = [
    page('blocked', 'term'),
    page('term', 'term, freq, halvings'),
  ];
  const dictionaries = new Dictionaries();
  for (const { name, id, ...decay } of rows()) {
    const dictionary = dictionaries.open(name, id)!;
    dictionary.decay = decay;
    for (const { term } of all(blockedAfter, id)) dictionary.setBlocked(term, true);
    for (const { term, freq, halvings } of all(termsAfter, id)) {
      dictionary.set(term, { freq, halvings });
    }
  }
  return dictionaries;
}

function* all<RowT extends { term: string }>(
  rowsAfter: (id: number, term: string) => RowT[],
  id: number,
): Generator<RowT> {
  for (let last = ''; ;) {
    const rows = rowsAfter(id, last);
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)!.term;
  }
}
