/** The port of the waiting room, as far as it is not part of a checkout, a release or a load. */
import { Type, type Static } from 'typebox';

export type Tier = 'premium' | 'regular';

/** A waiting user who was confirmed. */
export const Promotion = Type.Object({
  userId: Type.String(),
  orderId: Type.String(),
  reservationId: Type.String(),
  expiresAt: Type.Optional(Type.Integer({ description: 'when the hold lapses, if ever' })),
});
export type Promotion = Static<typeof Promotion>;

export const QueuePosition = Type.Union([
  Type.Object({
    kind: Type.Literal('waiting'),
    productId: Type.String(),
    position: Type.Integer({ description: '0-based rank' }),
    isReachable: Type.Boolean({
      description: 'whether what is available or held would serve it, came every hold back',
    }),
    returnIntervalMs: Type.Optional(
      Type.Number({ description: 'mean time between returned units; absent until two came back' }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('promoted'),
    productId: Type.String(),
    ...Promotion.properties,
  }),
  Type.Object({ kind: Type.Literal('several'), products: Type.Array(Type.String()) }),
  Type.Object({ kind: Type.Literal('not-queued') }),
]);
export type QueuePosition = Static<typeof QueuePosition>;

/** The outcome of giving up a position. */
export const LeaveOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('left'), promoted: Type.Array(Promotion) }),
  Type.Object({ kind: Type.Literal('not-waiting') }),
]);
export type LeaveOutcome = Static<typeof LeaveOutcome>;

export interface WaitingRoom {
  /** Without a product: in the waiting room of the one that the user waits for. */
  queuePosition(userId: string, productId: string | undefined, now: number): Promise<QueuePosition>;
  /** Gives up a place; then confirms others in order, if the new head fits what is left. */
  leave(userId: string, productId: string, now: number): Promise<LeaveOutcome>;
  /** May be repeated: a call that failed may have set the tier of some of the users. */
  setTier(userIds: readonly string[], tier: Tier): Promise<void>;
}
