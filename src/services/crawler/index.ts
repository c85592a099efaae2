import { setTimeout } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { isPublicElsewhere, resolveByDns, type Resolve } from '#kit/web/addresses.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { purge, removeOld } from './archive.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Contents } from './content/contents.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { maxStreams } from './follow.ts';
import type { Sleep } from './jobs/context.ts';
import { HostPauses } from './jobs/host-pauses.ts';
import { Scheduler } from './jobs/scheduler.ts';
import { routes } from './routes/routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-crawler-store.ts';
import type { CrawlStore } from './store/crawler-store.ts';
import { openFetcher } from './web/fetcher.ts';
import { Notifier } from './webhooks/notifier.ts';
import { openSender } from './webhooks/sender.ts';

const name = 'crawler';

/** How long requests under way may take when the process stops. */
const graceMs = 4_000;

/** How often to look for jobs that wait, or whose owner is gone. */
const lookEveryMs = 500;

/** How often to forget hosts that no longer need spacing. */
const forgetEveryMs = 60_000;

/** How often to look for webhooks that are due. */
const tellEveryMs = 500;

/** How often to look for jobs that were removed. */
const purgeEveryMs = 2_000;

/** How often to look for jobs that are too old. */
const retireEveryMs = 5_000;

/** The surroundings of a crawler besides HTTP. */
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

export function createCrawler(environment: CrawlEnvironment): Service {
  return {
    name,
    summary: 'Crawls web sites breadth first, politely, as background jobs.',
    port: 8088,
    variables: Variables,
    examples,

    async start(host: Host): Promise<Running> {
      const config = readConfig(host.env, host.common);
      const { clock, log, stopping } = host;
      const { delayMs, robotsToken, maxJobs, leaseMs, publicOnly, webhookSecret } = config;
      const counts = registerCounters(host.metrics, name);
      const store = counted(host.own(await openStore(config.store, host)), counts);
      const reach = reachOf(config, environment);
      const fetcher = openFetcher(reach);
      const contents = new Contents();
      const ending = abortedAfter(stopping, graceMs);
      const { sleep } = environment;
      const pauses = new HostPauses();
      const shared = { store, fetcher, contents, pauses, clock, sleep, owner: nanoid(), delayMs };
      const crawling = { ...shared, robotsToken, stopping, ending };
      const scheduler = new Scheduler(crawling, { maxJobs, leaseMs, log });
      host.metrics.gauge(
        name,
        'hawker_crawl_jobs',
        'Crawl jobs that this process runs',
        () => scheduler.running,
      );
      const streams = host.eventStreams<number>({ max: maxStreams });
      await store.watch(streams);
      host.loop('looking for jobs', lookEveryMs, () => scheduler.tick());
      host.loop('forget hosts', forgetEveryMs, async () => {
        pauses.forget(clock());
        await store.forgetHosts(clock());
      });
      keepHouse(host, store, config);
      const stopTelling = tellOfEnds(host, store, { secret: webhookSecret, ...reach }, ending);
      scheduler.wake();
      const canSign = webhookSecret !== undefined;
      const context = { store, jobs: scheduler, streams, clock, publicOnly, canSign };
      return {
        routes: (app) => routes(app, context),
        async close() {
          await Promise.all([scheduler.close(), stopTelling()]);
          await Promise.all([fetcher.close(), contents.close()]);
        },
      };
    },
  };
}

/**
 * The settings of requests, for pages and for webhooks alike: what they send, and where they may
 * go.
 */
function reachOf(
  { userAgent, publicOnly }: Config,
  { resolve, isPublic, timeoutMs }: CrawlEnvironment,
) {
  return { userAgent, isAllowed: publicOnly ? isPublic : () => true, timeoutMs, resolve };
}

/** Removes what is too old, and deletes what was removed. */
function keepHouse(host: Host, store: CrawlStore, { retentionMs }: Config): void {
  const { clock, stopping } = host;
  host.loop('delete removed jobs', purgeEveryMs, () => purge(store, stopping));
  if (retentionMs === undefined) return;
  host.loop('remove old jobs', retireEveryMs, () =>
    removeOld(store, clock() - retentionMs, stopping),
  );
}

type Telling = ReturnType<typeof reachOf> & { readonly secret: string | undefined };

/** @returns resolves once nothing is under way */
function tellOfEnds(
  host: Host,
  store: CrawlStore,
  { secret, ...reach }: Telling,
  ending: AbortSignal,
): () => Promise<void> {
  if (secret === undefined) return async () => {};
  const { clock, stopping, log } = host;
  const sender = openSender({ ...reach, secret });
  const notifier = new Notifier({ store, sender, clock, stopping, ending, log });
  host.loop('tell of jobs that are over', tellEveryMs, () => notifier.tick());
  return async () => {
    await notifier.close();
    await sender.close();
  };
}

async function openStore(config: Config['store'], { metrics }: Host): Promise<CrawlStore> {
  if (config.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: config.file, onCommit: metrics.commits(name) }));
  }
  const { openPostgresStore } = await import('./store/postgres/postgres-crawler-store.ts');
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
