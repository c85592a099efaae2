import type { Store } from '#kit/stores/store.ts';
import type { NodePool } from './node.ts';
import type { RingStore } from './ring-store.ts';

/** All that is kept. It is ready when the ring can be read: a node that is away is 503 for its keys alone. */
export interface KeyValueStore extends Store {
  readonly ring: RingStore;
  readonly nodes: NodePool;
}
