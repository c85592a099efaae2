/** The database file: opening it, keeping other processes from it, and its schema. */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../host/env.ts';
import { migrationsAfter } from '../migrations.ts';

/** @throws StartupError when it is not a SQLite file, or cannot be read or made */
export function openFile(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file);
    db.prepare('PRAGMA schema_version').get();
    return db;
  } catch (error) {
    throw new StartupError(`${file}: ${(error as Error).message}; see DATA_DIR`);
  }
}

/** Opens the write-ahead log, which exists from the first write of a connection on. */
export function openLog(file: string, db: DatabaseSync): number {
  db.exec('BEGIN IMMEDIATE; CREATE TABLE first_write (x); DROP TABLE first_write; COMMIT');
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder); // the names of new files are durable too
  closeSync(folder);
  return openSync(`${file}-wal`, 'r+');
}

/**
 * Holds an exclusive transaction on `<file>.lock` for the life of the process. The operating
 * system lets go of it when the process ends in whatever way.
 */
export function lockFile(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const lock = new DatabaseSync(`${file}.lock`);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    const isBusy = errcode === 5; // SQLITE_BUSY
    const reason = isBusy ? ' is in use by another process' : `: ${message}`;
    throw new StartupError(`${file}${reason}; set DATA_DIR to another folder`);
  }
}

/** @throws StartupError when a newer version wrote the file */
export function migrate(db: DatabaseSync, file: string, folder: URL): void {
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  let version = user_version;
  for (const migration of migrationsAfter(version, folder, file)) {
    db.exec(`BEGIN; ${migration}; PRAGMA user_version = ${++version}; COMMIT`);
  }
}
