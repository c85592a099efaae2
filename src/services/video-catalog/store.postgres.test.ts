import postgres from 'postgres';
import { missing, servers, twoReplicas, unique } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openPostgresStore } from './store.postgres.ts';

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('video-');
  const replicas = await twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
  return {
    ...replicas,
    async skipTo(n) {
      const sql = postgres(servers.postgres);
      await sql`INSERT INTO video_catalog.newest VALUES (${deployment}, ${n}, 0)`;
      await sql.end();
    },
  };
});
