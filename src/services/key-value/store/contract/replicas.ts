import type { TestContext } from 'node:test';
import type { NodeMap } from '../node.ts';
import type { RingStore } from '../ring-store.ts';

export interface Replica {
  /** Opens a node that lives where the service keeps its state. */
  readonly node: (name: string) => NodeMap;
  readonly ring: RingStore;
}

export interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  /** Closes both and opens the state again. */
  readonly reopen: () => Promise<Replica>;
}

export type OpenReplicas = (t: TestContext) => Promise<Replicas>;
