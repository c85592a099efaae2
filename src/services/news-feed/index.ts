import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { routes } from './routes.ts';
import type { FeedStore } from './store.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';

const name = 'news-feed';

/** Pause between two portions of trimming, milliseconds. */
const trimEvery = 1_000;

export const newsFeed: Service = {
  name,
  summary: 'Delivers posts to the timelines of those who follow the author, newest first.',
  port: 8087,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const config = readConfig(host.env, host.common);
    const { store, housekeeping } = await openStore(config, host);
    return {
      store: config.store.kind === 'sqlite' ? `sqlite ${config.store.file}` : 'postgres',
      routes: (app) => routes(app, store, config.pushMax, host.clock),
      ready: () => store.ready(),
      async close() {
        await housekeeping;
        await store.close();
      },
    };
  },
};

interface Opened {
  readonly store: FeedStore;
  /** Ends when the process begins to stop. */
  readonly housekeeping: Promise<void>;
}

async function openStore(config: Config, host: Host): Promise<Opened> {
  const { store: where, timelineMax, cacheEntries } = config;
  const sizes = { timelineMax, cacheEntries };
  if (where.kind === 'sqlite') {
    const onCommit = host.metrics.commits(name);
    const database = openDatabase({ file: where.file, onCommit, ...sizes });
    return { store: sqliteStore(database), housekeeping: Promise.resolve() };
  }
  const { openPostgresStore } = await import('./store.postgres.ts');
  const store = await openPostgresStore(where.url, where.deployment, sizes);
  const options = { every: trimEvery, signal: host.stopping, log: host.log, name: `${name} trim` };
  return { store, housekeeping: loop(options, () => store.trim()) };
}
