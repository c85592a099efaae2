/** The store of orders, until they are offered. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { BatchOrder } from '../matching/ranking.ts';
import { Terms } from '../matching/score.ts';
import { orderStates, type OrderGroup } from '../rules/rules.ts';
import { Assignment } from './assignments.ts';
import { Driver } from './drivers.ts';
import { NumberOrNull, TextOrNull, type Page } from './record.ts';

/** The answer to the first submission of an order. */
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
  /** Where the goods go: both or neither. */
  dropoffLat: NumberOrNull,
  dropoffLng: NumberOrNull,
  note: TextOrNull,
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
  /** Drivers who refused or missed it, longest ago first, each followed by a line feed. */
  rejectedBy: Type.String(),
  /** The latest one. */
  assignmentId: TextOrNull,
  /** End of the delay, while reassigning. */
  dueAt: NumberOrNull,
  /** As the first cancellation gave it. */
  cancelReason: TextOrNull,
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
  | 'dropoffLat'
  | 'dropoffLng'
  | 'note'
  | 'priority'
  | 'priorityWeight'
  | 'batchId'
  | 'endsAt'
>;

export type ClaimedOrder = BatchOrder & Pick<OrderRecord, 'dispatchId'>;

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

/** An order with its latest assignment. */
export const ListedOrder = Type.Object({
  order: OrderRecord,
  assignment: Type.Optional(Assignment),
});
export type ListedOrder = Readonly<Static<typeof ListedOrder>>;

/** An order as its followers see it: with the driver who has it in hand. */
export const TrackedOrder = Type.Object({
  ...ListedOrder.properties,
  driver: Type.Optional(Driver),
});
export type TrackedOrder = Readonly<Static<typeof TrackedOrder>>;

interface Cancellation {
  readonly orderId: string;
  readonly reason: string | null;
}

export const CancelOutcome = Type.Enum(['cancelled', 'unknown', 'delivered']);
export type CancelOutcome = Static<typeof CancelOutcome>;

export interface OrderStore {
  /** Takes an order into the pool, once; a known id gets the first answer again. */
  submit(order: NewOrder, now: number): Promise<Submitted>;
  find(orderId: string): Promise<Order | undefined>;
  track(orderId: string): Promise<TrackedOrder | undefined>;
  /**
   * Cancels an order that is not delivered. In the same step an open offer is withdrawn, and a
   * driver who has the order in hand is idle again. A cancelled order is `cancelled` again.
   */
  cancel(cancellation: Cancellation, now: number): Promise<CancelOutcome>;
  /** Orders in the order of their ids. */
  page(page: Page & { readonly group?: OrderGroup | undefined }): Promise<ListedOrder[]>;
  /** When the oldest order was submitted that no driver has accepted yet; null without one. */
  oldestWaiting(): Promise<number | null>;
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
