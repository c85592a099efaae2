/** The objects that clients read, with the names of the API. */
import type { Show } from '../board.ts';
import { dispatchOf, type Offer } from '../offers.ts';
import { statusOf, type RuleSet } from '../rules/rules.ts';
import type { Assignment } from '../store/assignments.ts';
import type { Driver, ListedDriver } from '../store/drivers.ts';
import type { ListedOrder, Order, OrderRecord, TrackedOrder } from '../store/orders.ts';
import { dropoffOf, etaMinutes } from '../tracking.ts';

export function orderView(rules: RuleSet, order: Order, assignment: Assignment | undefined) {
  const score_table = order.table && tableView(order.table);
  return { ...orderEntry(rules, { order, assignment }), score_table };
}

/** An order in a list, where its score table is left out. */
export function orderEntry(rules: RuleSet, { order, assignment }: ListedOrder) {
  return {
    order_id: order.orderId,
    ...(order.dispatchId === null ? {} : { dispatch_id: order.dispatchId }),
    ...(order.hubId === null ? {} : { hub_id: order.hubId }),
    pickup_lat: order.lat,
    pickup_lng: order.lng,
    priority: order.priority,
    ...goalView(order),
    status: statusOf(rules, order.state),
    ...(order.cancelReason === null ? {} : { cancel_reason: order.cancelReason }),
    submitted_at: order.submittedAt,
    batch_id: order.batchId,
    attempts: order.attempts,
    attempts_total: order.attemptsTotal,
    round: order.round,
    reassignment_at: order.dueAt,
    assignment: assignment ? assignmentView(rules, assignment) : null,
  };
}

/** The drop-off and the note of an order, if they were given. */
function goalView(order: OrderRecord) {
  const dropoff = dropoffOf(order);
  return {
    ...(dropoff ? { dropoff_lat: dropoff.lat, dropoff_lng: dropoff.lng } : {}),
    ...(order.note === null ? {} : { note: order.note }),
  };
}

/** @param driver the driver who has the order in hand */
export function trackedView(
  rules: RuleSet,
  { order, assignment }: TrackedOrder,
  driver: Driver | undefined,
) {
  const isTaken = assignment?.state === 'accepted' || assignment?.state === 'delivered';
  const eta_minutes = driver && etaMinutes(order, driver);
  return {
    order_id: order.orderId,
    status: statusOf(rules, order.state),
    ...goalView(order),
    ...(isTaken ? { driver_id: assignment.driverId } : {}),
    ...(driver ? { driver: { lat: driver.lat, lng: driver.lng, speed_kmh: driver.speedKmh } } : {}),
    ...(eta_minutes === undefined ? {} : { eta_minutes }),
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
    ...goalView(order),
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

/** A driver in a list. */
export function driverEntry(rules: RuleSet, { driver, assignment }: ListedDriver) {
  const shown = assignment && {
    ...assignmentView(rules, assignment),
    order_id: assignment.orderId,
  };
  return { ...driverView(driver, assignment), assignment: shown ?? null };
}

/** What the board shows of drivers and orders. Without ages: they would always change. */
export const boardShow = (rules: RuleSet): Show => ({
  driver: (entry) => driverEntry(rules, entry),
  order: (entry) => orderEntry(rules, entry),
});
