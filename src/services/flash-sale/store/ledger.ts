/** The port of the stock: loading it, looking at it, and what becomes of a sale. */
import type { Promotion } from './waiting-room.ts';

/** How a product is sold; see README.md. */
export type Flow = 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';

export interface StockLoad {
  readonly productId: string;
  readonly flow: Flow;
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

export type LoadOutcome =
  | { readonly kind: 'loaded'; readonly promoted: readonly Promotion[] }
  | { readonly kind: 'already-loaded' };

/** `loaded = available + held + confirmed` at every instant; `released` counts returned units. */
export interface StockView {
  readonly productId: string;
  readonly flow: Flow;
  readonly loaded: number;
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
  readonly released: number;
  /** Users in the waiting room. */
  readonly waiting: number;
  /** Units available in each. */
  readonly buckets: readonly number[];
}

export type ReleaseOutcome =
  /** `waiting`: users who still wait. */
  | { readonly kind: 'released'; readonly promoted: readonly Promotion[]; readonly waiting: number }
  | { readonly kind: 'already-released' }
  /** The stock was loaded anew since the sale: the new ledger owes nothing. */
  | { readonly kind: 'ledger-closed' }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'unknown' };

export type ConfirmOutcome =
  | { readonly kind: 'confirmed'; readonly orderId: string }
  | { readonly kind: 'released' }
  | { readonly kind: 'unknown' };

export interface Ledger {
  /** Starts a new ledger, then confirms waiting users in order as far as the stock goes. */
  load(load: StockLoad): Promise<LoadOutcome>;
  /** Undefined for a product that was never loaded. */
  stock(productId: string): Promise<StockView | undefined>;
  /** Returns the units to their bucket once, then confirms waiting users in order. */
  release(reservationId: string, now: number): Promise<ReleaseOutcome>;
  /** Makes a sale final. */
  confirm(reservationId: string): Promise<ConfirmOutcome>;
}
