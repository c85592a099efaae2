import type { Host, Running, Service } from '#kit/host/service.ts';
import { BatchScheduler } from './batch.ts';
import { counted } from './counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import type { HubSource } from './dispatch.ts';
import { examples as examplesA } from './examples-a.ts';
import { examples as examplesB } from './examples-b.ts';
import { maxStreams } from './routes/offer-feed.ts';
import { routes } from './routes/routes.ts';
import type { RuleSet } from './rules/rules.ts';
import { variantA } from './rules/variant-a.ts';
import { variantB } from './rules/variant-b.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import type { DispatchStore } from './store/store.ts';

export type { HubSource } from './dispatch.ts';

/** How often timers are looked at, and how often old records are deleted, milliseconds. */
const tickIntervalMs = 50;
const deleteIntervalMs = 60_000;

export const dispatchA: Service = {
  name: variantA.name,
  summary:
    'Matches orders with drivers in batches, driver by driver; orders that nobody takes are assigned by hand.',
  port: 8096,
  trustsNamedUsers: true,
  variables: Variables,
  examples: examplesA,
  start: (host) => start(host, variantA),
};

/** @param hubs where hubs are looked up that no operator has made known here */
export function createDispatchB({ hubs }: { hubs?: HubSource } = {}): Service {
  return {
    name: variantB.name,
    summary:
      'Matches orders of hubs with drivers in batches, best pairs first; drivers who long had no order are preferred.',
    port: 8106,
    trustsNamedUsers: true,
    variables: Variables,
    examples: examplesB,
    start: (host) => start(host, variantB, hubs),
  };
}

export const dispatchB = createDispatchB();

async function start(
  host: Host,
  rules: RuleSet,
  hubs: HubSource = async () => undefined,
): Promise<Running> {
  const { clock, log, stopping, admin } = host;
  const config = readConfig(rules.name, host.env, host.common);
  const opened = host.own(await openStore(config.store, rules, host));
  const store = counted(opened, host.metrics, rules.name);
  const { acceptTimeoutMs, orderMs, optimal } = config;
  const dispatch = { rules, store, acceptTimeoutMs, orderMs, optimal, hubs };
  const scheduler = new BatchScheduler(dispatch, clock, log);
  const streams = host.eventStreams<string>({ max: maxStreams });
  await store.watch(streams);
  host.loop('tick', tickIntervalMs, () => scheduler.trigger());
  host.loop('delete old records', deleteIntervalMs, async () => {
    while (!stopping.aborted && (await store.deleteOld(clock())));
  });
  return {
    routes: (app) => routes(app, { dispatch, scheduler, streams, clock, admin }),
    // An order that ended its batch's window may have triggered a tick that still runs.
    close: () => scheduler.settled(),
  };
}

async function openStore(
  config: Config['store'],
  rules: RuleSet,
  host: Host,
): Promise<DispatchStore> {
  if (config.kind === 'sqlite') {
    const onCommit = host.metrics.commits(rules.name);
    return openSqliteStore({ file: config.file, onCommit }, rules);
  }
  const { openRedisStore } = await import('./store/redis/store.ts');
  return openRedisStore(config.address, config.prefix, rules, host.log);
}
