import type { Host, Running, Service } from '#kit/host/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { counted } from './counters.ts';
import { examples } from './examples.ts';
import { routes } from './routes/routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/store.ts';
import type { FlashSaleStore } from './store/store.ts';

const name = 'flash-sale';

/** How often unclaimed prizes return to stock and old records are forgotten. */
const sweepEveryMs = 1_000;

export const flashSale: Service = {
  name,
  summary: 'Sells limited stock to a crowd: never more than there is, in the order of arrival.',
  port: 8102,
  trustsNamedUsers: true,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const { clock, stopping, admin } = host;
    const { store: where, secret, poolSize } = readConfig(host.env, host.common, host.log);
    const store = counted(host.own(await openStore(where, host)), host.metrics, name);
    host.loop('sweep', sweepEveryMs, async () => {
      while (await store.sweep(clock())) if (stopping.aborted) return;
    });
    return { routes: (app) => routes(app, { store, secret, poolSize, clock, admin }) };
  },
};

async function openStore(where: Config['store'], host: Host): Promise<FlashSaleStore> {
  if (where.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
  }
  const { openRedisStore } = await import('./store/redis/store.ts');
  return openRedisStore(where.address, where.prefix);
}
