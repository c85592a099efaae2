/** Exports and imports the rows of embedded stores: their columns are the format. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { StartupError } from '../host/env.ts';
import { migrationsAfter } from '../stores/migrations.ts';
import { unfinishedImport } from '../stores/restored.ts';
import { lockFile, migrate } from '../stores/sqlite/file.ts';
import { Instant } from '../stores/sqlite/instant.ts';
import { RowError, type Entry, type Filling, type Place, type Row, type Value } from './place.ts';

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

export interface Beside {
  readonly tables: readonly string[];
  /** What is kept beside the rows, read at their instant. */
  readonly read: (db: DatabaseSync) => AsyncGenerator<Entry>;
  readonly begin: () => Promise<Filling>;
  readonly clear: () => Promise<void>;
}

/** Keeps the next number of each table whose numbers are never used again. */
const sequences = 'sqlite_sequence';

export interface SqliteOptions {
  readonly beside?: Beside;
  /** What only the shared store keeps. */
  readonly ignored?: readonly string[];
}

/** @param service files of which these are */
export function sqlitePlace(
  service: string,
  files: readonly SqliteFile[],
  { beside, ignored = [] }: SqliteOptions = {},
): Place {
  const folder = dirname(files[0]!.file);
  const mark = join(folder, unfinishedImport(service));
  const tables = files.flatMap((file) => file.tables.map(({ name }) => name));
  const removeFiles = () => {
    for (const { file } of files) {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
    }
  };

  return {
    description: files.map(({ file }) => file).join(', '),
    tables: [...tables, sequences, ...ignored, ...(beside?.tables ?? [])],
    read: () => readAll(files, mark, beside),
    isHalfFilled: async () => existsSync(mark),
    async clear() {
      await beside?.clear();
      removeFiles();
      rmSync(mark, { force: true });
    },
    async begin() {
      const locks = files.map(({ file }) => lockFile(file));
      const unlock = () => locks.forEach((lock) => lock.close());
      try {
        for (const { file } of files) expectNone(file);
        writeFileSync(mark, '', { flag: 'wx', flush: true });
        syncFolder(folder);
        const opened = files.map((file) => new FileFilling(file));
        const other = await beside?.begin();
        const isMoved = ({ table }: Entry) => !ignored.includes(table);
        return filling(opened, other, isMoved, {
          done() {
            rmSync(mark);
            unlock();
          },
          undone() {
            removeFiles();
            rmSync(mark);
            unlock();
          },
        });
      } catch (error) {
        unlock();
        throw error;
      }
    },
  };
}

function expectNone(file: string): void {
  if (!existsSync(file)) return;
  throw new StartupError(
    `${file} is there already: import before the first start, or set DATA_DIR to another folder`,
  );
}

function filling(
  files: readonly FileFilling[],
  beside: Filling | undefined,
  isMoved: (entry: Entry) => boolean,
  { done, undone }: { readonly done: () => void; readonly undone: () => void },
): Filling {
  return {
    async write(entries) {
      const left: Entry[] = [];
      const groups = Map.groupBy(entries.filter(isMoved), ({ table, row }) =>
        files.find((file) => file.has(table === sequences ? String(row['name']) : table)),
      );
      for (const [file, own] of groups) {
        if (file === undefined) left.push(...own);
        else file.write(own);
      }
      if (left.length === 0) return;
      if (beside === undefined) throw new RowError(`no table "${left[0]!.row['name'] as string}"`);
      await beside.write(left);
    },
    async finish() {
      for (const file of files) await file.finish();
      await beside?.finish();
      done();
    },
    async abandon() {
      for (const file of files) file.close();
      await beside?.abandon();
      undone();
    },
  };
}

async function* readAll(
  files: readonly SqliteFile[],
  mark: string,
  beside: Beside | undefined,
): AsyncGenerator<Entry> {
  for (const { file } of files) {
    if (!existsSync(file)) throw new StartupError(`${file} is not there; see DATA_DIR`);
  }
  if (existsSync(mark)) throw new StartupError(`${mark}: an import was broken off here`);
  const instant = new Instant(files.map(({ file }) => file));
  try {
    for (const [i, file] of files.entries()) yield* readFile(instant.readers[i]!, file);
    if (beside) yield* beside.read(instant.readers[0]!);
  } finally {
    instant.close();
  }
}

function* readFile(db: DatabaseSync, { file, migrations, tables }: SqliteFile): Generator<Entry> {
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

interface Column {
  readonly name: string;
  readonly type: string;
}

function columnsOf(db: DatabaseSync, { name, without = [] }: SqliteTable): Column[] {
  const columns = db.prepare(`SELECT name, type FROM pragma_table_info(?)`).all(name);
  return (columns as unknown as Column[]).filter((column) => !without.includes(column.name));
}

/** A new file that is being filled. Nothing is durable before its end: until then it is marked. */
class FileFilling {
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
    expectColumns(
      table,
      columns.map(({ name }) => name),
      row,
    );
    if (this.#prepared.delete(table)) this.#db.exec(`DELETE FROM ${table}`);
    statement.run(...columns.map(({ name, type }) => imported(row[name]!, type)));
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

/** @throws RowError when the row has other columns */
export function expectColumns(table: string, columns: readonly string[], row: Row): void {
  const found = Object.keys(row);
  if (found.length === columns.length && columns.every((name) => name in row)) return;
  throw new RowError(
    `a row of ${table} has ${found.join(', ') || 'nothing'} instead of ${columns.join(', ')}`,
  );
}

const imported = (value: Value, type: string): SQLInputValue =>
  type === 'BLOB' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;

/** Makes the names of new files durable. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
