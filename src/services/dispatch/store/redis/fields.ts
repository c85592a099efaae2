/** How the columns of the embedded store are called in the hashes of Redis. */
import type { Row, Value } from '#kit/moving/movable-store.ts';

type Kind = 'text' | 'number';

/** By column: the field, and what it holds. */
type Fields = Readonly<Record<string, readonly [field: string, kind: Kind]>>;

export const orderFields: Fields = {
  order_id: ['orderId', 'text'],
  dispatch_id: ['dispatchId', 'text'],
  hub_id: ['hubId', 'text'],
  lat: ['lat', 'number'],
  lng: ['lng', 'number'],
  cell: ['cell', 'text'],
  dropoff_lat: ['dropoffLat', 'number'],
  dropoff_lng: ['dropoffLng', 'number'],
  note: ['note', 'text'],
  priority: ['priority', 'text'],
  priority_weight: ['priorityWeight', 'number'],
  submitted_at: ['submittedAt', 'number'],
  ends_at: ['endsAt', 'number'],
  first_batch: ['firstBatch', 'text'],
  estimate_ms: ['estimateMs', 'number'],
  state: ['state', 'text'],
  batch_id: ['batchId', 'text'],
  attempts: ['attempts', 'number'],
  attempts_total: ['attemptsTotal', 'number'],
  round: ['round', 'number'],
  rejected_by: ['rejectedBy', 'text'],
  is_by_hand: ['byHand', 'number'],
  assignment_id: ['assignmentId', 'text'],
  cancel_reason: ['cancelReason', 'text'],
};

export const driverFields: Fields = {
  driver_id: ['driverId', 'text'],
  lat: ['lat', 'number'],
  lng: ['lng', 'number'],
  cell: ['cell', 'text'],
  speed_kmh: ['speedKmh', 'number'],
  max_orders: ['maxOrders', 'number'],
  state: ['state', 'text'],
  reported_at: ['reportedAt', 'number'],
  last_assigned_at: ['lastAssignedAt', 'number'],
  assignment_id: ['assignmentId', 'text'],
};

export const assignmentFields: Fields = {
  assignment_id: ['assignmentId', 'text'],
  order_id: ['orderId', 'text'],
  driver_id: ['driverId', 'text'],
  state: ['state', 'text'],
  // Empty: by hand.
  score: ['score', 'number'],
  offered_at: ['offeredAt', 'number'],
  expires_at: ['expiresAt', 'number'],
  delay_ms: ['delayMs', 'number'],
  order_became: ['orderBecame', 'text'],
};

export const nextBatchFields: Fields = {
  batch_id: ['batch', 'text'],
  new_orders: ['new_orders', 'number'],
  due_at: ['due_at', 'number'],
};

/** A field that is missing, or a number without digits, is null. */
export function rowOf(fields: Fields, hash: Readonly<Record<string, string>>): Row {
  const values = Object.entries(fields).map(([column, [field, kind]]): [string, Value] => {
    const text = hash[field];
    if (text === undefined || (kind === 'number' && text === '')) return [column, null];
    return [column, kind === 'number' ? Number(text) : text];
  });
  return Object.fromEntries(values);
}

/** Names and values, without those that are null. */
export const fieldsOf = (fields: Fields, row: Row): (string | number)[] =>
  Object.entries(fields).flatMap(([column, [field]]) => {
    const value = row[column] ?? null;
    return value === null ? [] : [field, value];
  });
