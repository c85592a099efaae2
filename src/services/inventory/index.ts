import { setTimeout as sleep } from 'node:timers/promises';
import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Drain, isAway } from './drain.ts';
import { reconcile, unexplained, type Report } from './reconcile.ts';
import type { RecordStore } from './record-store.ts';
import { routes } from './routes.ts';
import { openRecordDatabase, sqliteRecordStore } from './sqlite/record.ts';
import { openStockDatabase, sqliteStockStore } from './sqlite/stock.ts';
import type { StockStore } from './stock-store.ts';

const name = 'inventory';

/** Pauses between two runs, milliseconds. */
const pauses = {
  /** From one run's start to the next it is to be 5 s at most; so long a run may take the rest. */
  reap: 4_500,
  drain: 1_000,
  reconcile: 60_000,
} as const;

/** How long a record that does not answer may hold up the end, milliseconds. */
const closeLimit = 1_000;

export const inventory: Service = {
  name,
  summary: 'Stock per hub and SKU: reserved for 30 s, then confirmed or given back.',
  port: 8101,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping: signal, metrics } = host;
    const config = readConfig(host.env, host.common);
    const { store, record } = await openStores(config, host);
    const inventory = { store, record, clock, log };
    const drain = new Drain(inventory);
    let last: Report | undefined;
    const runReconcile = async (until?: AbortSignal) => (last = await reconcile(inventory, until));

    const gauge = (what: string, help: string, read: () => number) =>
      metrics.gauge(name, `hawker_inventory_${what}`, help, read);
    gauge(
      'outbox_entries',
      'Changes of stock that the record does not have yet',
      () => drain.backlog.entries,
    );
    gauge('outbox_oldest_seconds', 'Age of the oldest of them', () => drain.age);
    gauge('unexplained_differences', 'Found by the last reconciliation', () =>
      last ? unexplained(last) : 0,
    );

    /** That a store is away, the drain says once; the loops need not repeat it. */
    const unlessAway = (error: unknown) => {
      if (!isAway(error) && !signal.aborted) throw error;
    };
    const loops = [
      loop({ name: 'reaper', every: pauses.reap, signal, log }, async () => {
        while (await store.reap(clock()).catch(unlessAway)) if (signal.aborted) return;
      }),
      loop({ name: 'drain', every: pauses.drain, signal, log }, async () => {
        void drain.run();
        await drain.count().catch(unlessAway);
      }),
      loop({ name: 'reconciliation', every: pauses.reconcile, signal, log }, async () => {
        const report = await runReconcile(signal).catch(unlessAway);
        if (report && unexplained(report) > 0) log.error({ report }, 'stock and record differ');
      }),
    ];
    return {
      store:
        config.kind === 'embedded' ? `sqlite ${config.stock}, ${config.record}` : 'redis, postgres',
      routes: (app) =>
        routes(app, inventory, { drain, reconcile: () => runReconcile() }, host.admin),
      // While the record is away everything goes on; the gauges show it.
      ready: () => store.ready(),
      async close() {
        const idle = Promise.all([drain.stop(), ...loops]);
        await Promise.race([idle, sleep(closeLimit, undefined, { ref: false })]);
        await record.close(); // which ends a wait for it
        await idle;
        await store.close();
      },
    };
  },
};

async function openStores(
  config: Config,
  host: Host,
): Promise<{ store: StockStore; record: RecordStore }> {
  if (config.kind === 'embedded') {
    const commits = (what: string) => host.metrics.commits(what);
    const store = sqliteStockStore(
      openStockDatabase({ file: config.stock, onCommit: commits(name) }),
    );
    const record = openRecordDatabase({ file: config.record, onCommit: commits(`${name}-record`) });
    return { store, record: sqliteRecordStore(record) };
  }
  const { openRedisStock } = await import('./redis/stock.ts');
  const { openPostgresRecord } = await import('./postgres/record.ts');
  const store = await openRedisStock(config.redis, config.prefix);
  try {
    return { store, record: await openPostgresRecord(config.postgres, config.prefix) };
  } catch (error) {
    await store.close();
    throw error;
  }
}
