import { join } from 'node:path';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, temporaryFolder, twoReplicas, unique } from '#kit/testing/testing.ts';
import { storeContract } from './contract/video-store.ts';
import { openPostgresStore } from './postgres/store.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';

storeContract('SQLite', false, async (t) => {
  const file = join(temporaryFolder(), 'video-catalog.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const skip = db.run("INSERT INTO video VALUES (?, '', '', '[]', 0, 0, 10, '')");
  return {
    first: sqliteStore(db),
    second: sqliteStore(db),
    skipTo: (n) => db.write(() => void (n > 0 && skip(n))),
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStore(db);
    },
  };
});

storeContract('PostgreSQL', missing('postgres'), async (t) => {
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
});
