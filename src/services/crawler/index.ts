import { setTimeout } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { isPublicElsewhere, resolveByDns, type Resolve } from '#kit/web/addresses.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { counted } from './counters.ts';
import { examples } from './examples.ts';
import { maxStreams } from './follow.ts';
import type { Sleep } from './jobs/context.ts';
import { Scheduler } from './jobs/scheduler.ts';
import { routes } from './routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/store.ts';
import type { CrawlStore } from './store/store.ts';
import { openFetcher } from './web/fetcher.ts';

const name = 'crawler';

/** How long requests under way may take when the process stops. */
const graceMs = 4_000;

/** How often to look for jobs that wait, or whose owner is gone. */
const lookEveryMs = 500;

/** How often to forget hosts that need no spacing any more. */
const forgetEveryMs = 60_000;

/** What a crawler needs of its surroundings besides HTTP. */
export interface CrawlEnvironment {
  readonly sleep: Sleep;
  readonly resolve: Resolve;
  /** Which addresses a crawler that keeps to public ones connects to. */
  readonly isPublic: (address: string) => boolean;
  /** Longest time of one request. */
  readonly timeoutMs: number;
}

export const crawler = createCrawler({
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  resolve: resolveByDns,
  isPublic: isPublicElsewhere,
  timeoutMs: 10_000,
});

export function createCrawler({ sleep, resolve, isPublic, timeoutMs }: CrawlEnvironment): Service {
  return {
    name,
    summary: 'Crawls web sites breadth first, politely, as background jobs.',
    port: 8088,
    variables: Variables,
    examples,

    async start(host: Host): Promise<Running> {
      const config = readConfig(host.env, host.common);
      const { userAgent, publicOnly, delayMs, robotsToken, maxJobs, leaseMs } = config;
      const { clock, log, stopping } = host;
      const store = counted(host.own(await openStore(config.store, host)), host.metrics, name);
      const isAllowed = publicOnly ? isPublic : () => true;
      const fetcher = openFetcher({ userAgent, isAllowed, timeoutMs, resolve });
      const ending = abortedAfter(stopping, graceMs);
      const shared = { store, fetcher, clock, sleep, owner: nanoid(), delayMs, robotsToken };
      const scheduler = new Scheduler({ ...shared, stopping, ending }, { maxJobs, leaseMs, log });
      host.metrics.gauge(
        name,
        'hawker_crawl_jobs',
        'Crawl jobs that this process runs',
        () => scheduler.running,
      );
      const streams = host.eventStreams<number>({ max: maxStreams });
      await store.watch(streams);
      host.loop('looking for jobs', lookEveryMs, () => scheduler.tick());
      host.loop('forget hosts', forgetEveryMs, () => store.forgetHosts(clock()));
      scheduler.wake();
      return {
        routes: (app) => routes(app, { store, jobs: scheduler, streams, clock }),
        async close() {
          await scheduler.close();
          await fetcher.close();
        },
      };
    },
  };
}

async function openStore(config: Config['store'], { metrics }: Host): Promise<CrawlStore> {
  if (config.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: config.file, onCommit: metrics.commits(name) }));
  }
  const { openPostgresStore } = await import('./store/postgres/store.ts');
  return openPostgresStore(config.url, config.deployment);
}

/** Aborted some time after another signal. */
function abortedAfter(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => {
    globalThis.setTimeout(() => later.abort(), ms).unref();
  });
  return later.signal;
}
