/** Reservations: units that an order holds until they are confirmed, released, or overdue. */

export interface Line {
  readonly sku: string;
  readonly qty: number;
}

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

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly reservationId: string; readonly expiresAt: number }
  /** Nothing was taken. `available`: units of each line's SKU. */
  | { readonly kind: 'short'; readonly available: readonly number[] }
  /** The order holds a reservation of other lines, or of another user. */
  | { readonly kind: 'order-mismatch' };

/** How a reservation ended. */
export type Ending = 'confirmed' | 'released' | 'expired';

export interface Reservations {
  /** Takes all lines or none. An order that holds a reservation of the same lines gets that one. */
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /** How the reservation ended: 'confirmed' if it could be. Then it stands in the outbox. */
  confirm(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /** How the reservation ended: 'released' if it could be. Then its units are available again. */
  release(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /**
   * Returns the units of overdue reservations and forgets those that ended long ago, a bounded
   * number of them; true when there may be more. Not one step, but a step for each shard.
   */
  reap(now: number): Promise<boolean>;
}
