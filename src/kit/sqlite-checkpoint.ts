/**
 * Checkpoints off the event loop. A thread of its own, one for the whole process, copies the
 * write-ahead log into the database while the service goes on writing (a passive checkpoint
 * blocks nobody). What was written meanwhile is little, and once the log is long the main
 * connection copies that rest itself, so that the next write starts the log anew.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** How often a file with new commits is checkpointed, milliseconds. */
const interval = 200;
/** Past this many bytes the log is reset; the rest to copy is then at most an interval's worth. */
const resetBytes = 32 * 1024 * 1024;

export class Checkpointer {
  readonly #file: string;
  readonly #db: DatabaseSync;
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<void> = Promise.resolve();

  constructor(file: string, db: DatabaseSync) {
    this.#file = file;
    this.#db = db;
    this.#db.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${resetBytes}`);
  }

  /** To be called after each commit. */
  wrote(): void {
    this.#timer ??= setTimeout(() => {
      this.#pass = this.#run();
    }, interval).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#pass;
  }

  async #run(): Promise<void> {
    const failure = await thread().checkpoint(this.#file);
    this.#timer = undefined;
    // Nothing is lost: the log only grows until a later pass succeeds.
    if (failure !== '') process.emitWarning(`checkpoint of ${this.#file} failed: ${failure}`);
    const size = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size > resetBytes) this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }
}

/** The worker, started when the first checkpoint is due. It keeps the process alive only during one. */
class CheckpointThread {
  readonly #worker: Worker;
  readonly #waiting: ((failure: string) => void)[] = [];

  constructor() {
    this.#worker = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url));
    this.#worker.unref();
    this.#worker.on('message', (failure: string) => {
      this.#waiting.shift()?.(failure);
      if (this.#waiting.length === 0) this.#worker.unref();
    });
  }

  /** Resolves with why it failed, or ''. */
  checkpoint(file: string): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.ref();
      this.#worker.postMessage(file);
    });
  }
}

let shared: CheckpointThread | undefined;
const thread = () => (shared ??= new CheckpointThread());
