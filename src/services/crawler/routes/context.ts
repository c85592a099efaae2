import type { Clock } from '#kit/host/service.ts';
import type { EventStreams } from '#kit/web/event-streams.ts';
import type { JobControl } from '../jobs/scheduler.ts';
import type { CrawlStore } from '../store/crawler-store.ts';

export interface RouteContext {
  readonly store: CrawlStore;
  readonly jobs: JobControl;
  readonly streams: EventStreams<number>;
  readonly clock: Clock;
  /** Whether jobs keep to public addresses. */
  readonly publicOnly: boolean;
  /** Whether there is a secret to sign webhooks with. */
  readonly canSign: boolean;
}
