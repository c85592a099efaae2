import { StartupError } from '#kit/env.ts';
import { loop } from '#kit/loop.ts';
import { Refusal } from '#kit/problem.ts';
import { openRedis } from '#kit/redis.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { changeRing, finishChange } from './change.ts';
import { Cluster } from './cluster.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { consoleRoutes } from './console.ts';
import { follow } from './follow.ts';
import { sameNodes, type NodeAddress } from './node-list.ts';
import { nodePool } from './node-pool.ts';
import { loadScripts, redisNode } from './node.redis.ts';
import { EntryTable, openDatabase, sqliteNode } from './node.sqlite.ts';
import { redisRingStore } from './ring-store.redis.ts';
import { sqliteRingStore } from './ring-store.sqlite.ts';
import { routes } from './routes.ts';

const name = 'key-value';

export const keyValue: Service = {
  name,
  summary: 'Keeps values by key on one node or many, and moves keys while nodes come and go.',
  port: 8085,
  variables: Variables,

  async start(host: Host): Promise<Running> {
    const config = readConfig(host.env, host.common);
    const cluster = await open(config, host);
    const { log, stopping: signal } = host;
    const tick = follow(cluster, host.clock);
    const following = loop({ every: 1_000, signal, log, name: 'following the ring' }, tick);
    return {
      store: config.store.kind === 'sqlite' ? `sqlite ${config.store.file}` : 'redis',
      routes: (app) => routes(app, cluster),
      console: (app) => consoleRoutes(app, cluster, host.admin),
      ready: () => cluster.ready(),
      async close() {
        await following;
        await cluster.close();
      },
    };
  },
};

/** Opens the ring as it was left, then lets `KV_NODES` rule: keys move before they are served. */
async function open({ store, nodes, prefix }: Config, host: Host): Promise<Cluster> {
  const { ring, home } = await openHome(store, prefix, host);
  const pool = nodePool(home, prefix);
  try {
    const cluster = await Cluster.open(ring, pool, nodes);
    await finishOld(cluster, nodes, host.log);
    return cluster;
  } catch (error) {
    pool.close();
    await ring.close();
    throw error instanceof Refusal ? new StartupError(`key-value: ${error.message}`) : error;
  }
}

/** Ends the change that was under way, whoever began it, and makes the one that is wanted. */
async function finishOld(
  cluster: Cluster,
  nodes: readonly NodeAddress[],
  log: Host['log'],
): Promise<void> {
  try {
    await finishChange(cluster);
  } catch (error) {
    // A node of that change is away. Keys are served right while they move: better than none.
    if (!(error instanceof Refusal) || !sameNodes(cluster.view.record.nodes, nodes)) throw error;
    log.warn(`the change of the ring goes on later: ${error.message}`);
    return;
  }
  await changeRing(cluster, nodes);
}

async function openHome(store: Config['store'], prefix: string, { metrics }: Host) {
  if (store.kind === 'redis') {
    const redis = await openRedis(store.address);
    const scripts = loadScripts(redis);
    const home = (node: string) => redisNode(redis, scripts, prefix, node);
    return { ring: redisRingStore(redis, prefix), home };
  }
  const db = openDatabase({ file: store.file, onCommit: metrics.commits(name) });
  const table = new EntryTable(db);
  return { ring: sqliteRingStore(db), home: (node: string) => sqliteNode(table, node) };
}
