import postgres from 'postgres';
import { missing, servers, unique } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import type { VideoStore } from './store.ts';
import { openPostgresStore } from './store.postgres.ts';

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('video-');
  const opened = new Set<VideoStore>();
  const closeAll = async () => {
    await Promise.all([...opened].map((store) => store.close()));
    opened.clear();
  };
  t.after(closeAll);
  const open = async () => {
    const store = await openPostgresStore(servers.postgres, deployment);
    opened.add(store);
    return store;
  };
  // Both find an empty database when this is the first test: one of them migrates it.
  const [first, second] = await Promise.all([open(), open()]);
  return {
    first,
    second,
    async skipTo(n) {
      const sql = postgres(servers.postgres);
      await sql`INSERT INTO video_catalog.newest VALUES (${deployment}, ${n}, 0)`;
      await sql.end();
    },
    async reopen() {
      await closeAll();
      return open();
    },
  };
});
