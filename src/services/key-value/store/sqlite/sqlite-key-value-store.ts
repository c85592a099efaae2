/** The embedded store: the ring, and the nodes without an address, in one file. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { nodePool } from '../node-pool.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import { EntryTable } from './entry-table.ts';
import { sqliteNode } from './node.ts';
import { sqliteRingStore } from './ring-store.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/**
 * @param prefix first part of the keys of nodes in a Redis of their own
 * @param maxBytes see EntryTable
 * @throws StartupError when it holds more
 */
export async function openSqliteStore(
  options: Omit<SqliteOptions, 'migrations'>,
  prefix: string,
  maxBytes: number,
): Promise<KeyValueStore> {
  const db = openDatabase(options);
  try {
    return sqliteStore(db, prefix, maxBytes);
  } catch (error) {
    await db.close();
    throw error;
  }
}

function sqliteStore(db: Sqlite, prefix: string, maxBytes: number): KeyValueStore {
  const table = new EntryTable(db, maxBytes);
  const nodes = nodePool((name) => sqliteNode(table, name), prefix);
  return {
    ...lifecycleOf(db),
    ring: sqliteRingStore(db),
    nodes,
    async close() {
      nodes.close();
      await db.close();
    },
  };
}
