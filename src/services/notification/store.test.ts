import { storeContract } from './store.contract.ts';
import { backends } from './testing.ts';

for (const backend of backends) storeContract(backend);
