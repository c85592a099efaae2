import { backends } from './contract/backends.ts';
import { storeContract } from './contract/contract.ts';

for (const backend of backends) storeContract(backend);
