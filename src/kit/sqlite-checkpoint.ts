/**
 * Checkpoints off the event loop, by a thread of its own, one for the whole process.
 *
 * A passive checkpoint copies the write-ahead log into the database while the service goes on
 * writing. The log can start anew only when all of it is copied, so once it is long a last pass
 * copies the little that is left between two batches: writes wait for it, the loop does not.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** How often a file with new commits is checkpointed, milliseconds. */
const interval = 200;
/** Past this many bytes the log starts anew. */
const resetBytes = 32 * 1024 * 1024;

/** Runs `work` while no transaction runs. */
type Pause = (work: () => Promise<void>) => Promise<void>;

export class Checkpointer {
  readonly #file: string;
  readonly #pause: Pause;
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<void> = Promise.resolve();

  constructor(file: string, pause: Pause) {
    this.#file = file;
    this.#pause = pause;
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
    await this.#copy('PASSIVE');
    const size = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size > resetBytes) {
      await this.#copy('PASSIVE'); // what was written during the first pass
      await this.#pause(() => this.#copy('TRUNCATE'));
    }
    this.#timer = undefined;
  }

  async #copy(mode: 'PASSIVE' | 'TRUNCATE'): Promise<void> {
    const failure = await thread().checkpoint({ file: this.#file, mode });
    // Nothing is lost: the log only grows until a later pass succeeds.
    if (failure !== '') process.emitWarning(`checkpoint of ${this.#file} failed: ${failure}`);
  }
}

export interface CheckpointRequest {
  readonly file: string;
  readonly mode: 'PASSIVE' | 'TRUNCATE';
}

/** The worker, started when the first checkpoint is due. It keeps the process alive only during one. */
class CheckpointThread {
  readonly #worker: Worker;
  readonly #waiting: ((failure: string) => void)[] = [];

  constructor() {
    this.#worker = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url));
    this.#worker.unref();
    const settle = (failure: string) => {
      this.#waiting.shift()?.(failure);
      if (this.#waiting.length === 0) this.#worker.unref();
    };
    this.#worker.on('message', settle);
    this.#worker.on('error', (error) => {
      shared = undefined; // the next pass gets a new thread
      while (this.#waiting.length > 0) settle(String(error));
    });
  }

  /** Resolves with why it failed, or ''. */
  checkpoint(request: CheckpointRequest): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }
}

let shared: CheckpointThread | undefined;
const thread = () => (shared ??= new CheckpointThread());
