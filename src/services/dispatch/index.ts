import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { Pulse } from './batch.ts';
import { readConfig, Variables, type Config } from './config.ts';
import type { HubSource } from './dispatch.ts';
import { keepAliveInterval, Streams } from './events.ts';
import { routes } from './routes.ts';
import type { RuleSet } from './rules.ts';
import { DispatchMemory } from './sqlite/memory.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';
import { variantA } from './variant-a.ts';
import { variantB } from './variant-b.ts';

export type { HubSource } from './dispatch.ts';

/** How often timers are looked at, and how often old records are forgotten, milliseconds. */
const tickInterval = 50;
const forgetInterval = 60_000;

export const dispatchA: Service = {
  name: variantA.name,
  summary: 'Matches orders with drivers in batches, driver by driver; refused orders end by hand.',
  port: 8096,
  variables: Variables,
  start: (host) => start(host, variantA),
};

/** @param hubs where hubs are looked up that no operator has made known here */
export function createDispatchB({ hubs }: { hubs?: HubSource } = {}): Service {
  return {
    name: variantB.name,
    summary: 'Matches orders of hubs with drivers in batches, best pairs first, starving none.',
    port: 8106,
    variables: Variables,
    start: (host) => start(host, variantB, hubs),
  };
}

export const dispatchB = createDispatchB();

async function start(
  host: Host,
  rules: RuleSet,
  hubs: HubSource = async () => undefined,
): Promise<Running> {
  const { clock, log, stopping: signal, admin } = host;
  const { store: where, acceptTimeout, optimal } = readConfig(rules.name, host.env, host.common);
  const { store, close } = await openStore(where, rules, host);
  const dispatch = { rules, store, acceptTimeout, optimal, hubs };
  const pulse = new Pulse(dispatch, clock, log);
  const streams = new Streams(dispatch, clock, log);
  await store.watch(streams);
  const name = 'hawker_dispatch_streams';
  host.metrics.gauge(rules.name, name, 'Open event streams', () => streams.count);
  const loops = [
    loop({ name: 'tick', every: tickInterval, signal, log }, () => pulse.beat()),
    loop({ name: 'keep-alive', every: keepAliveInterval, signal, log }, async () =>
      streams.keepAlive(),
    ),
    loop({ name: 'forget', every: forgetInterval, signal, log }, async () => {
      while (await store.forget(clock())) if (signal.aborted) return;
    }),
  ];
  return {
    store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'redis',
    routes: (app) => routes(app, { dispatch, pulse, streams, clock, admin }),
    ready: () => store.ready(),
    async drain() {
      streams.close();
    },
    async close() {
      await Promise.all(loops);
      await pulse.beat();
      await close();
    },
  };
}

async function openStore(where: Config['store'], rules: RuleSet, host: Host) {
  if (where.kind === 'sqlite') {
    const onCommit = host.metrics.commits(rules.name);
    const db = openDatabase({ file: where.file, onCommit });
    return { store: sqliteStore(db, rules, new DispatchMemory()), close: () => db.close() };
  }
  const { openRedisStore } = await import('./redis/store.ts');
  const store = await openRedisStore(where.address, where.prefix, rules);
  return { store, close: () => store.close() };
}
