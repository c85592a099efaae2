/** What clients read, under the names of the API. */
import { dispatchOf, type Offer } from '../offers.ts';
import type { OrderState, RuleSet } from '../rules/rules.ts';
import type { Driver } from '../store/drivers.ts';
import type { Assignment } from '../store/offers.ts';
import type { Order } from '../store/orders.ts';

export function orderStatus(rules: RuleSet, state: OrderState): string {
  return state === 'pooled' || state === 'unmatched' || state === 'claimed'
    ? rules.waitingStatus
    : state;
}

export function orderView(rules: RuleSet, order: Order, assignment: Assignment | undefined) {
  return {
    order_id: order.orderId,
    ...(order.dispatchId === null ? {} : { dispatch_id: order.dispatchId }),
    ...(order.hubId === null ? {} : { hub_id: order.hubId }),
    pickup_lat: order.lat,
    pickup_lng: order.lng,
    priority: order.priority,
    status: orderStatus(rules, order.state),
    submitted_at: order.submittedAt,
    batch_id: order.batchId,
    attempts: order.attempts,
    attempts_total: order.attemptsTotal,
    round: order.round,
    reassignment_at: order.dueAt,
    assignment: assignment ? assignmentView(rules, assignment) : null,
    score_table: order.table && tableView(order.table),
  };
}

function tableView({ batchId, at, total, best }: NonNullable<Order['table']>) {
  const candidates = best.map(({ driverId: driver_id, ...terms }) => ({ driver_id, ...terms }));
  return { batch_id: batchId, at, candidates_total: total, candidates };
}

/** Variant B names an offer by the order's dispatch id: see `newOfferId`. */
function assignmentView({ enveloped }: RuleSet, assignment: Assignment) {
  return {
    ...(enveloped ? {} : { assignment_id: assignment.assignmentId }),
    driver_id: assignment.driverId,
    status: assignment.state,
    score: assignment.score,
    offered_at: assignment.offeredAt,
    expires_at: assignment.expiresAt,
  };
}

export function offerView({ assignment, order }: Offer) {
  const { assignmentId, score, offeredAt, expiresAt } = assignment;
  return {
    ...(order.dispatchId === null
      ? { assignment_id: assignmentId }
      : { dispatch_id: dispatchOf(assignmentId), hub_id: order.hubId! }),
    order_id: order.orderId,
    pickup_lat: order.lat,
    pickup_lng: order.lng,
    priority: order.priority,
    score,
    offered_at: offeredAt,
    expires_at: expiresAt,
  };
}

export function driverView(driver: Driver, assignment: Assignment | undefined) {
  return {
    driver_id: driver.driverId,
    status: driver.state,
    lat: driver.lat,
    lng: driver.lng,
    speed_kmh: driver.speedKmh,
    max_orders: driver.maxOrders,
    heard_at: driver.reportedAt,
    last_assigned_at: driver.lastAssignedAt,
    order_id: assignment?.orderId ?? null,
  };
}
