/** The tables of embedded stores: their columns are the format of an export. */
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../stores/sqlite/file.ts';
import { RowError, type Row } from '../movable-store.ts';

/** Keeps the last number of each table whose numbers are never used again. */
export const sequences = 'sqlite_sequence';

export interface SqliteTable {
  readonly name: string;
  /** Which rows move; without it, all. */
  readonly where?: string;
  /** Columns that are derived, or that number rows that nothing refers to. */
  readonly without?: readonly string[];
  /** A new store has rows that stay when no others come. */
  readonly isPrepared?: boolean;
}

export interface SqliteFile {
  readonly file: string;
  readonly migrations: URL;
  /** A table comes after those that it refers to. */
  readonly tables: readonly SqliteTable[];
  /** Makes what is derived, when all rows are there. */
  readonly derive?: (db: DatabaseSync) => void | Promise<void>;
}

/** The columns of tables that move, as a new store has them. */
export function embeddedColumns(
  migrations: URL,
  tables: readonly SqliteTable[],
): Map<string, string[]> {
  const db = new DatabaseSync(':memory:');
  try {
    migrate(db, 'a new store', migrations);
    return new Map(
      tables.map((table) => [table.name, columnsOf(db, table).map(({ name }) => name)]),
    );
  } finally {
    db.close();
  }
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

export function columnsOf(db: DatabaseSync, { name, without = [] }: SqliteTable): Column[] {
  const columns = db.prepare(`SELECT name, type FROM pragma_table_info(?)`).all(name);
  return (columns as unknown as Column[]).filter((column) => !without.includes(column.name));
}

/** @throws RowError when the row has other columns */
export function expectColumns(table: string, columns: readonly string[], row: Row): void {
  const found = Object.keys(row);
  if (found.length === columns.length && columns.every((name) => name in row)) return;
  throw new RowError(
    `a row of ${table} has ${found.join(', ') || 'nothing'} instead of ${columns.join(', ')}`,
  );
}
