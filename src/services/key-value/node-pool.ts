/** Opens each node once; nodes at an address of their own have a connection of their own. */
import { storeUnavailable } from '#kit/problem.ts';
import { command, openRedisLater, type RedisConnection } from '#kit/redis.ts';
import { nodeId, type NodeAddress } from './node-list.ts';
import { loadScripts, redisNode } from './node.redis.ts';
import type { NodeMap, NodePool } from './node.ts';

interface Opened {
  readonly node: NodeMap;
  readonly disconnect: () => void;
  /** At how many looks in a row nobody used it. */
  idle: number;
}

/** A change that has not begun may hold a node that is not in use yet. */
const patience = 60;

/**
 * @param home opens a node without an address: where the service keeps its state
 * @param prefix first part of all Redis keys
 */
export function nodePool(home: (name: string) => NodeMap, prefix: string): NodePool {
  const opened = new Map<string, Opened>();

  function openNode({ name, address }: NodeAddress): Opened {
    if (address === undefined) return { node: home(name), disconnect: () => {}, idle: 0 };
    const redis = openRedisLater(address, 'KV_NODES');
    const node = redisNode(redis, loadScripts(redis), prefix, name);
    const ready = () => expectDatabase(redis, new URL(address).pathname.slice(1));
    return { node: { ...node, ready }, disconnect: () => redis.disconnect(), idle: 0 };
  }

  return {
    open(address) {
      const id = nodeId(address);
      const entry = opened.get(id) ?? openNode(address);
      opened.set(id, entry);
      entry.idle = 0;
      return entry.node;
    },
    keep(used) {
      for (const [id, entry] of opened) {
        entry.idle = used.has(entry.node) ? 0 : entry.idle + 1;
        if (entry.idle <= patience) continue;
        opened.delete(id);
        entry.disconnect();
      }
    },
    close() {
      for (const { disconnect } of opened.values()) disconnect();
    },
  };
}

/** The client goes on with database 0 when the server does not have the one that was asked for. */
async function expectDatabase(redis: RedisConnection, database: string): Promise<void> {
  const info = await command(redis.client('INFO'));
  const present = /\bdb=(\d+)/.exec(info)?.[1];
  if (present !== (database || '0')) throw storeUnavailable();
}
