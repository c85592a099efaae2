import type { Host, Running, Service } from '#kit/host/service.ts';
import { drawCode } from './code.ts';
import { count } from './counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { examples } from './examples.ts';
import { Resolver } from './resolve.ts';
import { routes } from './routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/store.ts';
import type { MappingStore } from './store/store.ts';
import { ownUrls } from './target.ts';

const name = 'url-shortener';

export interface UrlShortenerOptions {
  /** Yields 7 characters of a–z, A–Z, 0–9. */
  readonly drawCode: () => string;
}

export const urlShortener = createUrlShortener({ drawCode });

export function createUrlShortener({ drawCode }: UrlShortenerOptions): Service {
  return {
    name,
    summary: 'Gives a long URL a code of 7 characters and redirects from the code to the URL.',
    port: 8080,
    variables: Variables,
    examples,

    async start(host: Host): Promise<Running> {
      const config = readConfig(host.env, host.common);
      const { baseUrl, cacheEntries } = config;
      const store = await openStore(config.store, host);
      const shortener = { store, drawCode, baseUrl, isOwnUrl: ownUrls(baseUrl) };
      const resolver = new Resolver(store, cacheEntries);
      count(store, resolver, host.metrics, name);
      return { routes: (app) => routes(app, shortener, resolver, host.clock) };
    },
  };
}

async function openStore(config: Config['store'], host: Host): Promise<MappingStore> {
  if (config.kind === 'sqlite') {
    const onCommit = host.metrics.commits(name);
    return host.own(sqliteStore(openDatabase({ file: config.file, onCommit })));
  }
  const { openPostgresStore } = await import('./store/postgres/store.ts');
  return host.own(await openPostgresStore(config.url));
}
