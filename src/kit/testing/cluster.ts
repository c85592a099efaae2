/** A Redis Cluster of a test's own, whose slots move and whose nodes stop. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { eventually, temporaryFolder, type Ends } from './testing.ts';

export interface ClusterNode {
  readonly port: number;
  readonly pid: number;
  /** A connection of the operator to this node alone. */
  readonly redis: Redis;
  /** Its id in the cluster. */
  readonly id: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** It stalls: its connections stay open and nothing answers. */
  stop(): void;
  /** It goes on after `stop`. */
  cont(): void;
}

export interface TestCluster {
  /** The value for STORE_ADDR. */
  readonly address: string;
  /** The masters, in the order of their slots, then the replicas. */
  readonly nodes: readonly ClusterNode[];
  /** The master that has the slot. */
  ownerOf(slot: number): Promise<ClusterNode>;
  /** Moves one slot under whatever load there is, as `redis-cli --cluster reshard` does. */
  moveSlot(slot: number, to: ClusterNode, options?: MoveOptions): Promise<void>;
  /** `redis-cli --cluster reshard`: the lowest slots of a master. */
  reshard(slots: number, from: ClusterNode, to: ClusterNode): Promise<string>;
  /** Runs redis-cli against the first node. */
  cli(...args: string[]): Promise<string>;
}

interface MoveOptions {
  /** Keys of one MIGRATE. */
  readonly portion?: number;
  /** Called when the slot is marked on both nodes, and again after each portion of keys. */
  readonly between?: () => Promise<unknown> | void;
}

export interface ClusterOptions {
  readonly masters?: number;
  /** How many replicas all masters have together; each has equally many. */
  readonly replicas?: number;
  /** Further options of each redis-server. */
  readonly serverOptions?: readonly string[];
}

const run = promisify(execFile);

export async function startCluster(
  t: Ends,
  { masters = 3, replicas = 0, serverOptions = [] }: ClusterOptions = {},
): Promise<TestCluster> {
  const count = masters + replicas;
  const ports = await Promise.all(Array.from({ length: 2 * count }, freePort));
  const folder = temporaryFolder();
  const started = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      startNode(t, join(folder, String(i)), ports[i]!, ports[count + i]!, serverOptions),
    ),
  );
  const hosts = started.map(({ port }) => `127.0.0.1:${port}`);
  const cli = async (...args: string[]) =>
    (await run('redis-cli', ['-p', String(ports[0]), ...args])).stdout;
  const perMaster = Math.floor(replicas / masters);
  await cli('--cluster', 'create', ...hosts, '--cluster-replicas', `${perMaster}`, '--cluster-yes');
  const nodes = await Promise.all(
    started.map(async (node) => ({ ...node, id: await node.redis.cluster('MYID') })),
  );
  await eventually(async () => {
    const states = await Promise.all(nodes.map(({ redis }) => redis.cluster('INFO')));
    return states.every(
      (state) => state.includes('cluster_state:ok') && state.includes(`known_nodes:${count}`),
    );
  });
  // Until its first copy is whole a replica cannot take over.
  await eventually(async () => {
    const states = await Promise.all(nodes.map(({ redis }) => redis.info('replication')));
    return states.filter((state) => state.includes('master_link_status:up')).length === replicas;
  });

  async function ownerOf(slot: number): Promise<ClusterNode> {
    const connected = nodes.find(({ redis }) => redis.status === 'ready');
    const ranges = await connected!.redis.cluster('SLOTS');
    const range = ranges.find(([first, last]) => first <= slot && slot <= last);
    const master = range?.[2];
    const owner = nodes.find(({ port }) => Array.isArray(master) && port === master[1]);
    if (owner === undefined) throw new Error(`no node has the slot ${slot}`);
    return owner;
  }

  async function moveSlot(slot: number, to: ClusterNode, options: MoveOptions = {}) {
    const { portion = 10, between } = options;
    const from = await ownerOf(slot);
    await to.redis.cluster('SETSLOT', slot, 'IMPORTING', from.id);
    await from.redis.cluster('SETSLOT', slot, 'MIGRATING', to.id);
    await between?.();
    for (;;) {
      const keys = await from.redis.cluster('GETKEYSINSLOT', slot, portion);
      if (keys.length === 0) break;
      await from.redis.migrate('127.0.0.1', to.port, '', 0, 10_000, 'KEYS', ...keys);
      await between?.();
    }
    // The new owner first: from then on it answers without ASKING.
    const others = nodes.filter((node) => node !== to && node !== from);
    await to.redis.cluster('SETSLOT', slot, 'NODE', to.id);
    await from.redis.cluster('SETSLOT', slot, 'NODE', to.id);
    for (const { redis } of others) {
      const role = (await redis.role()) as [string];
      if (role[0] === 'master') await redis.cluster('SETSLOT', slot, 'NODE', to.id);
    }
  }

  return {
    address: `redis+cluster://${hosts.slice(0, masters).join(',')}`,
    nodes,
    ownerOf,
    moveSlot,
    reshard: (slots, from, to) => {
      const sides = ['--cluster-from', from.id, '--cluster-to', to.id];
      const amount = ['--cluster-slots', String(slots), '--cluster-yes'];
      return cli('--cluster', 'reshard', hosts[0]!, ...sides, ...amount);
    },
    cli,
  };
}

async function startNode(
  t: Ends,
  folder: string,
  port: number,
  busPort: number,
  options: readonly string[],
) {
  mkdirSync(folder);
  const fixed = ['--cluster-enabled', 'yes', '--bind', '127.0.0.1', '--dir', folder];
  const own = ['--port', String(port), '--cluster-port', String(busPort)];
  const kept = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];
  const child = spawn('redis-server', [...fixed, ...own, ...kept, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('Ready to accept connections')) break;
  }
  const redis = new Redis(port);
  // A node that was killed refuses to be connected to.
  redis.on('error', () => {});
  t.after(() => redis.disconnect());
  return {
    port,
    pid: child.pid!,
    redis,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    stop: () => void child.kill('SIGSTOP'),
    cont: () => void child.kill('SIGCONT'),
  };
}
