/** Opens each node once; nodes at an address of their own have a connection of their own. */
import { StartupError } from '#kit/env.ts';
import { openRedis } from '#kit/redis.ts';
import { refuse } from './errors.ts';
import { nodeId, type NodeAddress } from './node-list.ts';
import { loadScripts, redisNode } from './node.redis.ts';
import type { NodeMap, NodePool } from './node.ts';

interface Opened {
  readonly node: NodeMap;
  readonly disconnect: () => void;
}

/**
 * @param home opens a node without an address: where the service keeps its state
 * @param prefix first part of all Redis keys
 */
export function nodePool(home: (name: string) => NodeMap, prefix: string): NodePool {
  const opened = new Map<string, Promise<Opened>>();

  async function openNode({ name, address }: NodeAddress): Promise<Opened> {
    if (address === undefined) return { node: home(name), disconnect: () => {} };
    const redis = await connect(name, address);
    const node = redisNode(redis, loadScripts(redis), prefix, name);
    return { node, disconnect: () => redis.disconnect() };
  }

  async function keepOnly(isUsed: (node: NodeMap) => boolean): Promise<void> {
    for (const [id, opening] of opened) {
      const { node, disconnect } = await opening;
      if (isUsed(node)) continue;
      opened.delete(id);
      disconnect();
    }
  }

  return {
    async open(address) {
      const id = nodeId(address);
      const opening = opened.get(id) ?? openNode(address);
      opened.set(id, opening);
      // The next one who asks tries again.
      opening.catch(() => opened.delete(id));
      return (await opening).node;
    },
    keep: (used) => keepOnly((node) => used.has(node)),
    close: () => keepOnly(() => false),
  };
}

async function connect(name: string, address: string) {
  try {
    return await openRedis(address, 'KV_NODES');
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    throw refuse.NODE_UNREACHABLE(`node ${name}: ${error.message}`);
  }
}
