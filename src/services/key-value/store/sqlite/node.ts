/** A node in this process. */
import type { Transaction } from '#kit/stores/sqlite.ts';
import { common } from '#kit/web/problem.ts';
import { meets } from '../../keys/conditions.ts';
import {
  isExpired,
  nodeOfAnotherRing,
  VersionMismatch,
  type Guard,
  type Head,
  type NodeMap,
} from '../node.ts';
import { parseVersionId } from '../ring-store.ts';
import type { EntryTable } from './entry-table.ts';
import { listRange } from './list.ts';
import { isKept, type Row } from './row.ts';

/** Keys that `keys` yields at a time, and tombstones that are removed at a time. */
const portionSize = 256;

export function sqliteNode(table: EntryTable, name: string): NodeMap {
  const { db } = table;
  const rows = table.rows(name);
  const expectVersion = (versionId: string) => {
    if (table.servedVersion(name) !== versionId) throw new VersionMismatch();
  };

  /** Runs a unit of work under a version of the ring. */
  const write = <T>(versionId: string, unit: (tx: Transaction) => T) =>
    db.write((tx) => {
      expectVersion(versionId);
      return unit(tx);
    });

  function end(tx: Transaction, key: string, leaveTombstone: boolean): void {
    if (leaveTombstone) table.set(tx, name, key, undefined);
    else table.remove(tx, name, key);
  }

  /** Finds the entry that counts for a key now. An expired one is removed in this very step. */
  function find(
    tx: Transaction,
    key: string,
    now: number,
    leaveTombstone: boolean,
    left?: Head,
  ): Head | undefined {
    const row = rows.get(key);
    const head = row === undefined ? left : kept(row);
    if (head === undefined || !isExpired(head, now)) return head;
    end(tx, key, leaveTombstone);
    return undefined;
  }

  const isMet = (
    tx: Transaction,
    key: string,
    leaveTombstone: boolean,
    { condition, now, left }: Guard,
  ) => meets(condition, find(tx, key, now, leaveTombstone, left)?.tag);

  return {
    async get(versionId, key) {
      expectVersion(versionId);
      return kept(rows.get(key));
    },
    async put(versionId, key, entry, leaveTombstone, guard) {
      const outcome = await write(versionId, (tx) => {
        if (guard && !isMet(tx, key, leaveTombstone, guard)) return 'not met';
        return table.set(tx, name, key, entry) ? 'stored' : 'full';
      });
      if (outcome === 'full') throw common.STORE_FULL();
      return outcome === 'stored';
    },
    delete: (versionId, key, leaveTombstone, guard) =>
      write(versionId, (tx) => {
        if (guard && !isMet(tx, key, leaveTombstone, guard)) return false;
        end(tx, key, leaveTombstone);
        return true;
      }),
    expire: (versionId, key, now, leaveTombstone) =>
      write(versionId, (tx) => {
        const present = kept(rows.get(key));
        if (present !== undefined && !isExpired(present, now)) return present;
        end(tx, key, leaveTombstone);
        return undefined;
      }),
    async accept(versionId, key, entry) {
      const present = await write(versionId, (tx) => {
        if (!rows.has(key) && !table.set(tx, name, key, entry)) return undefined;
        return rows.get(key)!;
      });
      if (present === undefined) throw common.STORE_FULL();
      return kept(present);
    },
    async *keys() {
      let portion: string[] = [];
      for (const [key, { value }] of rows) {
        if (value === undefined) continue;
        portion.push(key);
        if (portion.length < portionSize) continue;
        yield portion;
        portion = [];
      }
      yield portion;
    },
    async list(versionId, range, now) {
      const ordered = await table.ordered(name);
      expectVersion(versionId);
      return listRange(ordered.from(range.from), rows, range, now);
    },
    async gone(versionId, keys, now) {
      expectVersion(versionId);
      return keys.filter((key) => {
        const row = rows.get(key);
        return row !== undefined && (!isKept(row) || isExpired(row, now));
      });
    },
    expired: async (after, now) => table.expired(name, after, now),
    count: async () => table.count(name),
    servedVersion: async () => table.servedVersion(name),
    async fence(versionId) {
      while (!(await db.write((tx) => advance(tx, versionId))));
    },
    ready: async () => {},
  };

  /**
   * Serves the version; false while tombstones are left. Until they are gone no version is served:
   * neither may a value of the earlier one come back, nor may they stop one of the next.
   */
  function advance(tx: Transaction, versionId: string): boolean {
    const served = table.servedVersion(name);
    if (served === versionId) return true;
    if (served !== undefined) expectSuccessor(served, versionId);
    const isClear = table.removeTombstones(tx, name, portionSize);
    table.serve(tx, name, isClear ? versionId : ended(served!));
    return isClear;
  }

  function expectSuccessor(served: string, versionId: string): void {
    const [before, next] = [parseVersionId(served), parseVersionId(versionId)];
    if (before.ring === next.ring) {
      if (before.version >= next.version) throw new VersionMismatch();
    } else if (table.count(name) > 0) {
      throw nodeOfAnotherRing(name);
    }
  }
}

const kept = (row: Row | undefined) => (row !== undefined && isKept(row) ? row : undefined);

/** A version id that matches no caller, in place of one that is no longer served. */
function ended(versionId: string): string {
  const { ring, version } = parseVersionId(versionId);
  return `${ring} ${version} ended`;
}
