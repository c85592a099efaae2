import { backends } from './contract/backends.ts';
import { lawsContract } from './contract/laws.ts';

for (const backend of backends) lawsContract(backend);
