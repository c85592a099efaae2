import type { Host, Running, Service } from '#kit/host/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { counted } from './counters.ts';
import { examples } from './examples.ts';
import { routes } from './routes.ts';
import { openDatabase, readCompletions, sqliteStore } from './store/sqlite/store.ts';
import type { TermStore } from './store/store.ts';

const name = 'autocomplete';

export const autocomplete: Service = {
  name,
  summary: 'Learns terms and completes prefixes with the most frequent ones.',
  port: 8086,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const config = readConfig(host.env, host.common);
    const store = counted(await openStore(config, host), host.metrics, name);
    return { routes: (app) => routes(app, store) };
  },
};

async function openStore({ store: where, maxTerms }: Config, host: Host): Promise<TermStore> {
  if (where.kind === 'sqlite') {
    const db = host.own(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
    return sqliteStore(db, readCompletions(db), maxTerms);
  }
  const { openRedisStore } = await import('./store/redis/store.ts');
  const { address, prefix } = where;
  return host.own(await openRedisStore({ address, prefix, maxTerms, log: host.log }));
}
