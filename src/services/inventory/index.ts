import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from 'node:util';
import { confirmAccessOf, readEnv } from '#kit/host/env.ts';
import { openQuotas } from '#kit/host/quotas.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { quotas, readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { isOutage } from '#kit/web/problem.ts';
import { Drain } from './drain.ts';
import { countUnexplained, reconcile } from './reconcile.ts';
import { adminRoutes } from './routes/admin.ts';
import { publicRoutes } from './routes/public.ts';
import type { Report } from './schemas/report.ts';
import { openRecordDatabase, sqliteRecord } from './store/sqlite/record.ts';
import { openStockDatabase, sqliteStore } from './store/sqlite/sqlite-inventory-store.ts';
import type { RecordStore } from './store/record.ts';
import type { InventoryStore } from './store/inventory-store.ts';

const name = 'inventory';

/** Pause between runs of the reaper: with 0.5 s for a run, expired stock is back within 5 s. */
const reapEveryMs = 4_500;
const drainEveryMs = 1_000;
const reconcileEveryMs = 60_000;

/** How long a record that does not answer may hold up the shutdown. */
const closeTimeoutMs = 1_000;

export const inventory: Service = {
  name,
  summary: 'Stock per hub and SKU: reserved for a time, then confirmed or given back.',
  port: 8101,
  trustsNamedUsers: true,
  variables: Variables,
  quotas,
  examples,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping } = host;
    const { store: opened, record } = await openStores(readConfig(host.env, host.common), host);
    const store = counted(opened, registerCounters(host.metrics, name));
    const confirmAccess = confirmAccessOf(readEnv(Variables, host.env));
    const { holds } = openQuotas(quotas, host.env, clock);
    const drain = new Drain({ outbox: store, record, clock, log });
    let last: Report | undefined;
    const runReconcile = async (signal?: AbortSignal) =>
      (last = await reconcile(store, record, signal));

    const gauge = (what: string, help: string, read: () => number) =>
      host.metrics.gauge(name, `hawker_inventory_${what}`, help, read);
    gauge(
      'outbox_entries',
      'Changes of stock that the record does not have yet',
      () => drain.backlog.entries,
    );
    gauge(
      'outbox_oldest_seconds',
      'Age of the oldest change of stock that the record does not have yet',
      () => drain.oldestSeconds,
    );
    gauge(
      'outbox_rejected_entries',
      'Changes of stock that the record has rejected, and that will be tried again',
      () => drain.backlog.rejected,
    );
    gauge(
      'unexplained_differences',
      'Differences between stock and record that the last reconciliation could not explain',
      () => (last ? countUnexplained(last) : 0),
    );

    host.loop('reaper', reapEveryMs, async () => {
      while ((await store.reap(clock()).catch(ignoreUnavailable))?.mayHaveMore) {
        if (stopping.aborted) return;
      }
    });
    host.loop('drain', drainEveryMs, async () => {
      void drain.run(); // which may wait for the record
      await drain.count().catch(ignoreUnavailable);
    });
    host.loop('reconciliation', reconcileEveryMs, async () => {
      const run = runReconcile(stopping).catch((error: unknown) => {
        if (!stopping.aborted) ignoreUnavailable(error);
      });
      // It changes nothing, so a record that does not answer must not hold up the shutdown.
      const report = await Promise.race([run, aborted(stopping, run)]);
      if (report && countUnexplained(report) > 0) {
        log.error({ report }, 'stock and record differ');
      }
    });

    return {
      routes(app) {
        publicRoutes(app, { store, drain, clock, confirmAccess, holds });
        adminRoutes(app, { store, record, drain, reconcile: () => runReconcile(), clock });
      },
      async close() {
        const stopped = drain.stop();
        await Promise.race([stopped, sleep(closeTimeoutMs, undefined, { ref: false })]);
        await record.close(); // ends a wait for its answer
        await stopped;
      },
    };
  },
};

async function openStores(
  config: Config,
  host: Host,
): Promise<{ store: InventoryStore; record: RecordStore }> {
  const store = host.own(await openStore(config, host));
  const record = await openRecord(config, host);
  // While the record is away everything but reconciliation goes on: it has no part in readiness.
  host.own({ ...lifecycleOf(record), ready: async () => {} });
  return { store, record };
}

async function openStore(config: Config, { metrics }: Host): Promise<InventoryStore> {
  if (config.kind === 'embedded') {
    return sqliteStore(openStockDatabase({ file: config.stock, onCommit: metrics.commits(name) }));
  }
  const { openRedisStore } = await import('./store/redis/redis-inventory-store.ts');
  return openRedisStore(config.redis, config.prefix);
}

async function openRecord(config: Config, { metrics }: Host): Promise<RecordStore> {
  if (config.kind === 'embedded') {
    const onCommit = metrics.commits(`${name}-record`);
    return sqliteRecord(openRecordDatabase({ file: config.record, onCommit }));
  }
  const { openPostgresRecord } = await import('./store/postgres/record.ts');
  return openPostgresRecord(config.postgres, config.prefix);
}

/** The drain logs that a store is away; the loops do not have to repeat it. */
function ignoreUnavailable(error: unknown): void {
  if (!isOutage(error)) throw error;
}
