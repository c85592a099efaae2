import { missing, servers } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import type { MappingStore } from './store.ts';
import { openPostgresStore } from './store.postgres.ts';

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const opened = new Set<MappingStore>();
  const closeAll = async () => {
    await Promise.all([...opened].map((store) => store.close()));
    opened.clear();
  };
  t.after(closeAll);
  const open = async () => {
    const store = await openPostgresStore(servers.postgres);
    opened.add(store);
    return store;
  };
  // Both find an empty database when this is the first test: one of them migrates it.
  const [first, second] = await Promise.all([open(), open()]);
  return {
    first,
    second,
    async reopen() {
      await closeAll();
      return open();
    },
  };
});
