import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { dropAbandoned } from './admin/codes.ts';
import { Catalogue, refreshEveryMs } from './catalogue.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { routes } from './routes/routes.ts';
import type { CodeStore } from './store/codes.ts';
import type { RuleStore } from './store/rules.ts';
import { sqliteCodeStore } from './store/sqlite/codes.ts';
import { openDatabase } from './store/sqlite/database.ts';
import { sqliteRuleStore } from './store/sqlite/rules.ts';
import { sqliteUsageStore } from './store/sqlite/usage.ts';
import type { UsageStore } from './store/usage.ts';

const name = 'promotion';

/** How often counters, orders and unfinished codes past their time are removed. */
const sweepEveryMs = 10_000;

export const promotion: Service = {
  name,
  summary: 'Decides which promotions a cart gets, and says why; limits hold exactly.',
  port: 8095,
  trustsNamedUsers: true,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const { clock, stopping } = host;
    const stores = await openStores(readConfig(host.env, host.common), host);
    const counts = registerCounters(host.metrics, name);
    const rules = counted(stores.rules, counts.rules);
    const usage = counted(stores.usage, counts.usage);
    const { codes } = stores;
    const catalogue = new Catalogue(rules);
    await catalogue.refresh();
    host.loop('refresh', refreshEveryMs, () => catalogue.refresh());
    host.loop('sweep', sweepEveryMs, async () => {
      while (!stopping.aborted && (await usage.sweep(clock())));
      await dropAbandoned(codes, clock());
    });
    return {
      routes: (app) => routes(app, { catalogue, rules, usage, codes }, clock),
    };
  },
};

async function openStores(
  config: Config,
  host: Host,
): Promise<{ rules: RuleStore; usage: UsageStore; codes: CodeStore }> {
  if (config.kind === 'embedded') {
    const onCommit = host.metrics.commits(name);
    const db = host.own(openDatabase({ file: config.file, onCommit }));
    return { rules: sqliteRuleStore(db), usage: sqliteUsageStore(db), codes: sqliteCodeStore(db) };
  }
  const { openPostgresRules } = await import('./store/postgres/rules.ts');
  const { openRedisUsage } = await import('./store/redis/usage.ts');
  const usage = host.own(await openRedisUsage(config.redis, config.prefix));
  const rules = host.own(await openPostgresRules(config.postgres, config.prefix));
  return { rules, usage, codes: usage };
}
