/** Gives this process's share of the jobs to run, and holds the leases on them. */
import type { Logger } from 'pino';
import { loop } from '#kit/loop.ts';
import { Run, type Crawler } from './run.ts';
import type { Job } from './store.ts';

/** How often jobs are looked for that wait, or whose owner is gone, milliseconds. */
const lookEvery = 500;

export interface SchedulerOptions {
  /** Jobs that run at the same time. */
  readonly slots: number;
  /** Milliseconds. */
  readonly lease: number;
  readonly log: Logger;
}

export class Scheduler {
  readonly #crawler: Crawler;
  readonly #slots: number;
  readonly #lease: number;
  readonly #log: Logger;
  readonly #runs = new Map<number, { run: Run; over: Promise<void> }>();
  readonly #looking: Promise<void>;
  #ticking: Promise<void> | undefined;
  #isWoken = false;
  #renewed = 0;

  constructor(crawler: Crawler, { slots, lease, log }: SchedulerOptions) {
    this.#crawler = crawler;
    this.#slots = slots;
    this.#lease = lease;
    this.#log = log;
    this.#looking = loop(
      { every: lookEvery, signal: crawler.stopping, log, name: 'looking for jobs' },
      () => this.tick(),
    );
  }

  get running(): number {
    return this.#runs.size;
  }

  /** There may be a job to run, or a slot to run one. */
  wake(): void {
    this.tick().catch((error: unknown) => this.#log.warn({ err: error }, 'no jobs were taken'));
  }

  /** A job was cancelled here. */
  lose(n: number): void {
    this.#runs.get(n)?.run.lose();
  }

  /** Resolves when no job runs here any more; the signals of the crawler have been given. */
  async close(): Promise<void> {
    await this.#looking;
    await this.#ticking?.catch(() => {});
    await Promise.all([...this.#runs.values()].map(({ over }) => over));
  }

  /** Renews leases and takes jobs. A call during a run of it leads to one more. */
  tick(): Promise<void> {
    this.#isWoken = true;
    return (this.#ticking ??= this.#tick().finally(() => (this.#ticking = undefined)));
  }

  async #tick(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.#renew();
      await this.#acquire();
    }
  }

  async #renew(): Promise<void> {
    const { store, clock, owner } = this.#crawler;
    const now = clock();
    if (this.#runs.size === 0 || now - this.#renewed < this.#lease / 3) return;
    const jobs = [...this.#runs.keys()];
    const held = new Set(await store.renew({ owner, until: now + this.#lease }, jobs));
    this.#renewed = now;
    // One that has just been completed here is not held either, and not harmed.
    for (const n of jobs) if (!held.has(n)) this.lose(n);
  }

  async #acquire(): Promise<void> {
    const { store, clock, owner, stopping } = this.#crawler;
    const free = this.#slots - this.#runs.size;
    if (free <= 0 || stopping.aborted) return;
    const now = clock();
    const jobs = await store.acquire({ owner, until: now + this.#lease }, now, free);
    // Whose former run has yet to end: it would act for this owner, too. Its end wakes us.
    const ending = jobs.filter(({ n }) => this.#runs.has(n));
    for (const job of jobs) if (!ending.includes(job)) this.#start(job);
    await Promise.all(ending.map(({ n }) => store.release(owner, n)));
  }

  #start(job: Job): void {
    const run = new Run(this.#crawler, job);
    const over = run
      .crawl()
      // The lease runs out, and somebody tries again.
      .catch((error: unknown) => this.#log.error({ err: error, job: job.n }, 'a crawl failed'))
      .finally(() => {
        this.#runs.delete(job.n);
        if (!this.#crawler.stopping.aborted) this.wake();
      });
    this.#runs.set(job.n, { run, over });
  }
}
