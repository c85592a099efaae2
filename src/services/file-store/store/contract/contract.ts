/** What every record keeps, tried with two replicas on the same state. */
import { describe } from 'node:test';
import type { OpenReplicas } from './fixtures.ts';
import { pinContract } from './pins.ts';
import { shareContract, treeContract } from './tree.ts';
import { versionContract } from './versions.ts';

export function storeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`the tree on ${name}`, { skip }, () => treeContract(open));
  describe(`shares on ${name}`, { skip }, () => shareContract(open));
  describe(`versions on ${name}`, { skip }, () => versionContract(open));
  describe(`contents on record on ${name}`, { skip }, () => pinContract(open));
}
