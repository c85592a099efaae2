import { stores } from '../test/fixtures.ts';
import { entriesContract } from './contract/entries.ts';
import { nodeContract } from './contract/node.ts';
import { ringStoreContract } from './contract/ring-store.ts';

for (const { name, skip, open } of stores) {
  nodeContract(name, skip, open);
  entriesContract(name, skip, open);
  ringStoreContract(name, skip, open);
}
