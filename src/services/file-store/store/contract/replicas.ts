/** Two replicas on a new state, of each store. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { servers, temporaryFolder, twoReplicas, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from '../postgres/store.ts';
import { openDatabase, sqliteStore } from '../sqlite/store.ts';
import type { Replicas } from './fixtures.ts';

export async function openSqliteReplicas(t: TestContext): Promise<Replicas> {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  return { first: sqliteStore(db), second: sqliteStore(db) };
}

export function openPostgresReplicas(t: TestContext): Promise<Replicas> {
  const deployment = unique('files');
  return twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
}
