/**
 * The store of the flash sale, by capability. Every method is one indivisible, durable step;
 * results are tagged values, and the present instant is always an argument (`now`, milliseconds
 * since the epoch).
 */
import type { Changes } from '#kit/web/event-streams.ts';
import type { Store } from '#kit/stores/store.ts';
import type { Lottery } from '../lottery/lottery-store.ts';
import type { Checkouts } from './checkouts.ts';
import type { Ledger } from './ledger.ts';
import type { Vouchers } from './vouchers.ts';
import type { Promotion, WaitingRoom } from './waiting-room.ts';

/** The change of a sale's state: for one user, or perhaps for everybody. */
export interface SaleChange {
  readonly productId: string;
  readonly userId?: string;
}

/** What one call of `sweep` did. */
interface Swept {
  /** Holds that lapsed. */
  readonly lapsed: number;
  /**
   * The users who got their units. A promotion that broke off with its process is never in an
   * answer.
   */
  readonly promoted: readonly Promotion[];
  /** Whether more is left to do. */
  readonly isMoreLeft: boolean;
}

export interface FlashSaleStore extends Store, Checkouts, Ledger, WaitingRoom, Vouchers, Lottery {
  /**
   * A limited amount of housekeeping: returns lapsed holds and unclaimed prizes to stock, and forgets
   * idempotency keys and waiting rooms that are past their time.
   */
  sweep(now: number): Promise<Swept>;
  /**
   * Reports from now on, on every replica, promoted users, users who leave, and sales that are
   * opened, paused or closed. All other changes show in `status`.
   */
  watch(changes: Changes<SaleChange>): Promise<void>;
}
