/** Reads the rows of a database at an instant. */
import type { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../base/startup-error.ts';
import { migrationsAfter } from '../../stores/migrations.ts';
import type { Entry, Row, Value } from '../movable-store.ts';
import { columnsOf, sequences, type SqliteFile } from './tables.ts';

export function* readFile(
  db: DatabaseSync,
  { file, migrations, tables }: SqliteFile,
): Generator<Entry> {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  if (migrationsAfter(version, migrations, file).length > 0) {
    throw new StartupError(`${file} is of an older version: start this one once, and stop it`);
  }
  const names = new Set(tables.map(({ name }) => name));
  for (const row of sequenceRows(db)) {
    if (names.has(String(row['name']))) yield { table: sequences, row };
  }
  for (const table of tables) {
    const columns = columnsOf(db, table);
    const list = columns.map(({ name }) => name).join(', ');
    const select = db.prepare(
      `SELECT ${list} FROM ${table.name} ${table.where === undefined ? '' : `WHERE ${table.where}`}`,
    );
    select.setReadBigInts(true);
    for (const row of select.iterate()) {
      const values = Object.entries(row).map(([name, value]) => [name, exported(value)]);
      yield { table: table.name, row: Object.fromEntries(values) as Row };
    }
  }
}

/** There is none before a table asks for it. */
function sequenceRows(db: DatabaseSync): Row[] {
  const found = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '${sequences}'`).get();
  if (found === undefined) return [];
  return db.prepare(`SELECT name, seq FROM ${sequences}`).all() as unknown as Row[];
}

function exported(value: unknown): Value {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : (value as Value);
}
