/** Exports and imports embedded stores. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../base/startup-error.ts';
import { unfinishedImport } from '../stores/restored.ts';
import { lockFile } from '../stores/sqlite/file.ts';
import { Instant } from '../stores/sqlite/instant.ts';
import { RowError, type Entry, type Filling, type MovableStore } from './movable-store.ts';
import { FileFilling, syncFolder } from './sqlite/fill.ts';
import { readFile } from './sqlite/read.ts';
import { sequences, type SqliteFile } from './sqlite/tables.ts';

export interface Beside {
  readonly tables: readonly string[];
  /** What is kept beside the rows, read at their instant. */
  readonly read: (db: DatabaseSync) => AsyncGenerator<Entry>;
  /** @throws StartupError when something is there */
  readonly expectEmpty: () => Promise<void>;
  readonly begin: () => Promise<Filling>;
  readonly clear: () => Promise<void>;
}

export interface SqliteOptions {
  readonly beside?: Beside;
  /** What only the shared store keeps. */
  readonly ignored?: readonly string[];
}

/** @param service files of which these are */
export function sqliteMovable(
  service: string,
  files: readonly SqliteFile[],
  { beside, ignored = [] }: SqliteOptions = {},
): MovableStore {
  const folder = dirname(files[0]!.file);
  const mark = join(folder, unfinishedImport(service));
  const tables = files.flatMap((file) => file.tables.map(({ name }) => name));
  const clear = async () => {
    await beside?.clear();
    for (const { file } of files) {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
    }
    rmSync(mark, { force: true });
  };

  return {
    description: files.map(({ file }) => file).join(', '),
    tables: [...tables, sequences, ...ignored, ...(beside?.tables ?? [])],
    read: () => readAll(files, mark, beside),
    async take(token) {
      const unlock = lockAll(files);
      return {
        brokenOff: existsSync(mark) ? [readFileSync(mark, 'utf8')] : [],
        clear,
        async begin() {
          for (const { file } of files) expectNone(file);
          await beside?.expectEmpty();
          writeFileSync(mark, token, { flag: 'wx', flush: true });
          syncFolder(folder);
          try {
            const opened = files.map((file) => new FileFilling(file));
            const isMoved = ({ table }: Entry) => !ignored.includes(table);
            const other = await beside?.begin();
            return filling(opened, other, isMoved, { done: () => rmSync(mark), undone: clear });
          } catch (error) {
            await clear();
            throw error;
          }
        },
        release: async () => unlock(),
      };
    },
  };
}

/** Yields what unlocks them. @throws StartupError when a process has one of them */
function lockAll(files: readonly SqliteFile[]): () => void {
  const locks: DatabaseSync[] = [];
  const unlock = () => locks.forEach((lock) => lock.close());
  try {
    for (const { file } of files) locks.push(lockFile(file));
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
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
  { done, undone }: { readonly done: () => void; readonly undone: () => Promise<void> },
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
      await undone();
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
