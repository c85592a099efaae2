/**
 * Several processes on one machine that share one set of ports, by node:cluster: a primary, which
 * serves nothing itself, and workers, each with all services.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackOff } from './back-off.ts';
import { isOurs, type Message } from './messages.ts';
import { sumOf } from './metrics.ts';

/** The primary's view of its workers. */
export class Processes {
  readonly #log: Logger;
  /** Workers that serve, and were not told to end. */
  readonly #serving = new Set<Worker>();
  /** Resolves when the worker serves, or has ended without. */
  readonly #started = new WeakMap<Worker, Promise<unknown>>();
  /** The worker whose successor a restart is starting. */
  #outgoing: Worker | undefined;
  readonly #stopping = new AbortController();
  readonly #backOff = new BackOff();
  /** Restarts wait for each other. */
  #restarted: Promise<void> = Promise.resolve();

  constructor(log: Logger) {
    this.#log = log;
    cluster.on('exit', (worker, code, signal) => {
      if (!this.#serving.delete(worker) || this.isStopping) return;
      log.error(
        { worker_pid: worker.process.pid, code, signal },
        'a process ended; it is replaced',
      );
      if (worker !== this.#outgoing) void this.#replace();
    });
  }

  /**
   * Starts one worker, which brings the stores up to date, and then the others.
   *
   * @returns the lines that tell where the services are; undefined when the first one does not start:
   *   it has said why
   */
  async start(count: number): Promise<readonly string[] | undefined> {
    const lines = await this.#fork();
    if (lines === undefined) return undefined;
    await Promise.all(
      Array.from({ length: count - 1 }, async () => {
        if ((await this.#fork()) === undefined) await this.#replace();
      }),
    );
    return lines;
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Replaces one worker after another: the new one serves before the old one is told to end. */
  restart(): Promise<void> {
    return (this.#restarted = this.#restarted.then(async () => {
      for (const old of workers()) {
        await this.#started.get(old);
        if (this.isStopping) return;
        // It has ended, and is replaced already.
        if (!this.#serving.has(old)) continue;
        this.#outgoing = old;
        const isServing = (await this.#fork()) !== undefined;
        this.#outgoing = undefined;
        if (!isServing && !this.isStopping) {
          if (old.isDead()) void this.#replace();
          return this.#log.error('a new process does not start; those that run are kept');
        }
        await this.#end(old);
      }
      this.#log.info('all processes are replaced');
    }));
  }

  /** Ends all workers. @returns whether each of them stopped cleanly */
  async stop(): Promise<boolean> {
    this.#stopping.abort();
    const codes = await Promise.all(workers().map((worker) => this.#end(worker)));
    return codes.every((code) => code === 0);
  }

  /** @returns what the worker announced; undefined when it ended before */
  #fork(): Promise<readonly string[] | undefined> {
    // Any number of questions for metrics listen for their answers.
    const worker = cluster.fork().setMaxListeners(0);
    const announced = new Promise<readonly string[] | undefined>((resolve) => {
      worker.once('exit', () => resolve(undefined));
      worker.on('message', (message: unknown) => {
        if (!isOurs(message)) return;
        if (message.hawker === 'metrics') return void this.#answerMetrics(worker, message.id);
        if (message.hawker !== 'ready') return;
        this.#serving.add(worker);
        this.#log.info({ worker_pid: worker.process.pid }, 'a process serves');
        resolve(message.lines);
        // A stop may have begun in between.
        if (this.isStopping) void this.#end(worker);
      });
    });
    this.#started.set(worker, announced);
    return announced;
  }

  async #replace(): Promise<void> {
    const { signal } = this.#stopping;
    do {
      await sleep(this.#backOff.next(), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    } while ((await this.#fork()) === undefined);
    this.#backOff.served();
  }

  async #end(worker: Worker): Promise<number | null> {
    if (worker.isDead()) return worker.process.exitCode;
    this.#serving.delete(worker);
    worker.process.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number | null];
    return code;
  }

  async #answerMetrics(worker: Worker, id: number): Promise<void> {
    const answer = await sumOf(this.#serving).then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    );
    // It may have ended in between.
    worker.send({ hawker: 'metrics', id, ...answer } satisfies Message, () => {});
  }
}

const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** In a worker: tells the primary that it serves. */
export function tellReady(lines: readonly string[]): void {
  process.send!({ hawker: 'ready', lines } satisfies Message);
}
