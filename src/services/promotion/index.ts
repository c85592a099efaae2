import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { Catalogue, refreshInterval } from './catalogue.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { routes } from './routes.ts';
import type { RuleStore } from './rule-store.ts';
import { Counters } from './sqlite/counters.ts';
import { openDatabase, sqliteRuleStore } from './sqlite/rules.ts';
import { sqliteUsageStore } from './sqlite/usage.ts';
import type { UsageStore } from './usage-store.ts';

const name = 'promotion';

/** How often counters and orders past their time are forgotten, milliseconds. */
const sweepInterval = 10_000;

export const promotion: Service = {
  name,
  summary: 'Decides which promotions a cart gets, and says why; limits hold exactly.',
  port: 8095,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const { clock, log, stopping: signal } = host;
    const config = readConfig(host.env, host.common);
    const { rules, usage } = await openStores(config, host);
    const close = () => Promise.all([rules.close(), usage.close()]);
    const catalogue = new Catalogue(rules);
    await catalogue.refresh().catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const loops = [
      loop({ name: 'refresh', every: refreshInterval, signal, log }, () => catalogue.refresh()),
      loop({ name: 'sweep', every: sweepInterval, signal, log }, async () => {
        while (await usage.sweep(clock())) if (signal.aborted) return;
      }),
    ];
    return {
      store: config.kind === 'embedded' ? `sqlite ${config.file}` : 'redis, postgres',
      routes: (app) => routes(app, { catalogue, rules, usage }, clock, host.admin),
      async ready() {
        await Promise.all([rules.ready(), usage.ready()]);
      },
      async close() {
        await Promise.all(loops);
        await close();
      },
    };
  },
};

async function openStores(
  config: Config,
  host: Host,
): Promise<{ rules: RuleStore; usage: UsageStore }> {
  if (config.kind === 'embedded') {
    const db = openDatabase({ file: config.file, onCommit: host.metrics.commits(name) });
    return { rules: sqliteRuleStore(db), usage: sqliteUsageStore(db, new Counters(db)) };
  }
  const { openPostgresRules } = await import('./store.postgres.ts');
  const { openRedisUsage } = await import('./store.redis.ts');
  const rules = await openPostgresRules(config.postgres, config.prefix);
  try {
    return { rules, usage: await openRedisUsage(config.redis, config.prefix) };
  } catch (error) {
    await rules.close();
    throw error;
  }
}
