import { backends } from './contract/backends.ts';
import { storeContract } from './contract/video-store.ts';

for (const backend of backends) storeContract(backend);
