import { backends } from './contract/backends.ts';
import { selectionContract } from './contract/selections.ts';

for (const backend of backends) selectionContract(backend);
