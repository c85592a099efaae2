/**
 * Content of pages, made in a thread of its own: the libraries take up to seconds for a large page,
 * and for a hostile one as long as it likes. Then the thread is ended, and the page has what was made
 * so far. There is no thread before the first page of a job that asks for content.
 */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#kit/worker.ts';
import type { Format } from '../options.ts';
import type { Content } from '../store/archive.ts';
import type { Source } from './convert.ts';

export type MadeContent = Omit<Content, 'page'>;

export interface ContentMaker {
  /**
   * One page after the other. A format that cannot be made is left out.
   *
   * @param signal when it aborts, what was made so far is yielded
   */
  make(source: Source, formats: readonly Format[], signal: AbortSignal): Promise<MadeContent[]>;
  close(): Promise<void>;
}

/** Time that one page may take, milliseconds. */
const defaultLimitMs = 10_000;

/** Memory that one page may take. */
const resourceLimits = { maxOldGenerationSizeMb: 384 };

export class Contents implements ContentMaker {
  readonly #limitMs: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limitMs = defaultLimitMs) {
    this.#limitMs = limitMs;
  }

  make(source: Source, formats: readonly Format[], signal: AbortSignal): Promise<MadeContent[]> {
    const made = this.#last.then(() => this.#make(source, formats, signal));
    this.#last = made.catch(() => {}); // reported to who asked for it
    return made;
  }

  async #make(source: Source, formats: readonly Format[], signal: AbortSignal) {
    const made: MadeContent[] = [];
    if (signal.aborted) return made;
    const worker = (this.#worker ??= await this.#start());
    const over = Promise.withResolvers<void>();
    const receive = (message: MadeContent | 'done') =>
      message === 'done' ? over.resolve() : made.push(message);
    const giveUp = () => {
      this.#worker = undefined;
      void worker.terminate().then(() => over.resolve());
    };
    const timer = setTimeout(giveUp, this.#limitMs);
    signal.addEventListener('abort', giveUp);
    worker.on('message', receive).on('exit', giveUp);
    worker.postMessage({ source, formats });
    await over.promise;
    worker.off('message', receive).off('exit', giveUp);
    signal.removeEventListener('abort', giveUp);
    clearTimeout(timer);
    return made;
  }

  async #start(): Promise<Worker> {
    const worker = startWorker(import.meta.url, './contents-worker', undefined, resourceLimits);
    await once(worker, 'message');
    // What ends it is seen by its exit: too much memory, or a defect in a library.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#worker?.terminate();
  }
}
