/** The tables of embedded stores: their columns are the format of an export. */
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../stores/sqlite/file.ts';
import { RowError, type Row, type Value } from '../movable-store.ts';

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
): Map<string, Column[]> {
  const db = new DatabaseSync(':memory:');
  try {
    migrate(db, 'a new store', migrations);
    return new Map(tables.map((table) => [table.name, columnsOf(db, table)]));
  } finally {
    db.close();
  }
}

export interface Column {
  readonly name: string;
  readonly type: string;
  /** The value of a row that was exported before there was this column; undefined if every row has one. */
  readonly fallback: Value | undefined;
}

export function columnsOf(db: DatabaseSync, { name, without = [] }: SqliteTable): Column[] {
  const columns = db
    .prepare(
      `SELECT name, type, "notnull" OR pk > 0 AS isNeeded, dflt_value AS "default"
      FROM pragma_table_info(?)`,
    )
    .all(name) as unknown as { name: string; type: string; isNeeded: 0 | 1; default: string }[];
  return columns
    .filter((column) => !without.includes(column.name))
    .map((column) => ({
      name: column.name,
      type: column.type,
      fallback:
        column.default === null ? (column.isNeeded ? undefined : null) : valueOf(column.default),
    }));

  function valueOf(expression: string): Value {
    return db.prepare(`SELECT ${expression} AS value`).get()!['value'] as Value;
  }
}

/**
 * Returns a row with all columns: one that was exported before a column was added gets its fallback.
 *
 * @throws RowError when the row has other columns
 */
export function completeRow(table: string, columns: readonly Column[], row: Row): Row {
  const found = Object.keys(row);
  const missing = columns.filter(({ name }) => !(name in row));
  if (found.length + missing.length === columns.length) {
    if (missing.length === 0) return row;
    if (missing.every(({ fallback }) => fallback !== undefined)) {
      return { ...row, ...Object.fromEntries(missing.map((one) => [one.name, one.fallback!])) };
    }
  }
  const names = columns.map(({ name }) => name);
  throw new RowError(
    `a row of ${table} has ${found.join(', ') || 'nothing'} instead of ${names.join(', ')}`,
  );
}
