/** The stores that the suites run on, each opened on a state of its own. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, temporaryFolder, twoReplicas, unique } from '#kit/testing/testing.ts';
import { openPostgresStore } from '../postgres/postgres-video-catalog-store.ts';
import { openDatabase, sqliteStore } from '../sqlite/sqlite-video-catalog-store.ts';
import type { Backend, Replicas } from './fixtures.ts';

async function openSqlite(t: TestContext): Promise<Replicas> {
  const file = join(temporaryFolder(), 'video-catalog.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const skip = db.run('UPDATE newest SET n = ?');
  return {
    first: sqliteStore(db),
    second: sqliteStore(db),
    another: async () => sqliteStore(db),
    skipTo: (n) => db.write(() => void skip(n)),
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStore(db);
    },
  };
}

async function openPostgres(t: TestContext): Promise<Replicas> {
  const deployment = unique('video-');
  const replicas = await twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
  return {
    ...replicas,
    async skipTo(n) {
      const db = new Postgres(servers.postgres, 'test');
      await db.execute(sql`INSERT INTO video_catalog.newest VALUES (${deployment}, ${n}, 0)`);
      await db.close();
    },
  };
}

export const backends: Backend[] = [
  { name: 'SQLite', skip: false, open: openSqlite },
  { name: 'PostgreSQL', skip: missing('postgres'), open: openPostgres },
];
