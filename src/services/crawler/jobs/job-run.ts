/** One job, from where it stands to its end, or until this process has to stop. */
import { setImmediate } from 'node:timers/promises';
import { isOutage } from '#kit/web/problem.ts';
import type { Job, Progress } from '../store/store.ts';
import type { CrawlerContext } from './context.ts';
import { Frontier, type Entry } from './frontier.ts';
import { ProgressWriter } from './progress-writer.ts';
import { RobotsCache, robotsUnreachable } from './robots-cache.ts';
import { interrupted, visit, type VisitContext } from './visit.ts';

export const workers = 3;

/** A job runs at least this long. */
export const drainPeriodMs = 2_000;

/** URLs that are read together. */
const urlsPerRead = 1_000;

/** Pause before a step is tried again while the store is away. */
const retryPauseMs = 1_000;

export class JobRun {
  readonly #context: CrawlerContext;
  readonly #job: Job;
  readonly #abandoned = new AbortController();
  /** Aborted when the process stops, or the job is abandoned: nothing waits any more. */
  readonly #halted: AbortSignal;
  #idle: (() => void)[] = [];

  constructor(context: CrawlerContext, job: Job) {
    this.#context = context;
    this.#job = job;
    this.#halted = AbortSignal.any([context.stopping, this.#abandoned.signal]);
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
      await this.#sleep(drained - clock());
      await this.#untilAvailable(() => store.complete(owner, this.#job.n, clock()));
    } catch (error) {
      if (!this.#halted.aborted) throw error;
      await store.release(owner, this.#job.n);
    }
  }

  async #begin(): Promise<VisitContext> {
    const { fetcher, clock, robotsToken: token, ending } = this.#context;
    const frontier = await this.#load();
    const writer = new ProgressWriter(frontier, (progress) => this.#save(progress));
    const flush = () => writer.flush();
    const waitForTurn = (url: URL, crawlDelayMs: number) =>
      this.#waitForTurn(url, crawlDelayMs, flush);
    const signal = AbortSignal.any([ending, this.#abandoned.signal]);
    const robotsTurn = async (url: URL) => {
      await flush();
      await waitForTurn(url, 0);
    };
    const robots = new RobotsCache({ fetcher, token, waitForTurn: robotsTurn, signal });
    const reported = new Set(
      frontier
        .entries('error')
        .filter(({ detail }) => detail.startsWith(robotsUnreachable))
        .map(({ url }) => new URL(url).origin),
    );
    const isOurs = () => !this.#abandoned.signal.aborted;
    const shared = { frontier, robots, fetcher, clock, reported };
    const visits = { ...shared, waitForTurn, flush, signal, isOurs };
    for (const entry of frontier.entries('claimed')) recordInterrupted(visits, entry);
    await flush();
    return visits;
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

  async #save(progress: Progress): Promise<void> {
    const { store, owner } = this.#context;
    const isOurs = await this.#untilAvailable(() => store.save(owner, this.#job.n, progress));
    if (!isOurs) this.abandon();
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
      try {
        await visit(visits, entry);
      } catch (error) {
        if (!this.#halted.aborted) throw error;
      } finally {
        frontier.putBack(entry);
        this.#wakeIdle();
      }
    }
  }

  /** The next URL, once there is one; undefined when there will be none. */
  async #next(visits: VisitContext): Promise<Entry | undefined> {
    const { frontier } = visits;
    while (!this.#halted.aborted) {
      const entry = frontier.take();
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

  /** Politeness: each worker waits `delayMs`, and requests to one host are `spacingMs` apart. */
  async #waitForTurn(url: URL, crawlDelayMs: number, flush: () => Promise<void>): Promise<void> {
    const { clock, delayMs, store } = this.#context;
    this.#halted.throwIfAborted();
    const spacingMs = Math.max(Math.ceil(delayMs / workers), crawlDelayMs);
    const book = () => store.bookRequest(url.host, delayMs, spacingMs, clock());
    const waitMs = await this.#untilAvailable(book);
    if (waitMs <= 0) return;
    const at = clock() + waitMs;
    await flush();
    await this.#sleep(at - clock());
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#context.sleep(ms, this.#halted);
  }

  /** Tries again while the store is away, or its disk is full. */
  async #untilAvailable<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
      await this.#sleep(retryPauseMs);
    }
  }
}

/** Its request may have been sent before the restart, and is not sent again. */
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
