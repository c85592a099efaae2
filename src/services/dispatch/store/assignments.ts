/** Assignments, as stores keep them. */
import { Type, type Static } from 'typebox';
import type { OrderState } from '../rules/rules.ts';
import { NumberOrNull, TextOrNull } from './record.ts';

export const Assignment = Type.Object({
  assignmentId: Type.String(),
  orderId: Type.String(),
  driverId: Type.String(),
  state: Type.Enum(['offered', 'accepted', 'rejected', 'expired', 'cancelled', 'delivered']),
  /** Null when assigned by hand. */
  score: NumberOrNull,
  offeredAt: Type.Number(),
  expiresAt: Type.Number(),
  /** Set when the driver has not taken it: the new state of the order, and the delay before it. */
  delayMs: NumberOrNull,
  orderBecame: Type.Unsafe<OrderState | null>(TextOrNull),
});
export type Assignment = Readonly<Static<typeof Assignment>>;
