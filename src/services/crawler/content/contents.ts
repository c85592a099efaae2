/**
 * Makes the content of pages in a thread of its own: the libraries take up to seconds for a large
 * page, and for a hostile one as long as its author likes. When a page takes too long or too much
 * memory, the thread is ended and the page keeps what was made so far. Jobs take turns, so a job with
 * slow pages delays another one by a page at a time. The thread starts with the first page of a job
 * that asks for content.
 */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { startWorker } from '#kit/base/worker.ts';
import type { Format } from '../options.ts';
import type { Content } from '../store/archive.ts';
import type { Source } from './convert.ts';

export type MadeContent = Omit<Content, 'page'>;

export interface ContentMaker {
  /**
   * Makes one page after the other, of each job in turn. A format that cannot be made is left out.
   *
   * @param job number of the job that the page belongs to
   * @param signal when it aborts, the formats made so far are returned
   */
  make(
    job: number,
    source: Source,
    formats: readonly Format[],
    signal: AbortSignal,
  ): Promise<MadeContent[]>;
  close(): Promise<void>;
}

/** Time that one page may take, milliseconds. */
const defaultLimitMs = 10_000;

/** Memory that one page may take. */
const resourceLimits = { maxOldGenerationSizeMb: 384 };

/** Hosts whose ended pages are remembered. */
const maxHosts = 10_000;

export class Contents implements ContentMaker {
  readonly #limitMs: number;
  #worker: Worker | undefined;
  /** The pages that wait, by job; the next job is the first. */
  readonly #waiting = new Map<number, (() => Promise<void>)[]>();
  #working: Promise<void> | undefined;
  /** How many pages of a host had to be ended. */
  readonly #ended = new LRUCache<string, number>({ max: maxHosts });

  constructor(limitMs = defaultLimitMs) {
    this.#limitMs = limitMs;
  }

  make(job: number, source: Source, formats: readonly Format[], signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<MadeContent[]>();
    const work = () => this.#make(source, formats, signal).then(resolve, reject);
    const ofJob = this.#waiting.get(job);
    if (ofJob) ofJob.push(work);
    else this.#waiting.set(job, [work]);
    this.#working ??= this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    for (const [job, [next, ...others]] of this.#waiting) {
      this.#waiting.delete(job);
      // Behind the other jobs: a Map is iterated in the order of insertion.
      if (others.length > 0) this.#waiting.set(job, others);
      await next!();
    }
    this.#working = undefined;
  }

  /** Each page of a host that had to be ended halves the time of its next ones. */
  #limitOf(host: string): number {
    return this.#limitMs / 2 ** (this.#ended.get(host) ?? 0);
  }

  async #make(source: Source, formats: readonly Format[], signal: AbortSignal) {
    const made: MadeContent[] = [];
    if (signal.aborted) return made;
    const worker = (this.#worker ??= await this.#start());
    const over = Promise.withResolvers<void>();
    const receive = (message: MadeContent | 'done') =>
      message === 'done' ? over.resolve() : made.push(message);
    const { host } = new URL(source.url);
    const giveUp = () => {
      worker.off('exit', giveUp);
      this.#worker = undefined;
      if (!signal.aborted) this.#ended.set(host, (this.#ended.get(host) ?? 0) + 1);
      void worker.terminate().then(() => over.resolve());
    };
    const timer = setTimeout(giveUp, this.#limitOf(host));
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
    // The exit handler notices the cause: too much memory, or a defect in a library.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async close(): Promise<void> {
    await this.#working;
    await this.#worker?.terminate();
  }
}
