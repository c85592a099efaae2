import { setTimeout } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Politeness } from './politeness.ts';
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
      const politeness = new Politeness();
      const shared = { store, fetcher, politeness, clock, sleep, owner, delay, token };
      const crawler = { ...shared, stopping, ending: ending.signal };
      const scheduler = new Scheduler(crawler, { slots, lease, log });
      host.metrics.gauge(
        name,
        'hawker_crawl_jobs',
        'Crawl jobs that this process runs',
        () => scheduler.running,
      );
      scheduler.wake();
      return {
        store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'postgres',
        routes: (app) => routes(app, store, scheduler, clock),
        ready: () => store.ready(),
        async close() {
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
