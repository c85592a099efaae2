/**
 * The store of the crawler. A job is run by one owner at a time, which holds a lease on
 * it and keeps its frontier in memory; the store holds the durable copy. Instants are milliseconds
 * since the epoch, and come from the caller. Every method throws STORE_UNAVAILABLE (503) while the
 * store is away.
 */
import type { Changes } from '#kit/web/event-streams.ts';
import type { Store } from '#kit/stores/store.ts';
import type { CrawlOptions } from '../options.ts';
import type { PageResult } from '../schemas.ts';
import type { JobArchive } from './archive.ts';
import type { Job, Totals } from './job.ts';
import type { WebhookOutbox } from './webhooks.ts';

export * from './job.ts';

/** How often a job is begun when its owners end without a new page: the job may be what ends them. */
export const maxStarts = 2;

/** How a discovered URL ends. */
export type Outcome =
  | 'fetched'
  | 'robots'
  | 'duplicate'
  | 'off-scheme'
  | 'out of scope'
  | 'private address'
  | 'error';

/** `claimed`: its request may have been sent. */
export type UrlState = 'queued' | 'claimed' | Outcome;

/** A discovered URL of a job. */
export interface UrlRow {
  /** 0 for the seed, then in the order of discovery. */
  readonly seq: number;
  readonly url: string;
  /** Links from the seed to here. */
  readonly depth: number;
  readonly state: UrlState;
  /** Why, in words, where the state alone does not say it; else empty. */
  readonly detail: string;
  /** How often a request for it was begun. */
  readonly attempts: number;
}

/** The page with its number in the job: 0, 1, 2 … in the order of completion. */
export type NumberedPage = readonly [n: number, page: PageResult];

/** Whether a page shows that its job gets on. One that fails may have been lost with the process that fetched it. */
export const isFetched = ([, page]: NumberedPage): boolean => page.error === undefined;

export interface Progress {
  /** New and changed ones, each once. */
  readonly urls: readonly UrlRow[];
  readonly pages: readonly NumberedPage[];
  /** With these included. */
  readonly totals: Totals;
}

/** Characters that fill a portion of pages. */
export const portionCharacters = 64 * 1024;

/** A replica's hold on the jobs that it runs: nobody else acquires them before the lease ends. */
interface Lease {
  readonly owner: string;
  readonly until: number;
}

export interface CrawlStore extends Store, JobArchive, WebhookOutbox {
  /**
   * Creates a job with its seed as the first URL, `started`, and numbers it: one durable step.
   *
   * @param options none when left out
   */
  create(
    seedUrl: string,
    firstUrl: string,
    maxPages: number,
    now: number,
    options?: CrawlOptions,
  ): Promise<Job>;
  /** Undefined for a job that was removed, too. */
  find(n: number): Promise<Job | undefined>;
  /**
   * Pages by number, from `offset` on, as JSON. The portion ends early with the page that fills it
   * to `portionCharacters`.
   */
  pages(n: number, offset: number, limit: number): Promise<string[]>;
  /** URLs by `seq`, from `from` on. */
  urls(n: number, from: number, limit: number): Promise<UrlRow[]>;

  /**
   * Takes up to `limit` unfinished jobs on which nobody has a lease at `now`, oldest first; they
   * are `running` then. Each goes to one caller. Those that were begun `maxStarts` times since their
   * last page, and neither ended nor released, are `failed` instead. Taking back a lapsed lease of its own is not a new start.
   *
   * @param lapsedBy leases that lapsed after this instant are left to their owners
   */
  acquire(lease: Lease, now: number, limit: number, lapsedBy?: number): Promise<Job[]>;
  /** Prolongs the leases on `jobs`, and yields those that the owner still holds and that run. */
  renew(lease: Lease, jobs: readonly number[]): Promise<number[]>;
  /**
   * Records progress of a job, all or nothing. May be repeated. False, and nothing is recorded,
   * when `owner` no longer holds it or it was cancelled.
   */
  save(owner: string, n: number, progress: Progress): Promise<boolean>;
  /** running → completed. False as for `save`. */
  complete(owner: string, n: number, now: number): Promise<boolean>;
  /**
   * Gives the job back: it waits for the next owner. One that another owner has stays there; but that
   * the caller had begun it counts no longer, since the caller lives.
   */
  release(owner: string, n: number): Promise<void>;
  /** started, running → cancelled. Yields the job as it is then, or undefined. */
  cancel(n: number, now: number): Promise<Job | undefined>;

  /**
   * Books the next request to `host`, across the jobs of all replicas.
   *
   * @param minDelayMs how long it waits at least
   * @param spacingMs least time to the request after it
   * @param now ignored by a store that several replicas share, since their clocks may differ
   * @returns how long it waits from now on, milliseconds
   */
  bookRequest(host: string, minDelayMs: number, spacingMs: number, now: number): Promise<number>;
  /**
   * Books no request to `host` within `ms` from now on; earlier bookings stay.
   *
   * @param now as for `bookRequest`
   */
  pauseHost(host: string, ms: number, now: number): Promise<void>;
  /**
   * Forgets the hosts that no longer need spacing, and yields how many there were.
   *
   * @param now as for `bookRequest`
   */
  forgetHosts(now: number): Promise<number>;

  /**
   * From now on reports to `changes` each job that has more pages or is over, whichever replica
   * runs it. Call it once.
   */
  watch(changes: Changes<number>): Promise<void>;
}
