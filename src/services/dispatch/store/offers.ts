/** The store of offers, and of the timers of offered orders. */
import { Type, type Static } from 'typebox';
import type { Match } from '../matching/matching.ts';
import type { ScoreTable } from '../matching/ranking.ts';
import { orderStates } from '../rules/rules.ts';
import type { Assignment } from './assignments.ts';
import { TextOrNull } from './record.ts';

export interface Proposal extends Match {
  readonly assignmentId: string;
}

interface BatchOffers {
  readonly batchId: string;
  readonly proposals: readonly Proposal[];
  /** A table for each order of this part of the batch. */
  readonly tables: ReadonlyMap<string, ScoreTable>;
  readonly expiresAt: number;
}

interface ManualOffer extends Omit<Proposal, 'score'> {
  readonly expiresAt: number;
  /** The new end of the order. */
  readonly endsAt: number;
}

/** A driver's answer to an offer. */
export interface Answer {
  readonly driverId: string;
  readonly assignmentId: string;
}

/** Why an answer to an offer changes nothing. */
const NoAnswer = Type.Union([
  Type.Object({
    kind: Type.Enum([
      'unknown-driver',
      'unknown-assignment',
      'expired',
      'cancelled', // its order was
      'already-rejected', // and now accepted
    ]),
  }),
  /** Rejected in a state in which the driver can no longer give the order back. */
  Type.Object({ kind: Type.Literal('too-late'), state: Type.String() }),
]);
export type NoAnswer = Readonly<Static<typeof NoAnswer>>;

export const AcceptOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('accepted'), orderId: Type.String(), hubId: TextOrNull }),
  NoAnswer,
]);
export type AcceptOutcome = Readonly<Static<typeof AcceptOutcome>>;

export const RejectOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('rejected'),
    delayMs: Type.Integer(),
    order: Type.Enum([...orderStates]),
  }),
  NoAnswer,
]);
export type RejectOutcome = Readonly<Static<typeof RejectOutcome>>;

export const ManualOutcome = Type.Enum([
  'offered',
  'unknown-order',
  'unknown-driver',
  'not-manual',
  'driver-busy',
]);
export type ManualOutcome = Static<typeof ManualOutcome>;

export const TimersRun = Type.Object({
  expired: Type.Integer({ description: 'offers that nobody answered' }),
  mayHaveMore: Type.Boolean(),
});
export type TimersRun = Readonly<Static<typeof TimersRun>>;

export interface OfferStore {
  /**
   * Makes the offers of a part of a batch whose order is still claimed by it and whose driver is
   * still idle; the other orders of the part are unmatched. An offer ends with its order at the
   * latest.
   *
   * @returns how many offers were made
   */
  make(offers: BatchOffers, now: number): Promise<number>;
  /** Offers an order of the manual queue to an idle driver. */
  assignByHand(offer: ManualOffer, now: number): Promise<ManualOutcome>;
  accept(answer: Answer, now: number): Promise<AcceptOutcome>;
  reject(answer: Answer, now: number): Promise<RejectOutcome>;
  find(assignmentId: string): Promise<Assignment | undefined>;
  /**
   * Ends orders that are not delivered in time, offers that nobody answered, delays that are over
   * and claims that lapsed, a portion at a time. The driver of an order that ends is idle again.
   */
  runTimers(now: number): Promise<TimersRun>;
}
