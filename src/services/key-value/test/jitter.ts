/** Nodes and a ring whose steps come at any time, so that all orders can happen. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Replica } from '../store/contract/replicas.ts';
import type { NodeMap } from '../store/node.ts';
import { versionIdOf, type RingRecord, type RingStore } from '../store/ring-store.ts';
import { poolOf } from './fixtures.ts';

/** Lets any number of turns pass before and after each step of a node. */
function jittery(node: NodeMap, turns: () => number): NodeMap {
  async function late<T>(step: () => Promise<T>): Promise<T> {
    for (let i = turns(); i > 0; i--) await turn();
    const result = await step();
    for (let i = turns(); i > 0; i--) await turn();
    return result;
  }
  return {
    ...node,
    get: (...args) => late(() => node.get(...args)),
    put: (...args) => late(() => node.put(...args)),
    delete: (...args) => late(() => node.delete(...args)),
    expire: (...args) => late(() => node.expire(...args)),
    expired: (...args) => late(() => node.expired(...args)),
    accept: (...args) => late(() => node.accept(...args)),
    list: (...args) => late(() => node.list(...args)),
    gone: (...args) => late(() => node.gone(...args)),
    fence: (...args) => late(() => node.fence(...args)),
  };
}

export const jitteryPool = (replica: Replica, prefix: string, turns: () => number) =>
  poolOf(replica, (name, open) => jittery(open(prefix + name), turns));

/** A ring of its own for each history, as slow as the nodes. */
export function memoryRing(turns: () => number): RingStore {
  let present: RingRecord | undefined;
  const pass = async () => {
    for (let i = turns(); i > 0; i--) await turn();
  };
  return {
    async load() {
      await pass();
      const loaded = present;
      await pass();
      return loaded;
    },
    async replace(before, record) {
      await pass();
      const isThere = (present && versionIdOf(present)) === (before && versionIdOf(before));
      if (isThere) present = record;
      await pass();
      return isThere;
    },
  };
}
