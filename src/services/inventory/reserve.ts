import { plural } from '#kit/base/plural.ts';
import type { UserQuota } from '#kit/host/quotas.ts';
import { fullName, type Caller } from '#kit/web/identity/caller.ts';
import { invalid } from '#kit/web/problem.ts';
import { primaryBucket } from './store/buckets.ts';
import { refuse } from './errors.ts';
import type { ReserveBody } from './schemas/reservations.ts';
import { newReservationId } from './store/shards.ts';
import type { Line, Reservations } from './store/reservations.ts';
import { lifetimes } from './store/inventory-store.ts';

/**
 * Holds units for an order: one SKU or several lines, all or nothing. Repeating an order gives its
 * reservation again, with what is left of its time.
 *
 * @throws Refusal VALIDATION_FAILED, INSUFFICIENT_STOCK, ORDER_MISMATCH, QUOTA_EXCEEDED,
 *   STORE_UNAVAILABLE
 */
export async function reserve(
  { store, holds }: { readonly store: Reservations; readonly holds: UserQuota },
  request: ReserveBody,
  caller: Caller,
  now: number,
) {
  const { hub_id: hubId, user_id: userId } = request;
  const lines = sumLines(request);
  const outcome = await store.reserve({
    reservationId: newReservationId(hubId, now),
    hubId,
    orderId: fullName(caller, request.order_id),
    userId,
    lines,
    primaryBuckets: lines.map(({ sku }) => primaryBucket(sku, userId)),
    holdMs: request.ttl_seconds === undefined ? lifetimes.holdMs : request.ttl_seconds * 1000,
    maxHeld: holds.limitFor(caller),
    now,
  });
  switch (outcome.kind) {
    case 'reserved':
      return {
        reservation_id: outcome.reservationId,
        status: 'reserved' as const,
        qty: lines.reduce((total, { qty }) => total + qty, 0),
        ttl_seconds: outcome.holdMs / 1000,
        // When an order is repeated after it was confirmed, the instant may have passed.
        ...(now <= outcome.expiresAt && { expires_at: outcome.expiresAt }),
        ...(request.items && { items: lines }),
      };
    case 'short':
      throw insufficient(lines, outcome.available);
    case 'quota':
      throw holds.exceeded();
    case 'order-mismatch':
      throw refuse.ORDER_MISMATCH('the order holds a reservation of other lines or another user');
  }
}

/** Each SKU once, in the order of their code units. */
function sumLines(request: ReserveBody): Line[] {
  const units = new Map<string, number>();
  for (const { sku, qty } of linesOf(request)) units.set(sku, (units.get(sku) ?? 0) + qty);
  return [...units]
    .map(([sku, qty]) => ({ sku, qty }))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
}

function linesOf({ sku, qty, items }: ReserveBody): readonly Line[] {
  if (items === undefined) {
    if (sku === undefined) throw invalid('sku', 'is required unless items is given');
    if (qty === undefined) throw invalid('qty', 'is required');
    return [{ sku, qty }];
  }
  if (sku !== undefined) throw invalid('sku', 'cannot be combined with items');
  if (qty !== undefined) throw invalid('qty', 'cannot be combined with items');
  return items;
}

/** @param available units of each line's SKU; at least one of them is short */
export function insufficient(wanted: readonly Line[], available: readonly number[]) {
  const lines = wanted
    .map(({ sku, qty }, i) => ({ sku, requested: qty, available: available[i]! }))
    .filter(({ requested, available }) => available < requested);
  const { sku, requested, available: left } = lines[0]!;
  return refuse.INSUFFICIENT_STOCK(
    `${plural(requested, 'unit')} of ${sku} requested, but only ${left} available`,
    {
      members: { sku, available: left, ...(wanted.length > 1 && { lines }) },
    },
  );
}
