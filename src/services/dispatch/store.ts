/**
 * What dispatch asks of its store. Each method is one indivisible, durable step; `now` is the
 * caller's clock, milliseconds since the epoch. An order is offered to one driver at a time, a
 * driver holds one order at a time, and every timer is an instant that is compared with `now`.
 */
import type { BatchOrder, IdleDriver, Match, ScoreTable } from './matching.ts';
import type { Place } from './place.ts';
import type { OrderState } from './rules.ts';

export interface NewOrder extends Place {
  readonly orderId: string;
  /** Variant B. */
  readonly dispatchId: string | null;
  readonly hubId: string | null;
  readonly cell: string;
  /** As the client gave it. */
  readonly priority: number | string;
  /** The same, 0 to 1. */
  readonly weight: number;
  /** Name for the gathering batch, if there is none yet. */
  readonly batchId: string;
}

/** What the first submission of an order was answered with. */
export interface Submitted {
  readonly dispatchId: string | null;
  readonly batchId: string;
  /** Until that batch's window ends, milliseconds. */
  readonly estimate: number;
  readonly repeated: boolean;
}

export interface Report extends Place {
  readonly driverId: string;
  readonly cell: string;
  /** Null: as before, or the default. */
  readonly speedKmh: number | null;
  readonly maxOrders: number | null;
}

export interface DriverMove {
  readonly driverId: string;
  readonly from: readonly string[];
  readonly to: string;
  /** What the order in the driver's hands becomes. */
  readonly order: OrderState | undefined;
}

export type MoveOutcome =
  | { readonly kind: 'moved' | 'already' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not-from'; readonly state: string; readonly assignmentId: string | null };

export interface Answer {
  readonly driverId: string;
  readonly assignmentId: string;
}

export type AssignmentState = 'offered' | 'accepted' | 'rejected' | 'expired' | 'delivered';

/** Why an answer to an offer counts for nothing. */
export type AnswerRefused =
  | { readonly kind: 'unknown-driver' | 'unknown-assignment' | 'expired' | 'rejected' }
  /** The driver is past the state in which the order could be given back. */
  | { readonly kind: 'too-late'; readonly state: string };

export type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly orderId: string; readonly hubId: string | null }
  | AnswerRefused;

export type RefuseOutcome =
  | { readonly kind: 'refused'; readonly delay: number; readonly order: OrderState }
  | AnswerRefused;

export interface Batch {
  readonly batchId: string;
  readonly orders: readonly ClaimedOrder[];
}

export interface ClaimedOrder extends BatchOrder {
  readonly dispatchId: string | null;
}

export interface Proposal extends Match {
  readonly assignmentId: string;
}

export interface Offers {
  readonly batchId: string;
  readonly proposals: readonly Proposal[];
  /** A table for each order of the batch. */
  readonly tables: ReadonlyMap<string, ScoreTable>;
  readonly expiresAt: number;
}

export type HandOutcome =
  | 'offered'
  | 'unknown-order'
  | 'unknown-driver'
  | 'not-manual'
  | 'driver-busy';

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

export interface Order extends Place {
  readonly orderId: string;
  readonly dispatchId: string | null;
  readonly hubId: string | null;
  readonly priority: number | string;
  readonly submittedAt: number;
  readonly state: OrderState;
  /** The batch that it is or was in. */
  readonly batchId: string;
  /** Refusals and timeouts of this round, and of all. */
  readonly attempts: number;
  readonly attemptsTotal: number;
  /** From 1. */
  readonly round: number;
  /** The latest one. */
  readonly assignmentId: string | null;
  /** End of the delay, while reassigning. */
  readonly dueAt: number | null;
  readonly table: (ScoreTable & { readonly batchId: string; readonly at: number }) | null;
}

export interface Driver extends Place {
  readonly driverId: string;
  readonly state: string;
  readonly speedKmh: number;
  readonly maxOrders: number;
  readonly heardAt: number;
  readonly lastAssignedAt: number | null;
  /** While an order is in the driver's hands. */
  readonly assignmentId: string | null;
}

export interface Hub extends Place {
  readonly hubId: string;
}

export interface Watcher {
  /** The open offers of a driver may have changed. */
  changed(driverId: string): void;
  /** Changes may have been missed. */
  resumed(): void;
}

export interface DispatchStore {
  submit(order: NewOrder, now: number): Promise<Submitted>;
  /** Takes a driver's place; registers the driver, and ends `offline`. */
  report(report: Report, now: number): Promise<void>;
  /** Moves a driver who is in one of the states of `from`. */
  move(move: DriverMove, now: number): Promise<MoveOutcome>;
  accept(answer: Answer, now: number): Promise<AcceptOutcome>;
  refuse(answer: Answer, now: number): Promise<RefuseOutcome>;

  /**
   * Claims up to `limits.batch` orders if a batch is due, new ones first. The claim lapses by
   * itself.
   * @param batchId for the batch, unless its orders gave it one
   */
  takeBatch(batchId: string, now: number): Promise<Batch | undefined>;
  /** Idle drivers in the cells, heard of within the last minute. */
  idleDrivers(cells: readonly string[], now: number): Promise<IdleDriver[]>;
  /** Makes the offers that still can be made and leaves the other orders of the batch over. */
  offer(offers: Offers, now: number): Promise<number>;
  /**
   * Ends offers that nobody answered, delays that are over and claims that lapsed, a portion at a
   * time: true while there may be more.
   */
  due(now: number): Promise<boolean>;

  order(orderId: string): Promise<Order | undefined>;
  driver(driverId: string): Promise<Driver | undefined>;
  assignment(assignmentId: string): Promise<Assignment | undefined>;
  /** Longest in the queue first. */
  manualQueue(): Promise<Order[]>;
  assignByHand(
    proposal: Omit<Proposal, 'score'>,
    expiresAt: number,
    now: number,
  ): Promise<HandOutcome>;

  putHub(hub: Hub): Promise<void>;
  hub(hubId: string): Promise<Hub | undefined>;

  /** Forgets what is over for a day, a portion at a time: true while there may be more. */
  forget(now: number): Promise<boolean>;
  /** Tells the watcher from now on; one watcher a store. */
  watch(watcher: Watcher): Promise<void>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

export const limits = {
  /** Orders in one batch. */
  batch: 200,
  /** Records changed by one step of housekeeping. */
  portion: 200,
  /** How long a replica may take to match a batch, milliseconds. */
  claim: 10_000,
  /** How long what is over is still shown, milliseconds. */
  kept: 24 * 3_600_000,
} as const;
