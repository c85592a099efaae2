/** The port of the stock: loading it, looking at it, and what becomes of a sale. */
import { Type, type Static } from 'typebox';
import { Promotion } from './waiting-room.ts';

/** How a product is sold; see README.md. */
export const Flow = Type.Enum(['standard', 'race', 'weighted', 'voucher', 'slotted', 'lottery'], {
  description:
    'standard, the default: buyers wait when it is sold out; race: sold out is refused; weighted: premium members wait in front; voucher: only holders of a voucher buy; slotted: units by time slot; lottery: winners are drawn',
});

/** The state that an operator sets: see `stateAt` of ../opening.ts for the opening times. */
export const SaleMode = Type.Enum(['open', 'paused', 'closed'], {
  description: 'paused: checkouts are refused with 503 for now; closed: the sale is over',
});
export type SaleMode = Static<typeof SaleMode>;

/** The demands that a load may make of a sale. A load without one of them clears it. */
export interface SaleRules {
  /** How long a hold lasts, milliseconds; absent: until it is released. */
  readonly holdMs?: number;
  /** Units that a user may hold, have confirmed or wait for. */
  readonly userLimit?: number;
  /** Checkouts are refused before this instant, and from the other one on. */
  readonly startsAt?: number;
  readonly endsAt?: number;
}

export interface StockLoad {
  readonly productId: string;
  readonly flow: Static<typeof Flow>;
  /** Units per bucket: 10; 1 in a race; 10 for each time slot. */
  readonly buckets: readonly number[];
  /** Names of the time slots in order; empty unless `slotted`. */
  readonly slots: readonly string[];
  readonly voucherLimit: number;
  readonly rules: SaleRules;
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

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** `loaded = available + held + confirmed` at every instant. */
export const StockView = Type.Object({
  productId: Type.String({ description: 'id of the product' }),
  flow: Flow,
  loaded: Count('units: available + held + confirmed'),
  available: Count('units that can be bought'),
  held: Count('units of reservations that are not confirmed'),
  confirmed: Count('units of confirmed reservations'),
  released: Count('units returned so far'),
  expired: Count('units among those returned whose hold has lapsed'),
  waiting: Count('users in the waiting room'),
  buckets: Type.Array(Count('units that can be bought'), {
    description: 'available units by bucket',
  }),
});
export type StockView = Static<typeof StockView>;

export const ReleaseOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('released'),
    productId: Type.String(),
    promoted: Type.Array(Promotion),
    waiting: Type.Integer({ minimum: 0, description: 'users who still wait' }),
  }),
  // A closed ledger: the stock was loaded again since the sale, and the new ledger owes nothing.
  Type.Object({
    kind: Type.Enum(['already-released', 'expired', 'ledger-closed', 'confirmed', 'unknown']),
  }),
]);
export type ReleaseOutcome = Static<typeof ReleaseOutcome>;

export const ConfirmOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('confirmed'), orderId: Type.String() }),
  Type.Object({ kind: Type.Enum(['released', 'expired', 'unknown']) }),
]);
export type ConfirmOutcome = Static<typeof ConfirmOutcome>;

/** How a sale stands, for those who follow it. */
export const SaleStatus = Type.Object({
  mode: SaleMode,
  startsAt: Type.Optional(Type.Integer()),
  endsAt: Type.Optional(Type.Integer()),
  available: Count('units that can be bought'),
  waiting: Count('users in the waiting room'),
  version: Type.String({
    description: 'another one when a position or an estimate may have changed, but by a leave',
  }),
});
export type SaleStatus = Static<typeof SaleStatus>;

export const ModeOutcome = Type.Object({ kind: Type.Enum(['set', 'unknown']) });
export type ModeOutcome = Static<typeof ModeOutcome>;

export interface Ledger {
  /** Starts a new ledger, then confirms waiting users in order as far as the stock goes. */
  load(load: StockLoad): Promise<LoadOutcome>;
  /** Undefined for a product that was never loaded. */
  stock(productId: string): Promise<StockView | undefined>;
  /** Products with stock, those loaded last before others. */
  latest(limit: number): Promise<string[]>;
  /** Undefined for a product that has neither stock nor a waiting room. */
  status(productId: string): Promise<SaleStatus | undefined>;
  /** Opens, pauses or closes a sale. One that is closed has an empty waiting room. */
  setMode(productId: string, to: SaleMode, now: number): Promise<ModeOutcome['kind']>;
  /** Returns the units to their bucket once, then confirms waiting users in order. */
  release(reservationId: string, now: number): Promise<ReleaseOutcome>;
  /** Makes a sale final, unless its hold has lapsed. */
  confirm(reservationId: string, now: number): Promise<ConfirmOutcome>;
  /** Finds the buyer of a reservation; undefined when it is unknown. */
  buyerOf(reservationId: string): Promise<string | undefined>;
}
