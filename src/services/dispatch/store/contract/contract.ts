/**
 * The contract of every dispatch store. Each test opens two handles on one state, as two replicas do,
 * and changes through one what it reads through the other.
 */
import { describe } from 'node:test';
import { batches } from './batches.ts';
import { cancelling } from './cancelling.ts';
import type { Open } from '../../test/fixtures.ts';
import { ends } from './ends.ts';
import { keptBatches } from './kept-batches.ts';
import { lists } from './lists.ts';
import { offers } from './offers.ts';
import { records } from './records.ts';

export function storeContract(name: string, open: Open, skip: string | false): void {
  describe(`dispatch store on ${name}`, { skip }, () => {
    describe('batch', () => batches(open));
    describe('offer', () => offers(open));
    describe('end of an order', () => ends(open));
    describe('cancelling', () => cancelling(open));
    describe('records', () => records(open));
    describe('lists', () => lists(open));
    describe('kept batches', () => keptBatches(open));
  });
}
