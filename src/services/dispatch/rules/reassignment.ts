/**
 * Decides about an order that its driver rejects or does not answer. The embedded store calls this
 * inside its units of work; on Redis `next_driver_for` in lib.lua does the same, and the
 * contract of the stores holds both together.
 */
import type { OrderState, RuleSet } from './rules.ts';

interface Attempted {
  /** Rejections and timeouts of this round so far. */
  readonly attempts: number;
  readonly round: number;
  /** The operator had named the driver. */
  readonly isByHand: boolean;
}

export interface Reassignment {
  readonly order: Extract<OrderState, 'reassigning' | 'manual_assignment' | 'unmatched'>;
  /** Until the order is offered again, milliseconds; 0 when no delay is left. */
  readonly delayMs: number;
  readonly attempts: number;
  readonly round: number;
}

/** The n-th rejection of a round is followed by the n-th delay, as long as delays are left. */
export function reassign(
  { delaysMs, afterLast }: RuleSet,
  { attempts, round, isByHand }: Attempted,
): Reassignment {
  if (isByHand) return { order: 'manual_assignment', delayMs: 0, attempts, round };
  const delayMs = delaysMs[attempts];
  if (delayMs !== undefined)
    return { order: 'reassigning', delayMs, attempts: attempts + 1, round };
  if (afterLast === 'manual_assignment') {
    return { order: 'manual_assignment', delayMs: 0, attempts: attempts + 1, round };
  }
  return { order: 'unmatched', delayMs: 0, attempts: 0, round: round + 1 };
}
