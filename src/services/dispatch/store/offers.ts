/** What dispatch asks of its store about offers, and about the timers of offered orders. */
import type { Match } from '../matching/matching.ts';
import type { ScoreTable } from '../matching/ranking.ts';
import type { OrderState } from '../rules/rules.ts';

export interface Proposal extends Match {
  readonly assignmentId: string;
}

export interface BatchOffers {
  readonly batchId: string;
  readonly proposals: readonly Proposal[];
  /** A table for each order of the batch. */
  readonly tables: ReadonlyMap<string, ScoreTable>;
  readonly expiresAt: number;
}

/** A driver's answer to an offer. */
export interface Answer {
  readonly driverId: string;
  readonly assignmentId: string;
}

export const assignmentStates = [
  'offered',
  'accepted',
  'rejected',
  'expired',
  'delivered',
] as const;

export type AssignmentState = (typeof assignmentStates)[number];

export interface Assignment {
  readonly assignmentId: string;
  readonly orderId: string;
  readonly driverId: string;
  readonly state: AssignmentState;
  /** Null when assigned by hand. */
  readonly score: number | null;
  readonly offeredAt: number;
  readonly expiresAt: number;
}

/** Why an answer to an offer changes nothing. */
export type NoAnswer =
  | { readonly kind: 'unknown-driver' | 'unknown-assignment' | 'expired' }
  /** Accepted after it was rejected. */
  | { readonly kind: 'already-rejected' }
  /** Rejected in a state in which the driver can no longer give the order back. */
  | { readonly kind: 'too-late'; readonly state: string };

export type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly orderId: string; readonly hubId: string | null }
  | NoAnswer;

export type RejectOutcome =
  | { readonly kind: 'rejected'; readonly delayMs: number; readonly order: OrderState }
  | NoAnswer;

export const manualOutcomes = [
  'offered',
  'unknown-order',
  'unknown-driver',
  'not-manual',
  'driver-busy',
] as const;

export type ManualOutcome = (typeof manualOutcomes)[number];

export interface OfferStore {
  /**
   * Makes the offers of a batch whose order is still claimed by it and whose driver is still idle;
   * its other orders are unmatched.
   *
   * @returns how many offers were made
   */
  make(offers: BatchOffers, now: number): Promise<number>;
  /** Offers an order of the manual queue to an idle driver. */
  assignByHand(
    proposal: Omit<Proposal, 'score'>,
    expiresAt: number,
    now: number,
  ): Promise<ManualOutcome>;
  accept(answer: Answer, now: number): Promise<AcceptOutcome>;
  reject(answer: Answer, now: number): Promise<RejectOutcome>;
  find(assignmentId: string): Promise<Assignment | undefined>;
  /**
   * Ends offers that nobody answered, delays that are over and claims that lapsed, a portion at a
   * time.
   *
   * @returns whether there may be more
   */
  runTimers(now: number): Promise<boolean>;
}
