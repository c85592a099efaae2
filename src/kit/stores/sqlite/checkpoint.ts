/**
 * Checkpoints off the event loop, by a thread of its own, one for the whole process.
 *
 * A passive checkpoint copies the write-ahead log into the database while the service goes on
 * writing. The log can start over only when all of it is copied, so once it is long a last pass
 * copies the little that is left between two batches: writes wait for it, the loop does not.
 */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../base/worker.ts';

/** How often a file with new commits is checkpointed, milliseconds. */
const intervalMs = 200;
/** The length, in pages of 4 KiB, after which the log starts over. */
const longLogPages = 8_192;
/** How often a failure is told, milliseconds. */
const warnEveryMs = 10_000;

/** Runs `work` while no transaction runs. */
type Pause = (work: () => Promise<void>) => Promise<void>;

export class Checkpointer {
  readonly #file: string;
  readonly #pause: Pause;
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<void> = Promise.resolve();
  #nextWarning = 0;

  constructor(file: string, pause: Pause) {
    this.#file = file;
    this.#pause = pause;
  }

  /** Notes a commit. Call it after each one. */
  wrote(): void {
    this.#timer ??= setTimeout(() => {
      this.#pass = this.#checkpoint()
        .catch((error: unknown) => this.#warn(String(error)))
        .finally(() => (this.#timer = undefined));
    }, intervalMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#pass;
  }

  async #checkpoint(): Promise<void> {
    if ((await this.#copy('PASSIVE')) > longLogPages) {
      await this.#copy('PASSIVE'); // what was written during the first pass
      // Not TRUNCATE: an fsync costs more when the file has to grow again.
      await this.#pause(async () => void (await this.#copy('RESTART')));
    }
  }

  /** Nothing is lost: the log only grows until a later pass succeeds. */
  #warn(failure: string): void {
    const now = performance.now();
    if (now < this.#nextWarning) return;
    this.#nextWarning = now + warnEveryMs;
    process.emitWarning(`checkpoint of ${this.#file} failed: ${failure}`);
  }

  /** Returns the length of the log, pages. */
  async #copy(mode: CheckpointRequest['mode']): Promise<number> {
    const { pages, failure } = await thread().checkpoint({ file: this.#file, mode });
    if (failure) this.#warn(failure);
    return pages;
  }
}

export interface CheckpointRequest {
  readonly file: string;
  readonly mode: 'PASSIVE' | 'RESTART';
}

export interface CheckpointReply {
  /** Length of the log. */
  readonly pages: number;
  readonly failure?: string;
}

/** The worker, started when the first checkpoint is due. It keeps the process alive only during one. */
class CheckpointThread {
  readonly #worker: Worker;
  readonly #waiting: ((reply: CheckpointReply) => void)[] = [];

  constructor() {
    this.#worker = startWorker(import.meta.url, './checkpoint-worker');
    this.#worker.unref();
    const settle = (reply: CheckpointReply) => {
      this.#waiting.shift()?.(reply);
      if (this.#waiting.length === 0) this.#worker.unref();
    };
    this.#worker.on('message', settle);
    this.#worker.on('error', (error) => {
      shared = undefined; // the next pass gets a new thread
      while (this.#waiting.length > 0) settle({ pages: 0, failure: String(error) });
    });
  }

  checkpoint(request: CheckpointRequest): Promise<CheckpointReply> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }
}

let shared: CheckpointThread | undefined;
const thread = () => (shared ??= new CheckpointThread());
