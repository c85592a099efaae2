import { StartupError } from '#kit/base/startup-error.ts';
import { Refusal } from '#kit/web/problem.ts';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { changeRing, finishChange } from './change.ts';
import { Cluster } from './cluster.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { consoleRoutes } from './console.ts';
import { follow } from './follow.ts';
import { sameNodes, type NodeAddress } from './ring/node-list.ts';
import { routes } from './routes.ts';
import { sweep } from './keys/sweep.ts';
import { openSqliteStore } from './store/sqlite/sqlite-key-value-store.ts';
import type { KeyValueStore } from './store/key-value-store.ts';

const name = 'key-value';

export const keyValue: Service = {
  name,
  summary: 'Keeps values by key on one node or many, and moves keys while nodes come and go.',
  port: 8085,
  variables: Variables,
  examples,

  async start(host: Host): Promise<Running> {
    const config = readConfig(host.env, host.common);
    const store = host.own(await openStore(config, host));
    const counts = registerCounters(host.metrics, name);
    // What the start itself changes of the ring is not counted.
    const cluster = counted(await openCluster(store, config.nodes, host.log), counts.cluster);
    host.loop('following the ring', 1_000, follow(cluster, host.clock));
    host.loop('removing what has expired', 1_000, async () =>
      counts.expired(await sweep(cluster, host.clock(), host.stopping)),
    );
    return {
      routes: (app) => routes(app, cluster, host.clock),
      console: (app) => consoleRoutes(app, cluster),
    };
  },
};

/**
 * Opens the ring as it was left, then changes it to the nodes of `KV_NODES`, which moves keys.
 *
 * @throws StartupError when nodes are away that are needed, or hold keys of another ring
 */
async function openCluster(
  { ring, nodes: pool }: KeyValueStore,
  nodes: readonly NodeAddress[],
  log: Host['log'],
): Promise<Cluster> {
  try {
    const cluster = await Cluster.open(ring, pool, nodes);
    if (await finishEarlierChange(cluster, nodes, log)) await changeRing(cluster, nodes);
    return cluster;
  } catch (error) {
    throw error instanceof Refusal ? new StartupError(`key-value: ${error.message}`) : error;
  }
}

/** Ends the change that was under way, no matter who began it; false when it goes on later. */
async function finishEarlierChange(
  cluster: Cluster,
  nodes: readonly NodeAddress[],
  log: Host['log'],
): Promise<boolean> {
  try {
    await finishChange(cluster);
    return true;
  } catch (error) {
    // A node of that change is away. Keys are served correctly while they move, so start anyway.
    if (!(error instanceof Refusal) || !sameNodes(cluster.view.record.nodes, nodes)) throw error;
    log.warn(`the change of the ring goes on later: ${error.message}`);
    return false;
  }
}

async function openStore({ store, prefix, maxBytes }: Config, host: Host): Promise<KeyValueStore> {
  if (store.kind === 'sqlite') {
    const onCommit = host.metrics.commits(name);
    return openSqliteStore({ file: store.file, onCommit }, prefix, maxBytes);
  }
  const { openRedisStore } = await import('./store/redis/redis-key-value-store.ts');
  return openRedisStore(store.address, prefix);
}
