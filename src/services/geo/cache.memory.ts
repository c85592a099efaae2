/** The embedded cache of cells, in this process. */
import { LRUCache } from 'lru-cache';
import { parentOf } from './cells.ts';
import type { CellCache, CellEntry } from './store.ts';

/** Hubs a cell has on average: bounds the memory however dense the hubs are. */
const averageHubs = 8;

/**
 * What the cells under one parent have in common. Dropping the parent makes its group stale, and
 * with it every entry and every `Keep` that came from the group.
 */
interface Group {
  stale: boolean;
}

/** @param cells most cells kept, 1 or more */
export function memoryCache(cells: number): CellCache {
  const groups = new LRUCache<string, Group>({
    max: cells,
    // A group that makes room for another one can no longer be found by `drop`.
    dispose: (group) => (group.stale = true),
  });
  const entries = new LRUCache<string, { entry: CellEntry; group: Group }>({
    max: cells,
    maxSize: cells * averageHubs,
    sizeCalculation: ({ entry }) => 1 + entry.near.length,
  });
  const groupOf = (parent: string): Group => {
    const found = groups.get(parent);
    if (found) return found;
    const group = { stale: false };
    groups.set(parent, group);
    return group;
  };

  return {
    async get(cell) {
      const found = entries.get(cell);
      return found === undefined || found.group.stale ? undefined : found.entry;
    },
    async open(cell) {
      const group = groupOf(parentOf(cell));
      return async (entry) => {
        if (group.stale) return false;
        entries.set(cell, { entry, group });
        return true;
      };
    },
    async drop(parents) {
      for (const parent of parents) groups.delete(parent);
    },
    async close() {},
  };
}
