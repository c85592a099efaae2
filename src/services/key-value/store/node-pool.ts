/** Opens each node once; nodes at an address of their own have a connection of their own. */
import { storeUnavailable } from '#kit/web/problem.ts';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { nodeId, type NodeAddress } from '../ring/node-list.ts';
import type { NodeMap, NodePool } from './node.ts';
import { openRedisLater } from './redis/connection.ts';
import { redisNode } from './redis/node.ts';
import { nodeScripts } from './redis/scripts.ts';

interface OpenNode {
  readonly node: NodeMap;
  readonly disconnect: () => void;
  /** At how many calls of `closeUnused` in a row the node was not in use. */
  idleCalls: number;
}

/** Unused nodes stay open for this many calls: a change that is about to begin may hold one. */
const maxIdleCalls = 60;

/**
 * @param openOwn opens a node without an address: where the service keeps its state
 * @param prefix first part of all Redis keys
 */
export function nodePool(openOwn: (name: string) => NodeMap, prefix: string): NodePool {
  const opened = new Map<string, OpenNode>();

  function openNode({ name, address }: NodeAddress): OpenNode {
    if (address === undefined) return { node: openOwn(name), disconnect: () => {}, idleCalls: 0 };
    const redis = openRedisLater(address);
    const node = redisNode(redis, nodeScripts(redis), prefix, name);
    const ready = () => expectDatabase(redis, new URL(address).pathname.slice(1));
    return { node: { ...node, ready }, disconnect: () => redis.disconnect(), idleCalls: 0 };
  }

  return {
    open(address) {
      const id = nodeId(address);
      const entry = opened.get(id) ?? openNode(address);
      opened.set(id, entry);
      entry.idleCalls = 0;
      return entry.node;
    },
    closeUnused(used) {
      for (const [id, entry] of opened) {
        entry.idleCalls = used.has(entry.node) ? 0 : entry.idleCalls + 1;
        if (entry.idleCalls <= maxIdleCalls) continue;
        opened.delete(id);
        entry.disconnect();
      }
    },
    close() {
      for (const { disconnect } of opened.values()) disconnect();
    },
  };
}

/**
 * Expects a Redis that lets us in, and that is in the right database: the client goes on with
 * database 0 when the server does not have the one that was asked for.
 *
 * @throws Refusal STORE_UNAVAILABLE, whatever else answers there
 */
async function expectDatabase(redis: RedisConnection, database: string): Promise<void> {
  const info = await redis.client('INFO').catch((error: unknown) => {
    throw storeUnavailable(error);
  });
  const present = /\bdb=(\d+)/.exec(info)?.[1];
  if (present !== (database || '0')) throw storeUnavailable();
}
