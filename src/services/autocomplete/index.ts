import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { routes } from './routes.ts';
import { openDatabase, readCompletions, sqliteStore } from './store.sqlite.ts';
import type { TermStore } from './store.ts';

const name = 'autocomplete';

export const autocomplete: Service = {
  name,
  summary: 'Learns terms and completes prefixes with the most frequent ones.',
  port: 8086,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const { store: where } = readConfig(host.env, host.common);
    const store = await openStore(where, host);
    return {
      store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'redis',
      routes: (app) => routes(app, store),
      ready: () => store.ready(),
      close: () => store.close(),
    };
  },
};

async function openStore(where: Config['store'], host: Host): Promise<TermStore> {
  if (where.kind === 'sqlite') {
    const db = openDatabase({ file: where.file, onCommit: host.metrics.commits(name) });
    return sqliteStore(db, readCompletions(db));
  }
  const { openRedisStore } = await import('./store.redis.ts');
  const { address, prefix } = where;
  return openRedisStore({ address, prefix, log: host.log });
}
