import { confirmAccessOf, readEnv } from '#kit/host/env.ts';
import { openQuotas } from '#kit/host/quotas.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { quotas, readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { Followers, lookEveryMs, maxStreams } from './follow.ts';
import { routes } from './routes/routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-flash-sale-store.ts';
import type { FlashSaleStore } from './store/flash-sale-store.ts';

const name = 'flash-sale';

/** How often lapsed holds and unclaimed prizes return to stock and old records are forgotten. */
const sweepEveryMs = 1_000;

export const flashSale: Service = {
  name,
  summary: 'Sells limited stock to a crowd: never more than there is, in the order of arrival.',
  port: 8102,
  trustsNamedUsers: true,
  variables: Variables,
  quotas,
  examples,

  async start(host: Host): Promise<Running> {
    const { clock, stopping } = host;
    const { store: where, secret, poolSize } = readConfig(host.env, host.common, host.log);
    const counts = registerCounters(host.metrics, name);
    const store = counted(host.own(await openStore(where, host)), counts);
    host.loop('sweep', sweepEveryMs, async () => {
      while ((await store.sweep(clock())).isMoreLeft) if (stopping.aborted) return;
    });
    const followers = new Followers(store, host.eventStreams({ max: maxStreams }), clock);
    await store.watch(followers);
    host.loop('look at followed sales', lookEveryMs, () => followers.look());
    const confirmAccess = confirmAccessOf(readEnv(Variables, host.env));
    const { open: quota } = openQuotas(quotas, host.env, clock);
    const context = { store, followers, secret, poolSize, quota, clock, confirmAccess };
    return { routes: (app) => routes(app, context) };
  },
};

async function openStore(where: Config['store'], host: Host): Promise<FlashSaleStore> {
  if (where.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
  }
  const { openRedisStore } = await import('./store/redis/redis-flash-sale-store.ts');
  return openRedisStore(where.address, where.prefix, host.log);
}
