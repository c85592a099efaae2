import { backends } from './contract/backends.ts';
import { changeContract } from './contract/changes.ts';

for (const backend of backends) changeContract(backend);
