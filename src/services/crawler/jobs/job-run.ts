/** One job, from where it stands to its end, or until this process has to stop. */
import { setImmediate } from 'node:timers/promises';
import { scopeOf } from '../scope/scope.ts';
import type { Job } from '../store/crawler-store.ts';
import type { CrawlerContext } from './context.ts';
import { Frontier } from './frontier.ts';
import { heeding } from './host-pauses.ts';
import type { Entry } from './levels.ts';
import { ProgressWriter, type Changes } from './progress-writer.ts';
import { interrupted } from './request.ts';
import { pauseAfter } from './retry.ts';
import { RobotsCache, robotsUnreachable } from './robots-cache.ts';
import { addSitemaps } from './sitemaps.ts';
import type { VisitContext } from './visit-context.ts';
import { visit } from './visit.ts';
import { Waits, workers } from './waits.ts';

/** A job runs at least this long. */
const drainPeriodMs = 2_000;

/** URLs that are read together. */
const urlsPerRead = 1_000;

export class JobRun {
  readonly #context: CrawlerContext;
  readonly #job: Job;
  readonly #abandoned = new AbortController();
  /** Aborted when the process stops, or the job is abandoned: nothing waits after that. */
  readonly #halted: AbortSignal;
  readonly #waits: Waits;
  #idle: (() => void)[] = [];
  /** Entries whose pause before the next attempt is over. */
  readonly #due: Entry[] = [];

  constructor(context: CrawlerContext, job: Job) {
    this.#context = context;
    this.#job = job;
    this.#halted = AbortSignal.any([context.stopping, this.#abandoned.signal]);
    this.#waits = new Waits(context, this.#halted);
  }

  /** The job was cancelled, or belongs to another replica now. */
  abandon(): void {
    this.#abandoned.abort();
  }

  /** Resolves when the job is over, or as far as it gets in this process. */
  async crawl(): Promise<void> {
    const { clock, store, owner } = this.#context;
    const drained = clock() + drainPeriodMs;
    try {
      const visits = await this.#begin();
      await this.#work(visits);
      await visits.flush();
      this.#halted.throwIfAborted();
      await this.#waits.sleep(drained - clock());
      await this.#waits.untilAvailable(() => store.complete(owner, this.#job.n, clock()));
    } catch (error) {
      if (!this.#halted.aborted) throw error;
      await store.release(owner, this.#job.n);
    }
  }

  async #begin(): Promise<VisitContext> {
    const { contents, clock, robotsToken: token, ending } = this.#context;
    const pause = (host: string, ms: number) => this.#waits.pauseHost(host, ms);
    const fetcher = heeding(this.#context.fetcher, clock, pause);
    const { options } = this.#job;
    const frontier = await this.#load();
    const writer = new ProgressWriter(frontier, (changes) => this.#save(changes));
    const flush = () => writer.flush();
    const waitForTurn = (url: URL, crawlDelayMs: number) =>
      this.#waits.forTurn(url, crawlDelayMs, flush);
    const signal = AbortSignal.any([ending, this.#abandoned.signal]);
    const robotsTurn = async (url: URL) => {
      await flush();
      await waitForTurn(url, 0);
    };
    const retries = {
      count: options.retries ?? 0,
      now: clock,
      pause: (ms: number) => this.#waits.sleep(ms),
    };
    const keepsSitemaps = options.sitemaps === true && frontier.sitemaps === undefined;
    const asking = { fetcher, token, waitForTurn: robotsTurn, signal, retries, keepsSitemaps };
    const robots = new RobotsCache(asking);
    const reported = unreachableOrigins(frontier);
    const isOurs = () => !this.#abandoned.signal.aborted;
    const { seed } = frontier;
    const scope = scopeOf(seed, options);
    const shared = { frontier, robots, fetcher, contents, clock, reported, retries, scope };
    const formats = options.formats ?? [];
    const visits = { ...shared, job: this.#job.n, formats, waitForTurn, flush, signal, isOurs };
    for (const entry of frontier.entries('claimed')) this.#resume(visits, entry);
    await flush();
    if (keepsSitemaps) await addSitemaps(visits, new URL(seed));
    return visits;
  }

  /** Its request may have been sent before the restart: that was an attempt. */
  #resume(visits: VisitContext, entry: Entry): void {
    const { frontier, retries, clock } = visits;
    if (entry.attempts > retries.count) return recordInterrupted(visits, entry);
    frontier.hold(entry);
    this.#retryLater(visits, entry, pauseAfter(entry.attempts, undefined, clock()));
  }

  /** The frontier as it was recorded. */
  async #load(): Promise<Frontier> {
    const { n } = this.#job;
    const frontier = new Frontier(this.#job);
    for (;;) {
      const rows = await this.#context.store.urls(n, frontier.size, urlsPerRead);
      frontier.restore(rows);
      if (rows.length < urlsPerRead) return frontier;
      await setImmediate(); // an embedded store answers at once: let other requests run
    }
  }

  async #save({ contents, ...progress }: Changes): Promise<void> {
    const { store, owner } = this.#context;
    const { n } = this.#job;
    // One by one, before the page that tells of them: together they may take some MiB.
    for (const content of contents) {
      if (!(await this.#waits.untilAvailable(() => store.keep(owner, n, content)))) this.abandon();
    }
    if (!(await this.#waits.untilAvailable(() => store.save(owner, n, progress)))) this.abandon();
  }

  async #work(visits: VisitContext): Promise<void> {
    const outcomes = await Promise.allSettled(
      Array.from({ length: workers }, () => this.#worker(visits)),
    );
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async #worker(visits: VisitContext): Promise<void> {
    const { frontier } = visits;
    for (;;) {
      const entry = await this.#next(visits);
      if (entry === undefined) return;
      let pauseMs: number | undefined;
      try {
        pauseMs = await visit(visits, entry);
      } catch (error) {
        if (!this.#halted.aborted) throw error;
      } finally {
        if (pauseMs === undefined) frontier.putBack(entry);
        else this.#retryLater(visits, entry, pauseMs);
        this.#wakeIdle();
      }
    }
  }

  /** Lets a worker have the entry again after a pause, in which the worker does other things. */
  #retryLater({ frontier }: VisitContext, entry: Entry, pauseMs: number): void {
    const again = () => this.#due.push(entry);
    // Halted: it stays recorded as it is.
    const stay = () => frontier.putBack(entry);
    void this.#waits
      .sleep(pauseMs)
      .then(again, stay)
      .finally(() => this.#wakeIdle());
  }

  /** The next URL, once there is one; undefined when there will be none. */
  async #next(visits: VisitContext): Promise<Entry | undefined> {
    const { frontier } = visits;
    while (!this.#halted.aborted) {
      const entry = this.#due.shift() ?? frontier.take();
      if (entry !== undefined) return entry;
      if (frontier.isExhausted) break;
      if (frontier.hasChanged) await visits.flush();
      else await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    return undefined;
  }

  #wakeIdle(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }
}

/** Those whose one page with the error is recorded. */
function unreachableOrigins(frontier: Frontier): Set<string> {
  const failed = frontier.entries('error');
  const reported = failed.filter(({ detail }) => detail.startsWith(robotsUnreachable));
  return new Set(reported.map(({ url }) => new URL(url).origin));
}

/** It is not requested again. */
function recordInterrupted({ frontier, clock }: VisitContext, entry: Entry): void {
  frontier.set(entry, 'error', interrupted);
  frontier.addPage({
    url: entry.url,
    status_code: 0,
    title: '',
    links: [],
    crawled_at: clock(),
    error: interrupted,
  });
}
