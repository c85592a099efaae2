/** The rows of the embedded store, and how the port shows them. */
import type { IdleDriver } from '../../matching/ranking.ts';
import type { OrderState } from '../../rules/rules.ts';
import type { Driver } from '../drivers.ts';
import type { Assignment, AssignmentState } from '../offers.ts';
import { parseScoreTable, type ClaimedOrder, type Order, type Priority } from '../orders.ts';

export interface DriverRow {
  readonly driver_id: string;
  readonly lat: number;
  readonly lng: number;
  readonly cell: string;
  readonly speed_kmh: number;
  readonly max_orders: number;
  readonly state: string;
  readonly reported_at: number;
  readonly last_assigned_at: number | null;
  readonly assignment_id: string | null;
}

export function toDriver(row: DriverRow): Driver {
  return {
    driverId: row.driver_id,
    lat: row.lat,
    lng: row.lng,
    state: row.state,
    speedKmh: row.speed_kmh,
    maxOrders: row.max_orders,
    reportedAt: row.reported_at,
    lastAssignedAt: row.last_assigned_at,
    assignmentId: row.assignment_id,
  };
}

export function toIdleDriver(row: DriverRow): IdleDriver {
  return {
    driverId: row.driver_id,
    lat: row.lat,
    lng: row.lng,
    cell: row.cell,
    speedKmh: row.speed_kmh,
    active: 0, // idle
    maxOrders: row.max_orders,
    lastAssignedAt: row.last_assigned_at ?? undefined,
  };
}

export interface OrderRow {
  readonly order_id: string;
  readonly dispatch_id: string | null;
  readonly hub_id: string | null;
  readonly lat: number;
  readonly lng: number;
  readonly cell: string;
  readonly priority: Priority;
  readonly priority_weight: number;
  readonly submitted_at: number;
  readonly first_batch: string;
  readonly estimate_ms: number;
  readonly state: OrderState;
  readonly at: number;
  readonly batch_id: string | null;
  readonly attempts: number;
  readonly attempts_total: number;
  readonly round: number;
  readonly rejected_by: string;
  readonly is_by_hand: number;
  readonly assignment_id: string | null;
}

/** With the score table, null without one. */
export type ShownRow = OrderRow & { readonly body: string | null };

export function toClaimedOrder(row: OrderRow): ClaimedOrder {
  return {
    orderId: row.order_id,
    dispatchId: row.dispatch_id,
    lat: row.lat,
    lng: row.lng,
    cell: row.cell,
    priorityWeight: row.priority_weight,
    submittedAt: row.submitted_at,
    rejectedBy: row.rejected_by.split('\n').slice(0, -1),
  };
}

export function toOrder(row: ShownRow): Order {
  return {
    orderId: row.order_id,
    dispatchId: row.dispatch_id,
    hubId: row.hub_id,
    lat: row.lat,
    lng: row.lng,
    priority: row.priority,
    submittedAt: row.submitted_at,
    state: row.state,
    batchId: row.batch_id ?? row.first_batch,
    attempts: row.attempts,
    attemptsTotal: row.attempts_total,
    round: row.round,
    assignmentId: row.assignment_id,
    dueAt: row.state === 'reassigning' ? row.at : null,
    table: row.body === null ? null : parseScoreTable(row.body),
  };
}

export interface AssignmentRow {
  readonly assignment_id: string;
  readonly order_id: string;
  readonly driver_id: string;
  readonly state: AssignmentState;
  readonly score: number | null;
  readonly offered_at: number;
  readonly expires_at: number;
  readonly delay_ms: number | null;
  readonly order_became: OrderState | null;
}

export function toAssignment(row: AssignmentRow): Assignment {
  return {
    assignmentId: row.assignment_id,
    orderId: row.order_id,
    driverId: row.driver_id,
    state: row.state,
    score: row.score,
    offeredAt: row.offered_at,
    expiresAt: row.expires_at,
  };
}
