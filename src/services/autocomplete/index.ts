import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { routes } from './routes.ts';
import { openDatabase, readDictionaries } from './store/sqlite/database.ts';
import { sqliteStore } from './store/sqlite/sqlite-autocomplete-store.ts';
import type { TermStore } from './store/autocomplete-store.ts';

const name = 'autocomplete';

const maxIndexes = 1_000;
/** Pause between runs that delete what dropped indexes have left. */
const sweepEveryMs = 1_000;

export const autocomplete: Service = {
  name,
  summary: 'Learns terms and completes prefixes with the most frequent ones.',
  port: 8086,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const config = readConfig(host.env, host.common);
    const counts = registerCounters(host.metrics, name);
    const store = counted(await openStore(config, host), counts.store);
    host.loop('deleting what dropped indexes have left', sweepEveryMs, () => store.sweep());
    const { clock } = host;
    return { routes: (app) => routes(app, { store, clock, counted: counts.completed }) };
  },
};

async function openStore({ store: where, maxTerms }: Config, host: Host): Promise<TermStore> {
  const limits = { maxTerms, maxIndexes };
  if (where.kind === 'sqlite') {
    const db = host.own(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
    return sqliteStore(db, readDictionaries(db), limits);
  }
  const { openRedisStore } = await import('./store/redis/redis-autocomplete-store.ts');
  const { address, prefix } = where;
  const { clock, log } = host;
  return host.own(await openRedisStore({ address, prefix, ...limits, clock, log }));
}
