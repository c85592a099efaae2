/** What dispatch asks of its store about orders, until they are offered. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { BatchOrder } from '../matching/ranking.ts';
import type { LatLng } from '../matching/lat-lng.ts';
import { Terms } from '../matching/score.ts';
import type { OrderState } from '../rules/rules.ts';

/** As the client gave it: a number in variant A, a name in variant B. */
export const Priority = Type.Union([Type.Number(), Type.String()]);
export type Priority = Static<typeof Priority>;

export interface NewOrder extends LatLng {
  readonly orderId: string;
  /** Variant B. */
  readonly dispatchId: string | null;
  readonly hubId: string | null;
  readonly cell: string;
  readonly priority: Priority;
  /** `priority` as a share, 0 to 1. */
  readonly priorityWeight: number;
  /** Names the next batch, if no order has done so yet. */
  readonly batchId: string;
}

/** What the first submission of an order was answered with. */
export interface Submitted {
  readonly dispatchId: string | null;
  readonly batchId: string;
  /** Until that batch is due, milliseconds. */
  readonly estimateMs: number;
  readonly isRepeated: boolean;
}

export interface Batch {
  readonly batchId: string;
  readonly orders: readonly ClaimedOrder[];
}

export interface ClaimedOrder extends BatchOrder {
  readonly dispatchId: string | null;
}

export interface Order extends LatLng {
  readonly orderId: string;
  readonly dispatchId: string | null;
  readonly hubId: string | null;
  readonly priority: Priority;
  readonly submittedAt: number;
  readonly state: OrderState;
  /** The batch that it is or was in. */
  readonly batchId: string;
  /** Rejections and timeouts of this round, and of all. */
  readonly attempts: number;
  readonly attemptsTotal: number;
  /** From 1. */
  readonly round: number;
  /** The latest one. */
  readonly assignmentId: string | null;
  /** End of the delay, while reassigning. */
  readonly dueAt: number | null;
  readonly table: SavedScoreTable | null;
}

const Candidate = Type.Object({ driverId: Type.String(), ...Terms.properties });

/** The score table of an order's last batch, as stores save it. */
const SavedScoreTable = Type.Object({
  batchId: Type.String(),
  at: Type.Number(),
  total: Type.Number(),
  best: Type.Array(Candidate),
});
export type SavedScoreTable = Static<typeof SavedScoreTable>;
export const parseScoreTable = storedJson('a score table', SavedScoreTable);

export interface OrderStore {
  /** Takes an order into the pool, once; a known id gets the first answer again. */
  submit(order: NewOrder, now: number): Promise<Submitted>;
  find(orderId: string): Promise<Order | undefined>;
  /** Longest in the queue first. */
  findManual(): Promise<Order[]>;
  /**
   * Claims up to `batching.maxOrders` orders if a batch is due, new ones first. The claim lapses
   * after `limits.claimMs`.
   *
   * @param batchId names the batch, unless its orders have done so
   */
  claimBatch(batchId: string, now: number): Promise<Batch | undefined>;
}
