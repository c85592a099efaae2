import { storeContract } from './store.contract.ts';
import { backends, openSqlite } from './testing.ts';

for (const backend of backends) storeContract(backend);
storeContract({
  name: 'SQLite whose heads of inboxes are written all the time',
  skip: false,
  open: (t) => openSqlite(t, { stride: 2, run: 3, slice: 2 }),
});
