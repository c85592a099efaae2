/** The embedded cache of cells, in this process. */
import { LRUCache } from 'lru-cache';
import { parentOf } from '../../cells/cells.ts';
import { refreshed, sizeOf, type CellCache, type CellEntry, type HubState } from '../geo-store.ts';

/** How many hubs a cell has on average: bounds the memory however dense the hubs are. */
const averageHubs = 8;

/**
 * Shared by the cells under one parent. Invalidating the parent makes its group stale,
 * and with it every entry and every write that began in the group.
 */
interface Group {
  stale: boolean;
  /** Latest states of hubs, by row, that entries of the group may not have. */
  readonly states: Map<number, HubState>;
}

/** @param maxCells largest number of cells, 1 or more */
export function memoryCache(maxCells: number): CellCache {
  const groups = new LRUCache<string, Group>({
    max: maxCells,
    // `invalidate` cannot find an evicted group, so its entries and writes are stale from now on.
    dispose: (group) => (group.stale = true),
  });
  const entries = new LRUCache<string, { entry: CellEntry; group: Group }>({
    max: maxCells,
    maxSize: maxCells * averageHubs,
    sizeCalculation: ({ entry }) => Math.ceil(sizeOf(entry)),
  });
  const groupOf = (parent: string): Group => {
    const found = groups.get(parent);
    if (found) return found;
    const group = { stale: false, states: new Map() };
    groups.set(parent, group);
    return group;
  };

  return {
    async get(cell) {
      const found = entries.get(cell);
      if (found === undefined || found.group.stale) return undefined;
      const { entry, group } = found;
      return group.states.size === 0 ? entry : refreshed(entry, (row) => group.states.get(row));
    },
    async beginWrite(cell) {
      const group = groupOf(parentOf(cell));
      return async (entry) => {
        if (group.stale) return false;
        entries.set(cell, { entry, group });
        return true;
      };
    },
    async invalidate(parents) {
      for (const parent of parents) groups.delete(parent);
    },
    async refresh(parents, state) {
      for (const parent of parents) {
        // Without a group there are no entries, and what begins from now on reads the new state.
        const states = groups.peek(parent)?.states;
        const known = states?.get(state.row);
        if (known === undefined || known.revision < state.revision) states?.set(state.row, state);
      }
    },
  };
}
