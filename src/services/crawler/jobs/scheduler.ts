/** Takes jobs for this process to run, and renews the leases on them. */
import type { Logger } from 'pino';
import { isOutage } from '#kit/web/problem.ts';
import type { Job } from '../store/crawler-store.ts';
import type { CrawlerContext } from './context.ts';
import { JobRun } from './job-run.ts';

/** The part of the scheduler that clients set in motion. */
export interface JobControl {
  /** There may be a job to run, or a slot to run one. */
  wake(): void;
  /** A job was cancelled here. */
  abandon(n: number): void;
}

/**
 * How long after an outage of the store leases that lapsed during it are left alone, at least: time
 * for every replica to find the store again, and to renew its leases, milliseconds.
 */
const minGraceMs = 3_000;

interface SchedulerOptions {
  /** Jobs that run at the same time. */
  readonly maxJobs: number;
  readonly leaseMs: number;
  readonly log: Logger;
}

export class Scheduler implements JobControl {
  readonly #context: CrawlerContext;
  readonly #maxJobs: number;
  readonly #leaseMs: number;
  readonly #log: Logger;
  readonly #runs = new Map<number, { run: JobRun; over: Promise<void> }>();
  #ticking: Promise<void> | undefined;
  #isWoken = false;
  #renewed = 0;
  /** The store was away at the last look. */
  #wasAway = false;
  /** Until then, leases that lapsed are left to their owners. */
  #graceUntil = 0;

  constructor(context: CrawlerContext, { maxJobs, leaseMs, log }: SchedulerOptions) {
    this.#context = context;
    this.#maxJobs = maxJobs;
    this.#leaseMs = leaseMs;
    this.#log = log;
  }

  get running(): number {
    return this.#runs.size;
  }

  wake(): void {
    this.tick().catch((error: unknown) => this.#log.warn({ err: error }, 'no jobs were taken'));
  }

  abandon(n: number): void {
    this.#runs.get(n)?.run.abandon();
  }

  /** Resolves when no job is running here; `stopping` of the context is aborted by then. */
  async close(): Promise<void> {
    await this.#ticking?.catch(() => {}); // reported to the caller that began it
    await Promise.all([...this.#runs.values()].map(({ over }) => over));
  }

  /** Renews leases and takes jobs. A call while it runs makes it run once more. */
  tick(): Promise<void> {
    this.#isWoken = true;
    return (this.#ticking ??= this.#tick().finally(() => (this.#ticking = undefined)));
  }

  async #tick(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      try {
        await this.#renew();
        await this.#acquire();
      } catch (error) {
        this.#wasAway ||= isOutage(error);
        throw error;
      }
    }
  }

  async #renew(): Promise<void> {
    const { store, clock, owner } = this.#context;
    const now = clock();
    if (this.#runs.size === 0 || now - this.#renewed < this.#leaseMs / 3) return;
    const jobs = [...this.#runs.keys()];
    const held = new Set(await store.renew({ owner, until: now + this.#leaseMs }, jobs));
    this.#renewed = now;
    // A job that was just completed here is not held either; abandoning it does no harm.
    for (const n of jobs) if (!held.has(n)) this.abandon(n);
  }

  async #acquire(): Promise<void> {
    const { store, clock, owner, stopping } = this.#context;
    const free = this.#maxJobs - this.#runs.size;
    if (free <= 0 || stopping.aborted) return;
    if (this.#wasAway) await this.#beginGrace();
    const now = clock();
    const lease = { owner, until: now + this.#leaseMs };
    // 0: only jobs that nobody has begun, or that were given back.
    const lapsedBy = now < this.#graceUntil ? 0 : now;
    const jobs = await store.acquire(lease, now, free, lapsedBy);
    // This process still ends a former run of such a job, which would write as the same owner.
    // When that run has ended, it wakes the scheduler.
    const ending = jobs.filter(({ n }) => this.#runs.has(n));
    for (const job of jobs) if (!ending.includes(job)) this.#start(job);
    await Promise.all(ending.map(({ n }) => store.release(owner, n)));
  }

  /**
   * While the store was away nobody could renew a lease: one that lapsed during the outage does not
   * mean that its owner is gone. Taking over would give up the pages that the owners have under
   * way.
   */
  async #beginGrace(): Promise<void> {
    const { store, clock } = this.#context;
    await store.ready();
    this.#wasAway = false;
    this.#graceUntil = clock() + Math.max(this.#leaseMs / 2, minGraceMs);
  }

  #start(job: Job): void {
    const run = new JobRun(this.#context, job);
    const over = run
      .crawl()
      // The lease lapses, and then a replica tries again.
      .catch((error: unknown) => this.#log.error({ err: error, job: job.n }, 'a crawl failed'))
      .finally(() => {
        this.#runs.delete(job.n);
        if (!this.#context.stopping.aborted) this.wake();
      });
    this.#runs.set(job.n, { run, over });
  }
}
