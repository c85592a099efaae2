/** The port of the waiting room, as far as it is not part of a checkout, a release or a load. */

export type Tier = 'premium' | 'regular';

/** A waiting user who was confirmed. */
export interface Promotion {
  readonly userId: string;
  readonly orderId: string;
  readonly reservationId: string;
}

export type QueuePosition =
  | {
      readonly kind: 'waiting';
      readonly productId: string;
      /** 0-based rank. */
      readonly position: number;
      /** Mean time between returned units lately, milliseconds; undefined until two came back. */
      readonly returnIntervalMs: number | undefined;
    }
  | ({ readonly kind: 'promoted'; readonly productId: string } & Promotion)
  | { readonly kind: 'several'; readonly products: readonly string[] }
  | { readonly kind: 'not-queued' };

export interface WaitingRoom {
  /** Without a product: in the waiting room of the one that the user waits for. */
  queuePosition(userId: string, productId: string | undefined, now: number): Promise<QueuePosition>;
  /** May be repeated: a call that failed may have set the tier of some of the users. */
  setTier(userIds: readonly string[], tier: Tier): Promise<void>;
}
