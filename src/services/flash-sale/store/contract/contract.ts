/**
 * The contract of every flash sale store. Each test opens two handles on one state, as two replicas
 * do, and changes through one what it reads through the other.
 */
import { describe } from 'node:test';
import { deviceWindow, idempotency, refusals, slotPool } from './admission.ts';
import type { Open } from './fixtures.ts';
import { flows } from './flows.ts';
import { holds } from './holds.ts';
import { leaving, reachable } from './leaving.ts';
import { buckets, reservations, reset } from './ledger.ts';
import { purchaseLimit } from './limit.ts';
import { userQuota } from './quota.ts';
import { opening } from './opening.ts';
import { lottery } from './lottery.ts';
import { passedOver } from './passed-over.ts';
import { repeats } from './repeats.ts';
import { waitingRoom } from './waiting-room.ts';

export function storeContract(
  name: string,
  open: Open,
  options: { skip?: string | false } = {},
): void {
  describe(`flash-sale store on ${name}`, options, () => {
    describe('idempotency', () => idempotency(open));
    describe('slot pool', () => slotPool(open));
    describe('device rate', () => deviceWindow(open));
    describe('refusals', () => refusals(open));
    describe('buckets', () => buckets(open));
    describe('reservations', () => reservations(open));
    describe('waiting room', () => waitingRoom(open));
    describe('buyers who want too much', () => passedOver(open));
    describe('reset', () => reset(open));
    describe('holds that lapse', () => holds(open));
    describe('repeated answers', () => repeats(open));
    describe('purchase limit', () => purchaseLimit(open));
    describe('quota of a user', () => userQuota(open));
    describe('opening times and state', () => opening(open));
    describe('leaving', () => leaving(open));
    describe('honest odds', () => reachable(open));
    describe('flows', () => flows(open));
    describe('lottery', () => lottery(open));
  });
}
