import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { routes } from './routes.ts';
import { EmbeddedMemory } from './sqlite/memory.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';
import type { FlashSaleStore } from './store.ts';

const name = 'flash-sale';

/** How often prizes return and old records are forgotten, milliseconds. */
const sweepInterval = 1_000;

export const flashSale: Service = {
  name,
  summary: 'Sells limited stock to a crowd: never more than there is, in the order of arrival.',
  port: 8102,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping } = host;
    const { store: where, secret, slots } = readConfig(host.env, host.common);
    const store = await openStore(where, host);
    const sweeping = loop(
      { name: 'sweep', every: sweepInterval, signal: stopping, log },
      async () => {
        while (await store.sweep(clock())) if (stopping.aborted) return;
      },
    );
    return {
      store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'redis',
      routes: (app) => routes(app, { store, secret, slots }, clock, host.admin),
      ready: () => store.ready(),
      async close() {
        await sweeping;
        await store.close();
      },
    };
  },
};

async function openStore(where: Config['store'], host: Host): Promise<FlashSaleStore> {
  if (where.kind === 'sqlite') {
    const db = openDatabase({ file: where.file, onCommit: host.metrics.commits(name) });
    return sqliteStore(db, new EmbeddedMemory(db));
  }
  const { openRedisStore } = await import('./redis/store.ts');
  return openRedisStore(where.address, where.prefix);
}
