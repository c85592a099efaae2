/** One job, from where it stands to its end, or until this process has to stop. */
import type { Clock } from '#kit/service.ts';
import { Refusal } from '#kit/problem.ts';
import { Frontier, type Entry } from './frontier.ts';
import { Hosts, robotsUnreachable } from './hosts.ts';
import { Journal } from './journal.ts';
import type { CrawlStore, Job } from './store.ts';
import { interrupted, visit, type Crawl } from './visit.ts';
import type { Fetcher } from './web/fetcher.ts';

export const workers = 3;

/** Least time that a job runs, milliseconds. */
export const drainPeriod = 2_000;

/** How long a write waits until it is tried again, milliseconds. */
const storePause = 1_000;

/** Resolves after `ms` milliseconds; rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** What the jobs of one process share. */
export interface Crawler {
  readonly store: CrawlStore;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** This process, as holder of leases. */
  readonly owner: string;
  /** Politeness delay, milliseconds. */
  readonly delay: number;
  /** Product token of the crawler; undefined to ask no robots.txt. */
  readonly token: string | undefined;
  /** Aborted when no further request may begin. */
  readonly stopping: AbortSignal;
  /** Aborted when requests under way must end, too. */
  readonly ending: AbortSignal;
}

export class Run {
  readonly #crawler: Crawler;
  readonly #job: Job;
  readonly #lost = new AbortController();
  /** Aborted when waiting is of no use any more. */
  readonly #waiting: AbortSignal;
  #idle: (() => void)[] = [];

  constructor(crawler: Crawler, job: Job) {
    this.#crawler = crawler;
    this.#job = job;
    this.#waiting = AbortSignal.any([crawler.stopping, this.#lost.signal]);
  }

  /** The job was cancelled, or belongs to another replica now. */
  lose(): void {
    this.#lost.abort();
  }

  /** Resolves when the job is over, or as far as it gets in this process. */
  async crawl(): Promise<void> {
    const { clock, store, owner } = this.#crawler;
    const drained = clock() + drainPeriod;
    try {
      const crawl = await this.#begin();
      await this.#work(crawl);
      await crawl.flush();
      this.#waiting.throwIfAborted();
      await this.#sleep(drained - clock());
      await this.#untilAnswered(() => store.complete(owner, this.#job.n, clock()));
    } catch (error) {
      if (!this.#waiting.aborted) throw error;
      if (!this.#lost.signal.aborted) await store.release(owner, this.#job.n);
    }
  }

  async #begin(): Promise<Crawl> {
    const { store, fetcher, clock, token, owner, ending } = this.#crawler;
    const { n } = this.#job;
    const loaded = await store.load(n);
    const frontier = new Frontier(this.#job, loaded);
    const journal = new Journal({
      frontier,
      save: (progress) => store.save(owner, n, progress),
      pause: () => this.#sleep(storePause),
      lost: () => this.lose(),
    });
    const flush = () => journal.flush();
    const pace = (url: URL, crawlDelay: number) => this.#pace(url, crawlDelay, flush);
    const signal = AbortSignal.any([ending, this.#lost.signal]);
    const robotsPace = async (url: URL) => {
      await flush();
      await pace(url, 0);
    };
    const hosts = new Hosts({ fetcher, token, pace: robotsPace, signal });
    const reported = new Set(
      loaded.urls
        .filter(({ state, detail }) => state === 'error' && detail.startsWith(robotsUnreachable))
        .map(({ url }) => new URL(url).origin),
    );
    const isOurs = () => !this.#lost.signal.aborted;
    const crawl = { frontier, hosts, fetcher, clock, reported, pace, flush, signal, isOurs };
    for (const entry of frontier.claimed()) giveUp(crawl, entry);
    await flush();
    return crawl;
  }

  async #work(crawl: Crawl): Promise<void> {
    const outcomes = await Promise.allSettled(
      Array.from({ length: workers }, () => this.#worker(crawl)),
    );
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async #worker(crawl: Crawl): Promise<void> {
    const { frontier } = crawl;
    for (;;) {
      const entry = await this.#next(crawl);
      if (entry === undefined) return;
      try {
        await visit(crawl, entry);
      } catch (error) {
        if (!this.#waiting.aborted) throw error;
      } finally {
        frontier.leave(entry);
        this.#wake();
      }
    }
  }

  /** The next URL, once there is one; undefined when there will be none. */
  async #next(crawl: Crawl): Promise<Entry | undefined> {
    const { frontier } = crawl;
    while (!this.#waiting.aborted) {
      const entry = frontier.take();
      if (entry !== undefined) return entry;
      if (frontier.isExhausted) break;
      if (frontier.hasChanged) await crawl.flush();
      else await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    return undefined;
  }

  #wake(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }

  async #pace(url: URL, crawlDelay: number, flush: () => Promise<void>): Promise<void> {
    const { clock, delay, store } = this.#crawler;
    this.#waiting.throwIfAborted();
    const spacing = Math.max(Math.ceil(delay / workers), crawlDelay);
    const book = () => store.book(url.host, delay, spacing, clock());
    const wait = await this.#untilAnswered(book);
    if (wait <= 0) return;
    const at = clock() + wait;
    await flush();
    await this.#sleep(at - clock());
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#crawler.sleep(ms, this.#waiting);
  }

  /** Tries again while the store is away. */
  async #untilAnswered<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 503)) throw error;
        await this.#sleep(storePause);
      }
    }
  }
}

/** Its request may have been sent before the restart, and is not sent again. */
function giveUp({ frontier, clock }: Crawl, entry: Entry): void {
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
