import type { Clock } from '#kit/host/service.ts';
import type { ContentMaker } from '../content/contents.ts';
import type { CrawlStore } from '../store/crawler-store.ts';
import type { Fetcher } from '../web/fetcher.ts';
import type { HostPauses } from './host-pauses.ts';

/** Resolves after `ms` milliseconds; rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** Shared by the jobs of one process. */
export interface CrawlerContext {
  readonly store: CrawlStore;
  readonly fetcher: Fetcher;
  readonly contents: ContentMaker;
  readonly pauses: HostPauses;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** This process, as holder of leases. */
  readonly owner: string;
  /** Politeness delay. */
  readonly delayMs: number;
  /** Product token of the crawler; undefined to ask no robots.txt. */
  readonly robotsToken: string | undefined;
  /** Aborted when no further request may begin. */
  readonly stopping: AbortSignal;
  /** Aborted when requests under way must end, too. */
  readonly ending: AbortSignal;
}
