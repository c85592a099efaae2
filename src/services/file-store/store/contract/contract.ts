/** The contract of every record, tried with two replicas on the same state. */
import { describe } from 'node:test';
import type { OpenReplicas } from './fixtures.ts';
import { linkContract } from './links.ts';
import { moveContract } from './moves.ts';
import { pinContract } from './pins.ts';
import { shareContract } from './shares.ts';
import { trashContract } from './trash.ts';
import { treeContract } from './tree.ts';
import { uploadContract } from './uploads.ts';
import { versionContract } from './versions.ts';

export function storeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`the tree on ${name}`, { skip }, () => treeContract(open));
  describe(`shares on ${name}`, { skip }, () => shareContract(open));
  describe(`moves on ${name}`, { skip }, () => moveContract(open));
  describe(`the trash on ${name}`, { skip }, () => trashContract(open));
  describe(`versions on ${name}`, { skip }, () => versionContract(open));
  describe(`links on ${name}`, { skip }, () => linkContract(open));
  describe(`resumable uploads on ${name}`, { skip }, () => uploadContract(open));
  describe(`contents on record on ${name}`, { skip }, () => pinContract(open));
}
