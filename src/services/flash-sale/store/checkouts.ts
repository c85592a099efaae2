/** The port of checkouts: idempotency, device rate, stock and waiting room in one step. */

/** One attempt to buy. The ids are fresh ones, used only if it completes. */
export interface Checkout {
  readonly productId: string;
  readonly userId: string;
  readonly qty: number;
  /** The device's primary bucket, 0–9. */
  readonly bucket: number;
  /** The identities whose rate windows must have room: one, or two when header and body differ. */
  readonly devices: readonly string[];
  readonly idempotencyKey: string;
  /** Time slot that the buyer names, for `slotted` products. */
  readonly slot: string | undefined;
  readonly orderId: string;
  readonly reservationId: string;
  readonly now: number;
}

export interface Completed {
  readonly kind: 'completed';
  readonly orderId: string;
  readonly reservationId: string;
}

export interface Queued {
  readonly kind: 'queued';
  /** 0-based rank in the waiting room. */
  readonly position: number;
}

/** What a key yielded; `running` while its request has no result yet. */
export type Original = Completed | Queued | 'running';

/** The key was used before. */
export interface Repeated {
  readonly kind: 'repeated';
  readonly original: Original;
}

/** Nothing of the request remains after one of these. */
export type Refused =
  | { readonly kind: 'rate-limited' }
  | { readonly kind: 'voucher-required' }
  | { readonly kind: 'lottery-only' }
  | { readonly kind: 'unknown-slot'; readonly slots: readonly string[] };

export type SaleOutcome = Completed | Queued | { readonly kind: 'sold-out' };
export type CheckoutOutcome = SaleOutcome | Repeated | Refused;
export type AdmitOutcome =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'pool-full' }
  | Repeated
  | Refused;

export interface Checkouts {
  /** Steps 1, 3, 4 and 5 of a checkout: the first that refuses ends it and leaves nothing. */
  checkout(checkout: Checkout): Promise<CheckoutOutcome>;
  /**
   * With a slot pool: steps 1 and 3, and a slot until `sell` or until its lifetime is over.
   *
   * @param poolSize most checkouts that hold a slot at once
   */
  admit(checkout: Checkout, poolSize: number): Promise<AdmitOutcome>;
  /** With a slot pool: steps 4 and 5 of an admitted checkout; gives its slot back. */
  sell(checkout: Checkout): Promise<SaleOutcome | Repeated>;
  /** What a key yielded, or undefined when it may be used. */
  originalOf(idempotencyKey: string, now: number): Promise<Original | undefined>;
}
