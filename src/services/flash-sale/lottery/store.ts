/** The port of the lottery. The draw itself is pure: see draw.ts. */
import type { Promotion } from '../store/waiting-room.ts';

export interface LotteryEntry {
  readonly productId: string;
  readonly userId: string;
  /** A device enters once, as a user does. */
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
  /**
   * In order of entry; winners of earlier rounds are excluded. Empty until the round is closed,
   * the same from then on.
   */
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

export interface Lottery {
  enterLottery(entry: LotteryEntry): Promise<EnterOutcome>;
  /** Ends enrolment and freezes the entrants of a round; repeating it answers the same. */
  closeRound(productId: string, round: number, winners: number): Promise<CloseOutcome>;
  /**
   * Reserves a unit for each prize, then ends the round; one that ended before stays as it was.
   * The embedded store does it in several steps: repeating an award completes one that broke off.
   */
  award(award: Award): Promise<void>;
  /** All rounds, the last of them not yet drawn; undefined when there is no such lottery. */
  rounds(productId: string): Promise<readonly Round[] | undefined>;
  ticket(productId: string, userId: string, now: number): Promise<Ticket | undefined>;
  claimPrize(token: string, now: number): Promise<PrizeOutcome>;
}
