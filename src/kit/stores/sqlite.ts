/**
 * The embedded engine: node:sqlite with group commit.
 *
 * All units of work that wait run in one transaction; then one fsync, off the event loop, makes
 * them durable, and only then is any of them answered. What arrives during the fsync is the next
 * batch. A unit is a plain synchronous function over prepared statements, so it is indivisible by
 * construction. If one of a batch throws, the batch is rolled back and each unit runs again in a
 * transaction of its own.
 *
 * A unit that the disk does not take is rolled back as any other that throws, and rejects with 507
 * (no space) or 503 (not writable). Nothing is closed or switched off: the next unit that the disk
 * takes is committed.
 *
 * Reads see what is committed, a moment before it is durable (docs/adr/0004).
 */
import { closeSync, fdatasync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { storeStep, type StoreStep } from './store-steps.ts';
import { sliceMs } from '../base/time-slice.ts';
import { diskRefusal, diskTrouble, FilesInPlace, probeDisk, startupError } from './disk.ts';
import { Checkpointer } from './sqlite/checkpoint.ts';
import { endLog, isLogIndexError, lockFile, migrate, openFile, openLog } from './sqlite/file.ts';
import type { Store } from './store.ts';
import { Refusal } from '../base/refusal.ts';

export interface SqliteOptions {
  /** Path of the database file; its folder is made. `:memory:` keeps nothing. */
  readonly file: string;
  /**
   * Folder of `0001-name.sql`, `0002-…`, each applied once, in order; never edit one that shipped.
   */
  readonly migrations: URL;
  /** Called after each commit with the number of units in it and its duration in seconds. */
  readonly onCommit?: (units: number, seconds: number) => void;
}

/** Passed to a unit of work for state outside the database that must follow its fate. */
export interface Transaction {
  /** Runs `revert` if the transaction is rolled back (latest first). */
  onRollback(revert: () => void): void;
}

interface Job {
  unit: (tx: Transaction) => unknown;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
  result: unknown;
}

type Row = object;

const writeStep: StoreStep = { system: 'sqlite', name: 'write' };

export class Sqlite implements Store {
  readonly description: string;
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #lock: DatabaseSync | undefined;
  readonly #checkpointer: Checkpointer | undefined;
  /** Descriptor of the write-ahead log; undefined in memory. */
  readonly #log: number | undefined;
  readonly #files: FilesInPlace | undefined;
  /** The disk has refused a write, and no probe has passed since. */
  #outage: Refusal | undefined;
  #probe: Promise<void> | undefined;
  /** A batch is being synced, or the engine is paused: what arrives waits. */
  #busy = false;
  #paused: (() => Promise<void>) | undefined;
  #closed: Promise<void> | undefined;
  #isClosed = false;
  readonly #onCommit: (units: number, seconds: number) => void;
  #queue: Job[] = [];
  #reverts: (() => void)[] = [];
  readonly #tx: Transaction = { onRollback: (revert) => void this.#reverts.push(revert) };

  /**
   * Opens the file and brings its schema up to date.
   *
   * @throws StartupError when another process holds the file, a newer version wrote it, or the disk
   *   does not take writes
   */
  static open(options: SqliteOptions): Sqlite {
    if (options.file === ':memory:') return new Sqlite(options, openMigrated(options), undefined);
    const lock = lockFile(options.file);
    let db: DatabaseSync | undefined;
    try {
      db = openMigrated(options);
      return new Sqlite(options, db, lock);
    } catch (error) {
      db?.close();
      lock.close();
      throw startupError(error, options.file);
    }
  }

  /** @param lock held until the database is closed; undefined in memory */
  private constructor({ file, onCommit }: SqliteOptions, db: DatabaseSync, lock?: DatabaseSync) {
    this.description = `sqlite ${file}`;
    this.#path = file;
    this.#db = db;
    this.#lock = lock;
    this.#onCommit = onCommit ?? (() => {});
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    if (lock !== undefined) {
      this.#log = openLog(file, db);
      this.#files = new FilesInPlace([file, `${file}-wal`]);
      this.#checkpointer = new Checkpointer(file, (work) => this.#pause(work));
    }
  }

  /** A statement that yields the first row, or undefined. */
  get<T extends Row>(sql: string): (...params: SQLInputValue[]) => T | undefined {
    const statement = this.#db.prepare(sql);
    return (...params) => statement.get(...params) as T | undefined;
  }

  /** A statement that yields all rows. */
  all<T extends Row>(sql: string): (...params: SQLInputValue[]) => T[] {
    const statement = this.#db.prepare(sql);
    return (...params) => statement.all(...params) as T[];
  }

  /** A statement that yields the number of rows it changed. */
  run(sql: string): (...params: SQLInputValue[]) => number {
    const statement = this.#db.prepare(sql);
    return (...params) => Number(statement.run(...params).changes);
  }

  /**
   * Runs `unit` as one indivisible, durable step, together with the others that wait.
   * It may run twice (see above), so whatever it changes besides the database must be reverted
   * by `tx.onRollback`. Rejects with what the unit threw; then nothing of it remains.
   *
   * @throws Refusal STORE_FULL, STORE_UNAVAILABLE when the disk does not take it
   */
  write<T>(unit: (tx: Transaction) => T): Promise<T> {
    return storeStep(writeStep, () => this.#enqueue(unit));
  }

  #enqueue<T>(unit: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) throw new Error('the database is closed');
      if (this.#queue.length === 0 && !this.#busy) setImmediate(() => this.#next());
      this.#queue.push({ unit, resolve, reject, result: undefined });
    });
  }

  /**
   * Resolves unless the disk refuses writes. Once it has refused one, it must take a probe before this
   * resolves again: so an end of the trouble is seen without a client's write.
   *
   * @throws Refusal STORE_FULL, STORE_UNAVAILABLE
   */
  async ready(): Promise<void> {
    const missing = this.#files?.missing();
    if (missing) throw diskRefusal('unwritable', this.#path, missing);
    if (this.#outage) await (this.#probe ??= this.#probeOutage(this.#outage));
  }

  async #probeOutage(outage: Refusal): Promise<void> {
    try {
      await probeDisk(this.#path);
      await this.write(() => this.#touch());
      if (this.#outage === outage) this.#outage = undefined;
    } catch (error) {
      throw this.#refused(error);
    } finally {
      this.#probe = undefined;
    }
  }

  /** Writes a page without changing it. */
  #touch(): void {
    const { user_version } = this.#db.prepare('PRAGMA user_version').get()!;
    this.#db.exec(`PRAGMA user_version = ${Number(user_version)}`);
  }

  /** Waits for what is under way and closes; the write-ahead log is folded into the file. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    // Whether this one can be committed is of no interest.
    const last = () => this.write(() => undefined).catch(() => {});
    while (this.#busy || this.#queue.length > 0) await last();
    await this.#checkpointer?.close();
    this.#isClosed = true;
    if (this.#log !== undefined) closeSync(this.#log);
    this.#db.close();
    this.#lock?.close();
  }

  /** Runs `work` between two batches; the event loop goes on, writes wait. */
  #pause(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#paused = () => work().then(resolve, reject);
      if (!this.#busy) this.#next();
    });
  }

  /** What is due when no batch is under way. */
  #next(): void {
    if (this.#busy) return;
    const paused = this.#paused;
    this.#paused = undefined;
    if (paused) {
      this.#busy = true;
      void paused().then(() => this.#resume());
    } else if (this.#queue.length > 0) {
      this.#flush();
    }
  }

  #resume(): void {
    this.#busy = false;
    this.#next();
  }

  #flush(): void {
    const batch = this.#queue;
    this.#queue = [];
    const areTogether = batch.length > 1 && this.#transact(batch) === undefined;
    const committed = areTogether ? batch : this.#oneByOne(batch);
    // What exceeded a slice is in the queue again.
    if (this.#queue.length > 0) setImmediate(() => this.#next());
    this.#settle(committed);
  }

  /** Yields those that are committed. What exceeds a slice of time waits for the next batch. */
  #oneByOne(jobs: Job[]): Job[] {
    const started = performance.now();
    return jobs.filter((job, i) => {
      if (i > 0 && performance.now() - started >= sliceMs) {
        this.#queue = [...jobs.splice(i), ...this.#queue];
        return false;
      }
      const failure = this.#transact([job]);
      if (failure !== undefined) job.reject(this.#refused(failure.error));
      return failure === undefined;
    });
  }

  /** The refusal that trouble with the disk becomes; any other error is returned as it is. */
  #refused(error: unknown): unknown {
    if (this.#files === undefined || error instanceof Refusal) return error;
    const trouble = diskTrouble(error, this.#path);
    if (trouble === undefined) return error;
    return (this.#outage = diskRefusal(trouble, this.#path, error));
  }

  /** Answers the jobs once the log is on disk. Jobs that arrive during the flush form the next batch. */
  #settle(jobs: Job[]): void {
    if (this.#log === undefined || jobs.length === 0) return answer(jobs);
    this.#busy = true;
    fdatasync(this.#log, (error) => {
      // What the disk holds is unknown now. End here: a restart recovers what is durable.
      if (error) throw new Error(`${this.#path}: the log is not on the disk`, { cause: error });
      this.#resume();
      answer(jobs);
    });
  }

  /**
   * Runs the jobs in one transaction; returns why it was rolled back, or undefined. What exceeds a
   * slice of time is taken out of `jobs`, and waits for the next batch.
   */
  #transact(jobs: Job[]): { error: unknown } | undefined {
    const started = performance.now();
    try {
      const missing = this.#files?.missing();
      if (missing) throw diskRefusal('unwritable', this.#path, missing);
      this.#begin.run();
      for (let done = 0; done < jobs.length; done++) {
        const isOver = performance.now() - started >= sliceMs;
        if (done > 0 && isOver) this.#queue = [...jobs.splice(done), ...this.#queue];
        else jobs[done]!.result = jobs[done]!.unit(this.#tx);
      }
      this.#commit.run();
    } catch (error) {
      // A full disk may have rolled back already, and BEGIN itself may have failed.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      if (this.#log !== undefined && isLogIndexError(error)) endLog(this.#log, this.#db);
      for (const revert of this.#reverts.reverse()) revert();
      this.#reverts = [];
      return { error };
    }
    this.#reverts = [];
    this.#checkpointer?.wrote();
    this.#onCommit(jobs.length, (performance.now() - started) / 1000);
    return undefined;
  }
}

function answer(jobs: Job[]): void {
  for (const job of jobs) job.resolve(job.result as never);
}

/** @throws StartupError; then the file is closed again */
function openMigrated(options: SqliteOptions): DatabaseSync {
  const db = openFile(options.file);
  try {
    // NORMAL writes the log at COMMIT and leaves its fsync to us: see #settle. The cache is small,
    // since a COMMIT after certain splits of pages walks all of it (docs/adr/0004).
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY`);
    migrate(db, options.file, options.migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
