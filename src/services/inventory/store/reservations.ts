/** Reservations: units that an order holds until they are confirmed, released, or overdue. */
import { Type, type Static } from 'typebox';

export const Line = Type.Object({ sku: Type.String(), qty: Type.Integer() });
export type Line = Static<typeof Line>;

export interface ReserveRequest {
  /** A fresh id, used unless the order holds a reservation already. */
  readonly reservationId: string;
  readonly hubId: string;
  readonly orderId: string;
  readonly userId: string;
  /** Each SKU once, sorted: two requests for the same goods have equal lines. */
  readonly lines: readonly Line[];
  /** For each line the bucket of a hot SKU to try first, 0–9. */
  readonly primaryBuckets: readonly number[];
  readonly now: number;
}

export const ReserveOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('reserved'),
    reservationId: Type.String(),
    expiresAt: Type.Integer(),
  }),
  Type.Object({
    kind: Type.Literal('short', { description: 'nothing was taken' }),
    available: Type.Array(Type.Integer({ description: "units of each line's SKU" })),
  }),
  Type.Object({
    kind: Type.Literal('order-mismatch', {
      description: 'the order holds a reservation of other lines, or of another user',
    }),
  }),
]);
export type ReserveOutcome = Static<typeof ReserveOutcome>;

/** How a reservation ended. */
export const Ending = Type.Enum(['confirmed', 'released', 'expired']);
export type Ending = Static<typeof Ending>;

export interface Reaped {
  /** Reservations whose units are available again. */
  readonly expired: number;
  readonly mayHaveMore: boolean;
}

export interface Reservations {
  /** Takes all lines or none. An order that holds a reservation of the same lines gets that one. */
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /** How the reservation ended: 'confirmed' if it could be. Then it stands in the outbox. */
  confirm(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /** How the reservation ended: 'released' if it could be. Then its units are available again. */
  release(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /** Whose reservation it is; undefined when it is unknown. */
  userOf(reservationId: string): Promise<string | undefined>;
  /**
   * Returns the units of overdue reservations and forgets those that ended long ago, a bounded
   * number of them. Not one step, but a step for each shard.
   */
  reap(now: number): Promise<Reaped>;
}
