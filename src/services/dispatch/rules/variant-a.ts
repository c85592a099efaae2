/** Variant A (port 8096): greedy driver by driver, five delays, then manual assignment. */
import type { RuleSet } from './rules.ts';

export const variantA: RuleSet = {
  name: 'dispatch-a',
  states: ['idle', 'assigned', 'accepted', 'arrived', 'picking', 'delivering', 'completed'],
  moves: [
    { from: 'idle', to: 'assigned', by: 'dispatch', order: 'offered' },
    { from: 'assigned', to: 'accepted', by: 'accept', order: 'accepted' },
    { from: 'assigned', to: 'idle', by: 'reject' },
    { from: 'accepted', to: 'arrived', by: 'driver', order: 'arrived' },
    { from: 'accepted', to: 'idle', by: 'reject' },
    { from: 'arrived', to: 'picking', by: 'driver', order: 'picking' },
    { from: 'picking', to: 'delivering', by: 'driver', order: 'delivering' },
    { from: 'delivering', to: 'completed', by: 'driver', order: 'delivered' },
    { from: 'completed', to: 'idle', by: 'driver' },
  ],
  idle: 'idle',
  assigned: 'assigned',
  accepted: 'accepted',

  weights: { distance: 0.3, eta: 0.25, load: 0.2, priority: 0.15, wait: 0.1 },
  starvationTerm: () => 0,
  matching: 'per driver',

  delaysMs: [2_000, 4_000, 8_000, 16_000, 30_000],
  afterLast: 'manual_assignment',
  atEnd: 'manual_assignment',

  waitingStatus: 'queued',
  enveloped: false,
};

/** @param priority 0 to 10 */
export const priorityWeightA = (priority: number) => priority / 10;
