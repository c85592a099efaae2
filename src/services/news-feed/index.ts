import { openQuotas } from '#kit/host/quotas.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { quotas, readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { lookEveryMs, maxStreams, NewPosts } from './live.ts';
import { routes } from './routes/routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-news-feed-store.ts';
import type { FeedStore } from './store/news-feed-store.ts';

const name = 'news-feed';

export const newsFeed: Service = {
  name,
  summary: 'Delivers posts to the timelines of those who follow the author, newest first.',
  port: 8087,
  trustsNamedUsers: true,
  variables: Variables,
  quotas,
  examples,

  async start(host: Host): Promise<Running> {
    const opened = await openStore(readConfig(host.env, host.common), host);
    const store = counted(opened, registerCounters(host.metrics, name));
    const streams = host.eventStreams<string>({ max: maxStreams });
    const newPosts = new NewPosts(store, streams);
    host.loop('looking for new posts', lookEveryMs, () => newPosts.look());
    const { posts } = openQuotas(quotas, host.env, host.clock);
    return { routes: (app) => routes(app, { store, streams, posts, clock: host.clock }) };
  },
};

async function openStore({ store, ...options }: Config, host: Host): Promise<FeedStore> {
  if (store.kind === 'sqlite') {
    const db = openDatabase({ file: store.file, onCommit: host.metrics.commits(name) });
    return host.own(sqliteStore(db, options));
  }
  const postgres = await import('./store/postgres/postgres-news-feed-store.ts');
  const db = await postgres.openDatabase(store.url);
  return host.own(postgres.postgresStore(db, store.deployment, options));
}
