/** The port of checkouts: idempotency, device rate, stock and waiting room in one step. */
import { Type, type Static } from 'typebox';

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
  /** The most reservations and places in waiting rooms that the user may have; undefined: any number. */
  readonly maxOpen?: number | undefined;
  readonly orderId: string;
  readonly reservationId: string;
  readonly now: number;
}

const Completed = Type.Object({
  kind: Type.Literal('completed'),
  orderId: Type.String(),
  reservationId: Type.String(),
  expiresAt: Type.Optional(Type.Integer({ description: 'when the hold lapses, if ever' })),
});
export type Completed = Static<typeof Completed>;

const Queued = Type.Object({
  kind: Type.Literal('queued'),
  position: Type.Integer({ minimum: 0, description: '0-based rank in the waiting room' }),
});
export type Queued = Static<typeof Queued>;

/** The result of a key; `running` while its request has no result yet. */
export const Original = Type.Union([
  Completed,
  Queued,
  Type.Object({ kind: Type.Literal('running') }),
]);
export type Original = Static<typeof Original>;

/** The key was used before. */
const Repeated = Type.Object({ kind: Type.Literal('repeated'), original: Original });
export type Repeated = Static<typeof Repeated>;

/** The sale is not open. */
const NotOpen = Type.Union([
  Type.Object({ kind: Type.Literal('not-open'), startsAt: Type.Integer() }),
  Type.Object({ kind: Type.Enum(['paused', 'over']) }),
]);
export type NotOpen = Static<typeof NotOpen>;

const LimitReached = Type.Object({
  kind: Type.Literal('limit-reached'),
  limit: Type.Integer(),
  owned: Type.Integer({ description: 'units that the user holds, has confirmed or waits for' }),
});
export type LimitReached = Static<typeof LimitReached>;

/** Nothing of the request remains after one of these. */
const Refused = Type.Union([
  NotOpen,
  Type.Object({ kind: Type.Enum(['rate-limited', 'voucher-required', 'lottery-only']) }),
  Type.Object({ kind: Type.Literal('unknown-slot'), slots: Type.Array(Type.String()) }),
]);
export type Refused = Static<typeof Refused>;

/** Nor of an admitted request. */
const Unsold = Type.Union([
  NotOpen,
  LimitReached,
  Type.Object({ kind: Type.Enum(['quota', 'sold-out']) }),
]);
export type Unsold = Static<typeof Unsold>;

/** The outcome of an admitted checkout. */
export const SaleOutcome = Type.Union([Completed, Queued, Unsold, Repeated]);
export type SaleOutcome = Static<typeof SaleOutcome>;

export const CheckoutOutcome = Type.Union([SaleOutcome, Refused]);
export type CheckoutOutcome = Static<typeof CheckoutOutcome>;

export const AdmitOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('admitted') }),
  Type.Object({ kind: Type.Literal('pool-full') }),
  Repeated,
  Refused,
]);
export type AdmitOutcome = Static<typeof AdmitOutcome>;

/** Whether something of the request remains: a key that was used, a request that is counted. */
export const isResult = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'completed' || kind === 'queued';

export interface Checkouts {
  /**
   * Steps 1, 3, 4 and 5 of a checkout, and between 3 and 4 the rules of the sale: the first that
   * refuses ends it and leaves nothing.
   */
  checkout(checkout: Checkout): Promise<CheckoutOutcome>;
  /**
   * With a slot pool: steps 1 and 3, whether the sale is open, and a slot until `sell` or until its lifetime is over.
   *
   * @param poolSize most checkouts that hold a slot at once
   */
  admit(checkout: Checkout, poolSize: number): Promise<AdmitOutcome>;
  /** With a slot pool: the rules of the sale and steps 4 and 5 of an admitted checkout; gives its slot back. */
  sell(checkout: Checkout): Promise<SaleOutcome>;
  /** Finds the result of a key; undefined when the key may be used. */
  originalOf(idempotencyKey: string, now: number): Promise<Original | undefined>;
}
