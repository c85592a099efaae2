/** A node in this process. */
import { nodeOfAnotherRing, VersionMismatch, type NodeMap } from '../node.ts';
import { parseVersionId } from '../ring-store.ts';
import type { EntryTable } from './entry-table.ts';

/** Keys that `keys` yields at a time. */
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
    put: (versionId, key, value) =>
      db.write((tx) => {
        expectVersion(versionId);
        table.set(tx, name, key, value);
      }),
    delete: (versionId, key, leaveTombstone) =>
      db.write((tx) => {
        expectVersion(versionId);
        if (leaveTombstone) table.set(tx, name, key, undefined);
        else table.remove(tx, name, key);
      }),
    accept: (versionId, key, value) =>
      db.write((tx) => {
        expectVersion(versionId);
        if (!entries.has(key)) table.set(tx, name, key, value);
        return entries.get(key)?.value;
      }),
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
    fence: (versionId) =>
      db.write((tx) => {
        const served = table.servedVersion(name);
        if (served === versionId) return;
        if (served !== undefined) expectSuccessor(served, versionId);
        table.removeTombstones(tx, name);
        table.serve(tx, name, versionId);
      }),
    ready: async () => {},
  };

  function expectSuccessor(served: string, versionId: string): void {
    const [before, next] = [parseVersionId(served), parseVersionId(versionId)];
    if (before.ring === next.ring) {
      if (before.version >= next.version) throw new VersionMismatch();
    } else if (table.count(name) > 0) {
      throw nodeOfAnotherRing(name);
    }
  }
}
