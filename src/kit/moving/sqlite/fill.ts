/** Fills a new database with rows. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrate } from '../../stores/sqlite/file.ts';
import type { Entry, Value } from '../movable-store.ts';
import { columnsOf, completeRow, sequences, type Column, type SqliteFile } from './tables.ts';

/** A new file that is being filled. Nothing is durable before its end: until then it is marked. */
export class FileFilling {
  readonly #file: SqliteFile;
  readonly #db: DatabaseSync;
  /** Tables that still have the rows that a new store begins with. */
  readonly #prepared = new Set<string>();
  readonly #inserts = new Map<string, { columns: Column[]; statement: StatementSync }>();

  constructor(file: SqliteFile) {
    this.#file = file;
    this.#db = new DatabaseSync(file.file);
    this.#db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
    migrate(this.#db, file.file, file.migrations);
    for (const table of file.tables) {
      if (table.isPrepared) this.#prepared.add(table.name);
      else this.#db.exec(`DELETE FROM ${table.name}`);
      const columns = columnsOf(this.#db, table);
      this.#inserts.set(table.name, { columns, statement: this.#insert(table.name, columns) });
    }
  }

  /** A row that comes twice is the same: stores that cannot be read at one instant may tell it again. */
  #insert(table: string, columns: readonly Column[]): StatementSync {
    const names = columns.map(({ name }) => name).join(', ');
    const values = columns.map(() => '?').join(', ');
    return this.#db.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${values})`);
  }

  has(table: string): boolean {
    return this.#inserts.has(table);
  }

  write(entries: readonly Entry[]): void {
    this.#db.exec('BEGIN');
    for (const entry of entries) this.#write(entry);
    this.#db.exec('COMMIT');
  }

  #write({ table, row }: Entry): void {
    if (table === sequences) return this.#setSequence(String(row['name']), Number(row['seq']));
    const { columns, statement } = this.#inserts.get(table)!;
    const complete = completeRow(table, columns, row);
    if (this.#prepared.delete(table)) this.#db.exec(`DELETE FROM ${table}`);
    statement.run(...columns.map(({ name, type }) => imported(complete[name]!, type)));
  }

  #setSequence(table: string, next: number): void {
    this.#db.prepare(`DELETE FROM ${sequences} WHERE name = ?`).run(table);
    this.#db.prepare(`INSERT INTO ${sequences} (name, seq) VALUES (?, ?)`).run(table, next);
  }

  async finish(): Promise<void> {
    await this.#file.derive?.(this.#db);
    this.close();
    const file = openSync(this.#file.file, 'r+');
    fsyncSync(file);
    closeSync(file);
    syncFolder(dirname(this.#file.file));
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}

const imported = (value: Value, type: string): SQLInputValue =>
  type === 'BLOB' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;

/** Makes the names of new files durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
