/** The port of the stock: loading it, looking at it, and what becomes of a sale. */
import { Type, type Static } from 'typebox';
import { Promotion } from './waiting-room.ts';

/** How a product is sold; see README.md. */
export const Flow = Type.Enum(['standard', 'race', 'weighted', 'voucher', 'slotted', 'lottery']);

export interface StockLoad {
  readonly productId: string;
  readonly flow: Static<typeof Flow>;
  /** Units per bucket: 10; 1 in a race; 10 for each time slot. */
  readonly buckets: readonly number[];
  /** Names of the time slots in order; empty unless `slotted`. */
  readonly slots: readonly string[];
  readonly voucherLimit: number;
  /** Replaces stock that was loaded before. */
  readonly reset: boolean;
  /** Secret of the first draw, for `lottery`. */
  readonly seed: string;
  readonly now: number;
}

export const LoadOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('loaded'), promoted: Type.Array(Promotion) }),
  Type.Object({ kind: Type.Literal('already-loaded') }),
]);
export type LoadOutcome = Static<typeof LoadOutcome>;

const Count = Type.Integer({ minimum: 0 });

/** `loaded = available + held + confirmed` at every instant. */
export const StockView = Type.Object({
  productId: Type.String(),
  flow: Flow,
  loaded: Type.Integer({ minimum: 0, description: 'available + held + confirmed' }),
  available: Count,
  held: Count,
  confirmed: Count,
  released: Type.Integer({ minimum: 0, description: 'units returned so far' }),
  waiting: Type.Integer({ minimum: 0, description: 'users in the waiting room' }),
  buckets: Type.Array(Type.Integer({ minimum: 0, description: 'units available' })),
});
export type StockView = Static<typeof StockView>;

export const ReleaseOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('released'),
    productId: Type.String(),
    promoted: Type.Array(Promotion),
    waiting: Type.Integer({ minimum: 0, description: 'users who still wait' }),
  }),
  // A closed ledger: the stock was loaded anew since the sale, and the new one owes nothing.
  Type.Object({ kind: Type.Enum(['already-released', 'ledger-closed', 'confirmed', 'unknown']) }),
]);
export type ReleaseOutcome = Static<typeof ReleaseOutcome>;

export const ConfirmOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('confirmed'), orderId: Type.String() }),
  Type.Object({ kind: Type.Enum(['released', 'unknown']) }),
]);
export type ConfirmOutcome = Static<typeof ConfirmOutcome>;

export interface Ledger {
  /** Starts a new ledger, then confirms waiting users in order as far as the stock goes. */
  load(load: StockLoad): Promise<LoadOutcome>;
  /** Undefined for a product that was never loaded. */
  stock(productId: string): Promise<StockView | undefined>;
  /** Returns the units to their bucket once, then confirms waiting users in order. */
  release(reservationId: string, now: number): Promise<ReleaseOutcome>;
  /** Makes a sale final. */
  confirm(reservationId: string): Promise<ConfirmOutcome>;
  /** Whose reservation it is; undefined when it is unknown. */
  buyerOf(reservationId: string): Promise<string | undefined>;
}
