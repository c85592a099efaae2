import { nodeContract, ringStoreContract } from './stores.contract.ts';
import { stores } from './testing.ts';

for (const { name, skip, open } of stores) {
  nodeContract(name, skip, open);
  ringStoreContract(name, skip, open);
}
