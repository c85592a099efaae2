/** A Cluster of three masters and three replicas whose nodes fail, and whose slots move. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster, type ClusterNode, type TestCluster } from '#kit/testing/cluster.ts';
import type { Ends } from '#kit/testing/testing.ts';
import { startPostgres } from '../lib/postgres.ts';
import { fromItsBeginning, fromItsEnd, type Scenario } from '../lib/scenario.ts';
import { within } from '#kit/testing/workload/workload.ts';
import { noStores, onRedis } from './stores.ts';

const nodeTimeoutMs = 2_000;

const common = { services: onRedis, replicas: 2, missing: noStores } as const;

export const clusterScenarios: readonly Scenario[] = [
  {
    ...common,
    name: 'cluster-master-killed',
    summary: 'Cluster: a master killed (-9)',
    isBrief: true,
    start: (t) =>
      start(t, (cluster) =>
        fromItsBeginning(async () => {
          const master = await busiest(cluster);
          const replica = await replicaOf(cluster, master);
          await master.kill();
          await takesOver(replica);
        }),
      ),
  },
  {
    ...common,
    name: 'cluster-failover',
    summary: 'Cluster: `CLUSTER FAILOVER` of each master',
    start: (t) =>
      start(t, (cluster) =>
        fromItsBeginning(async () => {
          for (const master of await masters(cluster)) {
            const replica = await replicaOf(cluster, master);
            await failOver(replica);
          }
        }),
      ),
  },
  {
    ...common,
    name: 'cluster-master-stopped',
    summary: 'Cluster: a master stopped for 3 node timeouts, then continued',
    start: (t) =>
      start(t, (cluster) =>
        fromItsBeginning(async () => {
          const master = await busiest(cluster);
          master.stop();
          await sleep(3 * nodeTimeoutMs);
          master.cont();
        }),
      ),
  },
  {
    ...common,
    name: 'cluster-resharded',
    summary: 'Cluster: all slots of a master moved by `redis-cli --cluster reshard`',
    start: (t) =>
      start(t, (cluster) =>
        fromItsEnd(async () => {
          const from = await busiest(cluster);
          const to = (await masters(cluster)).find((node) => node !== from)!;
          await cluster.reshard(Math.floor(16_384 / 3), from, to);
        }),
      ),
  },
];

async function start(t: Ends, strike: (cluster: TestCluster) => Promise<number>) {
  const timeout = ['--cluster-node-timeout', String(nodeTimeoutMs)];
  // A replica that has to copy its master is whole 5 s sooner.
  const copying = ['--repl-diskless-sync-delay', '0'];
  const serverOptions = [...timeout, ...copying];
  const [cluster, postgres] = await Promise.all([
    startCluster(t, { masters: 3, replicas: 3, serverOptions }),
    startPostgres(t),
  ]);
  const env = { STORE_ADDR: cluster.address, DATABASE_URL: postgres.url };
  return { env, strike: () => strike(cluster) };
}

async function masters({ nodes }: TestCluster): Promise<ClusterNode[]> {
  const roles = await Promise.all(nodes.map(async ({ redis }) => (await redis.role())[0]));
  return nodes.filter((_, i) => roles[i] === 'master');
}

/** The master with most keys. */
async function busiest(cluster: TestCluster): Promise<ClusterNode> {
  const all = await masters(cluster);
  const sizes = await Promise.all(all.map(({ redis }) => redis.dbsize()));
  return all[sizes.indexOf(Math.max(...sizes))]!;
}

async function replicaOf({ nodes }: TestCluster, master: ClusterNode): Promise<ClusterNode> {
  const roles = await Promise.all(nodes.map(({ redis }) => redis.role()));
  // A replica tells the port of its master third.
  return nodes.find((_, i) => roles[i]![0] === 'slave' && roles[i]![2] === master.port)!;
}

/** What an operator does: a busy Cluster gives up a failover that takes more than 5 s. */
async function failOver(replica: ClusterNode): Promise<void> {
  for (let hasFailedOver = false; !hasFailedOver;) {
    await replica.redis.cluster('FAILOVER');
    hasFailedOver = await within(6_000, () => isMaster(replica));
  }
}

async function takesOver(replica: ClusterNode): Promise<void> {
  const isThere = await within(30_000, () => isMaster(replica));
  if (!isThere) throw new Error('no replica took over');
}

const isMaster = async ({ redis }: ClusterNode) => (await redis.role())[0] === 'master';
