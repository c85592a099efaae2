/** Two replicas on a new state, of each store. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from '../postgres/postgres-file-store.ts';
import { openDatabase, sqliteStore } from '../sqlite/sqlite-file-store.ts';
import type { FileStore } from '../file-store.ts';
import type { Reopenable } from './fixtures.ts';

export function openSqliteReplicas(t: TestContext): Promise<Reopenable> {
  const file = join(temporaryFolder(), 'file-store.db');
  return opened(t, async () => {
    const db = openDatabase({ file });
    return { stores: [sqliteStore(db), sqliteStore(db)], close: async () => db.close() };
  });
}

export function openPostgresReplicas(t: TestContext): Promise<Reopenable> {
  const deployment = unique('files');
  const openOne = () => openPostgresStore(servers.postgres, deployment);
  return opened(t, async () => {
    const stores = await Promise.all([openOne(), openOne()]);
    return { stores, close: () => Promise.all(stores.map((store) => store.close())) };
  });
}

interface Opened {
  readonly stores: readonly [FileStore, FileStore];
  readonly close: () => Promise<unknown>;
}

async function opened(t: TestContext, openBoth: () => Promise<Opened>): Promise<Reopenable> {
  let close: Opened['close'];
  t.after(() => close());
  const open = async (): Promise<Reopenable> => {
    const both = await openBoth();
    const [first, second] = both.stores;
    close = both.close;
    const reopen = async () => {
      await close();
      return open();
    };
    return { first, second, reopen };
  };
  return open();
}
