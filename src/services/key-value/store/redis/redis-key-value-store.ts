/** The shared store: the ring, and the nodes without an address, in one Redis. */
import { openRedis, redisLifecycle } from '#kit/stores/redis.ts';
import { nodePool } from '../node-pool.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import { redisNode } from './node.ts';
import { redisRingStore } from './ring-store.ts';
import { nodeScripts } from './scripts.ts';

/** @throws StartupError when nothing answers at the address */
export async function openRedisStore(address: string, prefix: string): Promise<KeyValueStore> {
  const redis = await openRedis(address, prefix);
  const scripts = nodeScripts(redis);
  const nodes = nodePool((name) => redisNode(redis, scripts, prefix, name), prefix);
  const lifecycle = redisLifecycle(redis);
  return {
    ...lifecycle,
    ring: redisRingStore(redis, prefix),
    nodes,
    async close() {
      nodes.close();
      await lifecycle.close();
    },
  };
}
