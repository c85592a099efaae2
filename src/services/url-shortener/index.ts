import { alphanumericCode } from '#kit/ids.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Resolver } from './resolve.ts';
import { routes } from './routes.ts';
import type { MappingStore } from './store.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';
import { ownHost } from './target.ts';

const name = 'url-shortener';

export const urlShortener = urlShortenerDrawing(alphanumericCode(7));

/** @param drawCode yields 7 characters of a–z, A–Z, 0–9 */
export function urlShortenerDrawing(drawCode: () => string): Service {
  return {
    name,
    summary: 'Gives a long URL a code of 7 characters and redirects from the code to the URL.',
    port: 8080,
    variables: Variables,

    async start(host: Host): Promise<Running> {
      const { store: where, baseUrl, cacheEntries } = readConfig(host.env, host.common);
      const store = await openStore(where, host);
      const shortener = { store, drawCode, baseUrl, isOwn: ownHost(baseUrl) };
      const resolver = new Resolver(store, cacheEntries);
      return {
        store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'postgres',
        routes: (app) => routes(app, shortener, resolver, host.clock),
        ready: () => store.ready(),
        close: () => store.close(),
      };
    },
  };
}

async function openStore(where: Config['store'], host: Host): Promise<MappingStore> {
  if (where.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
  }
  const { openPostgresStore } = await import('./store.postgres.ts');
  return openPostgresStore(where.url);
}
