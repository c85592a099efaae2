/** What dispatch asks of its store about orders, until they are offered. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { BatchOrder } from '../matching/ranking.ts';
import { Terms } from '../matching/score.ts';
import { orderStates } from '../rules/rules.ts';
import { NumberOrNull, TextOrNull } from './record.ts';

/** What the first submission of an order was answered with. */
export const Submitted = Type.Object({
  dispatchId: TextOrNull,
  batchId: Type.String(),
  /** Until that batch is due, milliseconds. */
  estimateMs: Type.Number(),
});
export type Submitted = Readonly<Static<typeof Submitted>>;

/** An order as stores keep it. */
export const OrderRecord = Type.Object({
  orderId: Type.String(),
  /** Variant B. */
  dispatchId: TextOrNull,
  hubId: TextOrNull,
  lat: Type.Number(),
  lng: Type.Number(),
  cell: Type.String(),
  /** As the client gave it: a number in variant A, a name in variant B. */
  priority: Type.Union([Type.Number(), Type.String()]),
  /** `priority` as a share, 0 to 1. */
  priorityWeight: Type.Number(),
  submittedAt: Type.Number(),
  /** When it ends if it is not delivered. */
  endsAt: Type.Number(),
  state: Type.Enum([...orderStates]),
  /** The batch that it is or was in. */
  batchId: Type.String(),
  /** Rejections and timeouts of this round, and of all. */
  attempts: Type.Number(),
  attemptsTotal: Type.Number(),
  /** From 1. */
  round: Type.Number(),
  /** Drivers who rejected it in this round, each followed by a line feed. */
  rejectedBy: Type.String(),
  /** The latest one. */
  assignmentId: TextOrNull,
  /** End of the delay, while reassigning. */
  dueAt: NumberOrNull,
});
export type OrderRecord = Readonly<Static<typeof OrderRecord>>;

/** `batchId` names the next batch, if no order has done so yet. */
export type NewOrder = Pick<
  OrderRecord,
  | 'orderId'
  | 'dispatchId'
  | 'hubId'
  | 'lat'
  | 'lng'
  | 'cell'
  | 'priority'
  | 'priorityWeight'
  | 'batchId'
  | 'endsAt'
>;

export type ClaimedOrder = BatchOrder & Pick<OrderRecord, 'dispatchId' | 'round'>;

export interface Batch {
  readonly batchId: string;
  readonly orders: readonly ClaimedOrder[];
}

export const toClaimedOrder = (order: OrderRecord): ClaimedOrder => ({
  ...order,
  rejectedBy: order.rejectedBy.split('\n').slice(0, -1),
});

const Candidate = Type.Object({ driverId: Type.String(), ...Terms.properties });

/** The score table of an order's last batch, as stores save it. */
const SavedScoreTable = Type.Object({
  batchId: Type.String(),
  at: Type.Number(),
  total: Type.Number(),
  best: Type.Array(Candidate),
});
export const parseScoreTable = storedJson('a score table', SavedScoreTable);

export interface Order extends OrderRecord {
  readonly table: Static<typeof SavedScoreTable> | null;
}

export interface OrderStore {
  /** Takes an order into the pool, once; a known id gets the first answer again. */
  submit(order: NewOrder, now: number): Promise<Submitted>;
  find(orderId: string): Promise<Order | undefined>;
  /** Ids of the orders in the manual queue, longest first. */
  listManual(): Promise<string[]>;
  /**
   * Claims up to `batching.maxOrders` orders if a batch is due, new ones first. The claim lapses
   * after `limits.claimMs`.
   *
   * @param batchId names the batch, unless its orders have done so
   */
  claimBatch(batchId: string, now: number): Promise<Batch | undefined>;
}
