/** The kinds of state that the tests run on, two replicas each. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openRedis } from '#kit/redis.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing.ts';
import { loadScripts, redisNode } from './node.redis.ts';
import { EntryTable, openDatabase, sqliteNode } from './node.sqlite.ts';
import { redisRingStore } from './ring-store.redis.ts';
import { sqliteRingStore } from './ring-store.sqlite.ts';
import type { NodeMap } from './node.ts';
import type { OpenReplicas, Replica } from './stores.contract.ts';

/** Two handles in one process: SQLite has no other way. */
async function openSqlite(t: TestContext) {
  const file = join(temporaryFolder(), 'key-value.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const replica = (): Replica => {
    const table = new EntryTable(db);
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
      const scripts = loadScripts(redis);
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
  { name: 'SQLite', skip: false, open: openSqlite },
  { name: 'Redis', skip: missing('redis'), open: openOn(servers.redis) },
  { name: 'a Redis Cluster', skip: missing('cluster'), open: openOn(servers.cluster) },
];
