/** A node in this process. */
import { common } from '#kit/web/problem.ts';
import { nodeOfAnotherRing, VersionMismatch, type NodeMap } from '../node.ts';
import { parseVersionId } from '../ring-store.ts';
import type { Transaction } from '#kit/stores/sqlite.ts';
import type { EntryTable } from './entry-table.ts';

/** Keys that `keys` yields at a time, and tombstones that are removed at a time. */
const portionSize = 256;

export function sqliteNode(table: EntryTable, name: string): NodeMap {
  const { db } = table;
  const entries = table.entries(name);
  const expectVersion = (versionId: string) => {
    if (table.servedVersion(name) !== versionId) throw new VersionMismatch();
  };

  return {
    async get(versionId, key) {
      expectVersion(versionId);
      return entries.get(key)?.value;
    },
    async put(versionId, key, value) {
      const isStored = await db.write((tx) => {
        expectVersion(versionId);
        return table.set(tx, name, key, value);
      });
      if (!isStored) throw common.STORE_FULL();
    },
    delete: (versionId, key, leaveTombstone) =>
      db.write((tx) => {
        expectVersion(versionId);
        if (leaveTombstone) table.set(tx, name, key, undefined);
        else table.remove(tx, name, key);
      }),
    async accept(versionId, key, value) {
      const present = await db.write((tx) => {
        expectVersion(versionId);
        if (!entries.has(key) && !table.set(tx, name, key, value)) return undefined;
        return entries.get(key)!;
      });
      if (present === undefined) throw common.STORE_FULL();
      return present.value;
    },
    async *keys() {
      let portion: string[] = [];
      for (const [key, { value }] of entries) {
        if (value === undefined) continue;
        portion.push(key);
        if (portion.length < portionSize) continue;
        yield portion;
        portion = [];
      }
      yield portion;
    },
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

/** A version id that nobody believes in, in the place of one that is served no more. */
function ended(versionId: string): string {
  const { ring, version } = parseVersionId(versionId);
  return `${ring} ${version} ended`;
}
