import { setTimeout } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { EventStreams, keepAliveInterval } from '#kit/event-streams.ts';
import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { maxStreams } from './events.ts';
import { routes } from './routes.ts';
import type { Sleep } from './run.ts';
import { Scheduler } from './scheduler.ts';
import type { CrawlStore } from './store.ts';
import { endFormerLeases, openDatabase, sqliteStore } from './store.sqlite.ts';
import { isPublic, resolveByDns, type Resolve } from './web/addresses.ts';
import { openFetcher } from './web/fetcher.ts';

const name = 'crawler';

/** How long requests under way may take when the process stops, milliseconds. */
const grace = 4_000;

/** How often hosts are forgotten that are free, milliseconds. */
const forgetInterval = 60_000;

/** What a crawler has of the world besides HTTP. */
export interface World {
  readonly sleep: Sleep;
  readonly resolve: Resolve;
  /** Tells the addresses that a guarded crawler connects to. */
  readonly isPublic: (address: string) => boolean;
  /** Longest time of one request, milliseconds. */
  readonly timeout: number;
}

export const crawler = crawlerIn({
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  resolve: resolveByDns,
  isPublic,
  timeout: 10_000,
});

export function crawlerIn({ sleep, resolve, isPublic, timeout }: World): Service {
  return {
    name,
    summary: 'Crawls web sites breadth first, politely, as background jobs.',
    port: 8088,
    variables: Variables,

    async start(host: Host): Promise<Running> {
      const { store: where, ...config } = readConfig(host.env, host.common);
      const store = await openStore(where, host);
      const { userAgent, guarded, delay, token, slots, lease } = config;
      const isAllowed = guarded ? isPublic : () => true;
      const fetcher = openFetcher({ userAgent, isAllowed, timeout, resolve });
      const ending = new AbortController();
      host.stopping.addEventListener('abort', () => {
        globalThis.setTimeout(() => ending.abort(), grace).unref();
      });
      const { clock, log, stopping } = host;
      const owner = nanoid();
      const shared = { store, fetcher, clock, sleep, owner, delay, token };
      const crawler = { ...shared, stopping, ending: ending.signal };
      const scheduler = new Scheduler(crawler, { slots, lease, log });
      host.metrics.gauge(
        name,
        'hawker_crawl_jobs',
        'Crawl jobs that this process runs',
        () => scheduler.running,
      );
      const streams = new EventStreams<number>({ most: maxStreams, log });
      host.metrics.gauge(
        name,
        'hawker_crawl_streams',
        'Open streams of crawl jobs',
        () => streams.count,
      );
      await store.watch(streams);
      const loops = [
        loop({ name: 'keep-alive', every: keepAliveInterval, signal: stopping, log }, async () =>
          streams.keepAlive(),
        ),
        loop({ name: 'forget hosts', every: forgetInterval, signal: stopping, log }, async () => {
          await store.forgetHosts();
        }),
      ];
      scheduler.wake();
      return {
        store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'postgres',
        routes: (app) => routes(app, { store, crews: scheduler, streams, clock }),
        ready: () => store.ready(),
        async drain() {
          streams.close();
        },
        async close() {
          await Promise.all(loops);
          await scheduler.close();
          await fetcher.close();
          await store.close();
        },
      };
    },
  };
}

async function openStore(where: Config['store'], host: Host): Promise<CrawlStore> {
  if (where.kind === 'sqlite') {
    const db = openDatabase({ file: where.file, onCommit: host.metrics.commits(name) });
    await endFormerLeases(db);
    return sqliteStore(db);
  }
  const { openPostgresStore } = await import('./store.postgres.ts');
  return openPostgresStore(where.url, where.deployment);
}
