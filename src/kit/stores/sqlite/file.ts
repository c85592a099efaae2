/** The database file: opening it, keeping other processes from it, and its schema. */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../base/startup-error.ts';
import { startupError } from '../disk.ts';
import { migrationsAfter } from '../migrations.ts';

const logHeaderBytes = 32;

/** @throws StartupError when it is not a SQLite file, or cannot be read or made */
export function openFile(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file);
    db.prepare('PRAGMA schema_version').get();
    return db;
  } catch (error) {
    const known = startupError(error, file);
    if (known instanceof StartupError) throw known;
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

/** SHMOPEN, SHMSIZE and SHMMAP: https://sqlite.org/rescode.html */
const logIndexCodes = new Set([4618, 4874, 5386]);

export function isLogIndexError(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return logIndexCodes.has(errcode);
}

/**
 * Ends the log where the last commit does. A COMMIT that fails because the log's index cannot grow has
 * written its frames already: a restart would take them for committed. A frame of page 0 ends a log
 * (https://sqlite.org/fileformat2.html#the_write_ahead_log).
 */
export function endLog(log: number, db: DatabaseSync): void {
  const { log: frames } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number };
  const { page_size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  const frameHeaderBytes = 24;
  const end = logHeaderBytes + frames * (frameHeaderBytes + page_size);
  if (end >= fstatSync(log).size) return;
  writeSync(log, Buffer.alloc(frameHeaderBytes), 0, frameHeaderBytes, end);
  fdatasyncSync(log);
}

/**
 * Holds an exclusive transaction on `<file>.lock` for the life of the process. The operating
 * system lets go of it when the process ends in whatever way.
 */
export function lockFile(file: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    lock = new DatabaseSync(`${file}.lock`);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    const known = startupError(error, file);
    if (known instanceof StartupError) throw known;
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
