import { missing, servers, twoReplicas } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openPostgresStore } from './store.postgres.ts';

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  return twoReplicas(t, () => openPostgresStore(servers.postgres));
});
