import { randomUUID } from 'node:crypto';
import { openQuotas } from '#kit/host/quotas.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { isOutage } from '#kit/web/problem.ts';
import { drawCode } from './code.ts';
import { Clicks, flushEveryMs } from './clicks/clicks.ts';
import { openCountryDatabase } from './clicks/country.ts';
import { sources } from './clicks/source.ts';
import { registerCounters } from './counters.ts';
import { defaultPort, name, quotas, readConfig, Variables, type Config } from './config.ts';
import { examples } from './examples.ts';
import { refreshEveryMs, Resolver } from './resolve.ts';
import { consoleRoutes } from './routes/console.ts';
import { publicRoutes } from './routes/public.ts';
import { openDatabase, sqliteStores } from './store/sqlite/sqlite-url-shortener-store.ts';
import type { Stores } from './store/url-shortener-store.ts';
import { ownUrls } from './target.ts';

/** Sums of clicks in memory at most. */
const maxClickEntries = 100_000;
/** How often the clicks on removed links are removed, milliseconds. */
const sweepEveryMs = 10_000;

interface UrlShortenerOptions {
  /** Yields 7 characters of a–z, A–Z, 0–9. */
  readonly drawCode: () => string;
}

export const urlShortener = createUrlShortener({ drawCode });

export function createUrlShortener({ drawCode }: UrlShortenerOptions): Service {
  return {
    name,
    summary: 'Gives a long URL a short code, redirects from the code to the URL, and counts that.',
    port: defaultPort,
    variables: Variables,
    quotas,
    examples,

    async start(host: Host): Promise<Running> {
      const { clock, stopping } = host;
      const config = readConfig(host.env, host.common);
      const { own, cacheEntries: entries, maxStaleMs, countryDatabase } = config;
      const sourceOf = sources(
        countryDatabase === undefined ? undefined : openCountryDatabase(countryDatabase),
      );
      const { links, clicks: clickStore } = await openStores(config.store, host);
      const { onRedirect, onLost, ...counts } = registerCounters(host.metrics, name);
      const store = counted(links, counts.links);
      const counting = { store: clickStore, writer: randomUUID(), sourceOf, clock, onLost };
      const clicks = new Clicks({ ...counting, maxEntries: maxClickEntries });
      const elapsed = () => performance.now();
      const resolver = new Resolver(store, { entries, maxStaleMs, elapsed });
      await resolver.refresh();

      host.loop('following changes', refreshEveryMs, () => resolver.refresh());
      host.loop('recording clicks', flushEveryMs, () => clicks.flush());
      host.loop('removing clicks', sweepEveryMs, async () => {
        while (!stopping.aborted && (await clickStore.sweep()));
      });
      const { links: quota } = openQuotas(quotas, host.env, clock);
      const shortener = { store, drawCode, baseUrl: own.baseUrl, isOwnUrl: ownUrls(own) };
      const management = { ...shortener, resolver, clicks, clickStore, clock };
      const redirects = { store, resolver, clicks, onRedirect };
      return {
        routes: (app) => publicRoutes(app, { shortener, quota }, redirects, clock),
        console: (app) => consoleRoutes(app, management),
        close: () => flushFinally(clicks, host.log),
      };
    },
  };
}

/** While the store is away, clicks that it does not have are lost: nobody could wait for it. */
async function flushFinally(clicks: Clicks, log: Host['log']): Promise<void> {
  try {
    await clicks.flush();
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn(`the latest clicks are lost: ${error.message}`);
  }
}

async function openStores(config: Config['store'], host: Host): Promise<Stores> {
  if (config.kind === 'sqlite') {
    const onCommit = host.metrics.commits(name);
    const stores = sqliteStores(openDatabase({ file: config.file, onCommit }));
    host.own(stores.links);
    return stores;
  }
  const { openPostgresStores } = await import('./store/postgres/postgres-url-shortener-store.ts');
  const stores = await openPostgresStores(config.url);
  host.own(stores.links);
  return stores;
}
