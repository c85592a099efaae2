/** The kinds of state that the tests run on, two replicas each. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import type { OpenReplicas, Replica } from '../store/contract/replicas.ts';
import type { NodeMap, NodePool } from '../store/node.ts';
import { redisNode } from '../store/redis/node.ts';
import { redisRingStore } from '../store/redis/ring-store.ts';
import { nodeScripts } from '../store/redis/scripts.ts';
import { EntryTable } from '../store/sqlite/entry-table.ts';
import { sqliteNode } from '../store/sqlite/node.ts';
import { sqliteRingStore } from '../store/sqlite/ring-store.ts';
import { openDatabase } from '../store/sqlite/sqlite-key-value-store.ts';

/** Two handles in one process: SQLite has no other way. */
export async function openSqlite(t: TestContext, maxBytes = Infinity) {
  const file = join(temporaryFolder(), 'key-value.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const replica = (): Replica => {
    const table = new EntryTable(db, maxBytes);
    const nodes = new Map<string, NodeMap>();
    const node = (name: string) => {
      const opened = nodes.get(name) ?? sqliteNode(table, name);
      nodes.set(name, opened);
      return opened;
    };
    return { node, ring: sqliteRingStore(db) };
  };
  const first = replica();
  return {
    first,
    second: { node: first.node, ring: sqliteRingStore(db) },
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return replica();
    },
  };
}

function openOn(address: string): OpenReplicas {
  return async (t) => {
    const prefix = unique('kv-');
    const replica = async (): Promise<Replica> => {
      const redis = await openRedis(address);
      t.after(() => redis.disconnect());
      const scripts = nodeScripts(redis);
      return {
        node: (name) => redisNode(redis, scripts, prefix, name),
        ring: redisRingStore(redis, prefix),
      };
    };
    const [first, second] = [await replica(), await replica()];
    return { first, second, reopen: replica };
  };
}

export const stores: { name: string; skip: string | false; open: OpenReplicas }[] = [
  { name: 'SQLite', skip: false, open: (t) => openSqlite(t) },
  { name: 'Redis', skip: missing('redis'), open: openOn(servers.redis) },
  { name: 'a Redis Cluster', skip: missing('cluster'), open: openOn(servers.cluster) },
];

/** A pool over a replica's own nodes, each opened once by `wrap`. */
export function poolOf(
  { node }: Replica,
  wrap: (name: string, open: Replica['node']) => NodeMap = (name, open) => open(name),
): NodePool {
  const nodes = new Map<string, NodeMap>();
  return {
    open({ name }) {
      const opened = nodes.get(name) ?? wrap(name, node);
      nodes.set(name, opened);
      return opened;
    },
    closeUnused: () => {},
    close: () => {},
  };
}
