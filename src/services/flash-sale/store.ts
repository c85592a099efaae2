/**
 * What the flash sale asks of its store. Every method is one indivisible, durable step; results
 * are tagged values, and the present instant is always an argument (`now`, milliseconds).
 */

/** How a product is sold; see README.md. */
export type Flow = 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';

export type Tier = 'premium' | 'regular';

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

/** The key was used before: what that request yielded, or `running` while it has no result yet. */
export interface Repeated {
  readonly kind: 'repeated';
  readonly original: Completed | Queued | 'running';
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
  | { readonly kind: 'no-slot' }
  | Repeated
  | Refused;

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

/** A waiting user who was confirmed. */
export interface Promotion {
  readonly userId: string;
  readonly orderId: string;
  readonly reservationId: string;
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

export type Place =
  | {
      readonly kind: 'waiting';
      readonly productId: string;
      readonly position: number;
      /** Mean time between returned units lately, milliseconds; undefined until two came back. */
      readonly returnInterval: number | undefined;
    }
  | ({ readonly kind: 'promoted'; readonly productId: string } & Promotion)
  | { readonly kind: 'several'; readonly products: readonly string[] }
  | { readonly kind: 'not-queued' };

export type VoucherOutcome =
  | 'claimed'
  | 'already-claimed'
  | 'none-left'
  | 'wrong-flow'
  | 'unknown'
  | 'rate-limited';

export interface LotteryEntry {
  readonly productId: string;
  readonly userId: string;
  /** Enters once. */
  readonly device: string;
  /** The identities whose rate windows must have room. */
  readonly devices: readonly string[];
  readonly now: number;
}

export type EnterOutcome =
  | { readonly kind: 'entered' | 'already-entered'; readonly seed: string }
  | { readonly kind: 'taken' | 'closed' | 'wrong-flow' | 'unknown' | 'rate-limited' };

/** One draw. The seed is secret until `drawn`. */
export interface Round {
  readonly round: number;
  readonly seed: string;
  readonly winners: number;
  readonly drawn: boolean;
  /** Entrants in order of entry, frozen when the round was closed; winners of earlier ones excluded. */
  readonly entrants: readonly string[];
}

export type CloseOutcome =
  | { readonly kind: 'closed'; readonly round: Round }
  | { readonly kind: 'short'; readonly available: number }
  | { readonly kind: 'wrong-round'; readonly next: number }
  | { readonly kind: 'wrong-flow' | 'unknown' };

export interface Prize extends Promotion {
  readonly token: string;
}

export interface Award {
  readonly productId: string;
  readonly round: number;
  /** Of the round that was drawn: a reset may have put another one in its place. */
  readonly seed: string;
  readonly prizes: readonly Prize[];
  /** Secret of the next draw. */
  readonly nextSeed: string;
  readonly expiresAt: number;
  readonly now: number;
}

export type TicketState = 'pending' | 'won' | 'claimed' | 'expired' | 'lost';

export interface Ticket {
  readonly state: TicketState;
  /** Present once won. */
  readonly prize: (Prize & { readonly expiresAt: number }) | undefined;
}

export type PrizeOutcome =
  | { readonly kind: 'claimed'; readonly orderId: string; readonly reservationId: string }
  | { readonly kind: 'expired' | 'unknown' };

export interface FlashSaleStore {
  /** Steps 1, 3, 4 and 5 of a checkout as one: refusals first, then the sale, then the records. */
  checkout(checkout: Checkout): Promise<CheckoutOutcome>;
  /** With a slot pool: steps 1 and 3, and a slot until `sell` or until its lifetime is over. */
  admit(checkout: Checkout, slots: number): Promise<AdmitOutcome>;
  /** With a slot pool: steps 4 and 5 of an admitted checkout; gives its slot back. */
  sell(checkout: Checkout): Promise<SaleOutcome | Repeated>;
  /** What a key yielded before, or undefined when it may be used. */
  earlier(idempotencyKey: string, now: number): Promise<Repeated['original'] | undefined>;

  load(load: StockLoad): Promise<LoadOutcome>;
  stock(productId: string): Promise<StockView | undefined>;
  release(reservationId: string, now: number): Promise<ReleaseOutcome>;
  confirm(reservationId: string): Promise<ConfirmOutcome>;
  /** Without a product: the one that the user waits for. */
  place(userId: string, productId: string | undefined, now: number): Promise<Place>;
  setTier(userIds: readonly string[], tier: Tier): Promise<void>;
  claimVoucher(
    productId: string,
    userId: string,
    device: string,
    now: number,
  ): Promise<VoucherOutcome>;

  enterLottery(entry: LotteryEntry): Promise<EnterOutcome>;
  /** Ends enrolment and freezes the entrants of a round; repeating it answers the same. */
  closeRound(productId: string, round: number, winners: number, now: number): Promise<CloseOutcome>;
  /** Reserves a unit for each prize; a round that was awarded before stays as it was. */
  award(award: Award): Promise<void>;
  /** All rounds, the last of them not yet drawn; undefined when there is no such lottery. */
  rounds(productId: string): Promise<readonly Round[] | undefined>;
  ticket(productId: string, userId: string, now: number): Promise<Ticket | undefined>;
  claimPrize(token: string, now: number): Promise<PrizeOutcome>;

  /** Returns unclaimed prizes to stock and forgets what is past its time; true when more is left. */
  sweep(now: number): Promise<boolean>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Lifetimes, in milliseconds. */
export const lifetimes = {
  /** A key whose request has no result yet. */
  lock: 30_000,
  /** A key whose request has one. */
  result: 600_000,
  /** A waiting room of a product that never had stock, after its last newcomer. */
  room: 600_000,
  /** A slot whose process died. */
  slot: 900_000,
  enrolment: 7_200_000,
  prize: 600_000,
} as const;

/** Requests of one device identity: at most `limit` in any `window` milliseconds. */
export const deviceRate = { limit: 20, window: 1_000 } as const;
