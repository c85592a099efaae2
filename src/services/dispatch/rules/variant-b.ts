/** Variant B (port 8106): greedy by pair, help for starved drivers, three delays, then the pool. */
import type { RuleSet } from './rules.ts';

const minuteMs = 60_000;

export const variantB: RuleSet = {
  name: 'dispatch-b',
  states: ['OFFLINE', 'IDLE', 'ASSIGNED', 'TO_HUB', 'PICKING', 'DELIVERING', 'COMPLETED'],
  moves: [
    { from: 'OFFLINE', to: 'IDLE', by: 'driver' },
    { from: 'IDLE', to: 'ASSIGNED', by: 'dispatch', order: 'offered' },
    { from: 'ASSIGNED', to: 'TO_HUB', by: 'accept', order: 'accepted' },
    { from: 'ASSIGNED', to: 'IDLE', by: 'reject' },
    { from: 'TO_HUB', to: 'PICKING', by: 'driver', order: 'picking' },
    { from: 'PICKING', to: 'DELIVERING', by: 'driver', order: 'delivering' },
    { from: 'DELIVERING', to: 'COMPLETED', by: 'driver', order: 'delivered' },
    { from: 'COMPLETED', to: 'IDLE', by: 'driver' },
    // Added to the specification's table, by which a driver could never go offline.
    { from: 'IDLE', to: 'OFFLINE', by: 'driver' },
  ],
  idle: 'IDLE',
  assigned: 'ASSIGNED',
  accepted: 'TO_HUB',
  offline: 'OFFLINE',

  weights: { distance: 0.25, eta: 0.25, load: 0.2, priority: 0.3, wait: 0 },
  starvationTerm(lastAssignedAt, now) {
    if (lastAssignedAt === undefined) return 0.5;
    const idleMs = now - lastAssignedAt;
    if (idleMs > 5 * minuteMs) return 0.3;
    return idleMs > 2 * minuteMs ? 0.1 : 0;
  },
  matching: 'by pair',

  delaysMs: [1_000, 2_000, 4_000],
  afterLast: 'pool',
  atEnd: 'expired',

  waitingStatus: 'pending',
  enveloped: true,
};

export const priorityWeightB = { flash_sale: 1, vip: 0.6, normal: 0.2 } as const;
