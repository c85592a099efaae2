import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { BatchScheduler } from './batch.ts';
import { Board } from './board.ts';
import { registerCounters } from './counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import type { HubSource } from './dispatch.ts';
import { examples as examplesA } from './examples/variant-a.ts';
import { examples as examplesB } from './examples/variant-b.ts';
import { GeoHubs, readHubsEveryMs } from './hubs.ts';
import { refreshBoard } from './routes/board-feed.ts';
import { maxStreams } from './routes/offer-feed.ts';
import { OrderFeeds } from './routes/order-feed.ts';
import { boardShow } from './routes/views.ts';
import { routes } from './routes/routes.ts';
import type { RuleSet } from './rules/rules.ts';
import { variantA } from './rules/variant-a.ts';
import { variantB } from './rules/variant-b.ts';
import { openSqliteStore } from './store/sqlite/sqlite-dispatch-store.ts';
import type { DispatchStore } from './store/dispatch-store.ts';

export type { HubSource } from './dispatch.ts';

/** How often timers are checked, and how often old records are deleted, milliseconds. */
const tickIntervalMs = 50;
const deleteIntervalMs = 60_000;
/**
 * How often streams look where drivers are, and what the board shows, milliseconds. More than the
 * second after which they may tell it again, so that they do not pass over every other look.
 */
const lookIntervalMs = 1_050;

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

interface DispatchBOptions {
  /** Asked at start: finds the hubs of a geo service in this process, if one runs here. */
  readonly hubs?: () => HubSource | undefined;
}

export function createDispatchB({ hubs }: DispatchBOptions = {}): Service {
  return {
    name: variantB.name,
    summary:
      'Matches orders of hubs with drivers in batches, best pairs first; drivers who long had no order are preferred.',
    port: 8106,
    trustsNamedUsers: true,
    variables: Variables,
    examples: examplesB,
    start: (host) => start(host, variantB, hubs?.()),
  };
}

export const dispatchB = createDispatchB();

async function start(host: Host, rules: RuleSet, hubsHere?: HubSource): Promise<Running> {
  const { clock, log, stopping } = host;
  const config = readConfig(rules.name, host.env, host.common);
  const opened = host.own(await openStore(config.store, rules, host));
  const counts = registerCounters(host.metrics, rules.name);
  const store = {
    ...opened,
    orders: counted(opened.orders, counts.orders),
    offers: counted(opened.offers, counts.offers),
  };
  const { acceptTimeoutMs, orderMs, optimal, keepBatches } = config;
  const hubs = hubsHere ?? (await hubsElsewhere(host, rules, config));
  const dispatch = { rules, store, acceptTimeoutMs, orderMs, optimal, keepBatches, hubs };
  const scheduler = new BatchScheduler(dispatch, clock, log);
  const streams = host.eventStreams<string>({ max: maxStreams });
  await store.watch(streams);
  const orderFeeds = new OrderFeeds(dispatch, streams, clock);
  const board = new Board(dispatch, boardShow(rules));
  host.loop('looking where drivers are', lookIntervalMs, () => orderFeeds.lookAgain());
  host.loop('looking at the board', lookIntervalMs, () => refreshBoard(board, streams));
  watchOldestWaiting(host, store, rules.name);
  host.loop('tick', tickIntervalMs, () => scheduler.trigger());
  host.loop('delete old records', deleteIntervalMs, async () => {
    while (!stopping.aborted && (await store.deleteOld(clock())));
  });
  return {
    routes: (app) => routes(app, { dispatch, scheduler, streams, orderFeeds, board, clock }),
    // An order that ended its batch's window may have triggered a tick that still runs.
    close: () => scheduler.settled(),
  };
}

/** The hubs of a geo service in another process, if there is one: read at start, and again and again. */
async function hubsElsewhere(
  host: Host,
  { name }: RuleSet,
  { hubList }: Config,
): Promise<HubSource> {
  const { common, log, stopping } = host;
  if (hubList === undefined || name !== variantB.name) return async () => undefined;
  const geo = new GeoHubs(hubList, common.ADMIN_TOKEN);
  // Geo may start after this service.
  await geo.read(stopping).catch((error: unknown) => log.warn({ err: error }, 'geo is away'));
  host.loop('reading hubs', readHubsEveryMs, () => geo.read(stopping));
  return (hubId) => geo.find(hubId);
}

/** The metric is read between two looks. */
function watchOldestWaiting(host: Host, store: DispatchStore, name: string): void {
  const { clock, metrics } = host;
  let submittedAt: number | null = null;
  host.loop('looking at the oldest order', lookIntervalMs, async () => {
    submittedAt = await store.orders.oldestWaiting();
  });
  const help = 'Age of the oldest order that no driver has accepted; 0 without one';
  metrics.gauge(name, 'hawker_dispatch_oldest_waiting_seconds', help, () =>
    submittedAt === null ? 0 : Math.max(0, clock() - submittedAt) / 1_000,
  );
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
  const { openRedisStore } = await import('./store/redis/redis-dispatch-store.ts');
  return openRedisStore(config.address, config.prefix, rules, host.log);
}
