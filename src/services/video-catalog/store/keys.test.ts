import { backends } from './contract/backends.ts';
import { keyContract } from './contract/keys.ts';

for (const backend of backends) keyContract(backend);
