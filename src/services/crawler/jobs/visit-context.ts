import type { Clock } from '#kit/host/service.ts';
import type { ContentMaker } from '../content/contents.ts';
import type { Format } from '../options.ts';
import type { Scope } from '../scope/scope.ts';
import type { Fetcher } from '../web/fetcher.ts';
import type { Frontier } from './frontier.ts';
import type { Retries } from './retry.ts';
import type { RobotsCache } from './robots-cache.ts';

/** The parts of its job that a visit needs. */
export interface VisitContext {
  /** Number of the job. */
  readonly job: number;
  readonly frontier: Frontier;
  readonly robots: RobotsCache;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Origins whose robots.txt cannot be reached, and whose one page with the error is recorded. */
  readonly reported: Set<string>;
  /** Undefined when everything is in scope. */
  readonly scope: Scope | undefined;
  readonly retries: Retries;
  /** The formats that are kept of pages; mostly none. */
  readonly formats: readonly Format[];
  readonly contents: ContentMaker;
  /** Waits for the turn of a request. */
  waitForTurn(url: URL, crawlDelayMs: number): Promise<void>;
  /** Makes everything noted so far durable. */
  flush(): Promise<void>;
  /** Aborted when requests are to end. */
  readonly signal: AbortSignal;
  /** Whether the result of an aborted request is still to be recorded. */
  isOurs(): boolean;
}
