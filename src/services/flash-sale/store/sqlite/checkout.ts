/**
 * The five steps of a checkout, in order, as a unit of work; between the third and the fourth, the
 * rules of the sale. The first that refuses ends it and leaves nothing. ../redis/lua/checkout.lua
 * is the same for Redis.
 */
import type { Transaction } from '#kit/stores/sqlite.ts';
import { firstGroup, planTake } from '../../buckets.ts';
import { stateAt } from '../../opening.ts';
import {
  isResult,
  type AdmitOutcome,
  type Checkout,
  type CheckoutOutcome,
  type Completed,
  type LimitReached,
  type NotOpen,
  type Original,
  type Queued,
  type Refused,
  type Repeated,
  type SaleOutcome,
  type Unsold,
} from '../checkouts.ts';
import type { Unfinished } from '../promotions.ts';
import { holdUntil, openingOf, slotsOf, type Product } from './products.ts';
import { unfinished } from './promotion.ts';
import { expiryOf, isHeld } from './reservations.ts';
import type { Sale } from './sale.ts';
import { ownedBy, sell } from './selling.ts';
import type { Newcomer } from './waiting-room.ts';

export function checkoutStep(
  sale: Sale,
  c: Checkout,
  tx: Transaction,
): CheckoutOutcome | Unfinished {
  const product = sale.products.find(c.productId);
  const refusal = firstThreeSteps(sale, product, c);
  if (refusal !== undefined) return refusal;
  const first = unfinished(product, c.now);
  if (first !== undefined) return first;
  const outcome = lastTwoSteps(sale, product, c);
  // A request that was refused is not counted.
  if (isResult(outcome)) sale.windows.record(c.devices, c.now, tx);
  return outcome;
}

/** With a slot pool, a slot of which is taken between the steps 3 and 4. */
export function admitStep(
  sale: Sale,
  c: Checkout,
  poolSize: number,
  tx: Transaction,
): AdmitOutcome {
  const refusal = firstThreeSteps(sale, sale.products.find(c.productId), c);
  if (refusal !== undefined) return refusal;
  if (sale.pool.isFull(poolSize, c.now)) return { kind: 'pool-full' };
  const uncount = sale.windows.record(c.devices, c.now, tx);
  sale.pool.take(c.reservationId, c.now, uncount, tx);
  sale.results.lock(c);
  return { kind: 'admitted' };
}

/** Sells, after `admitStep`. The caller gives the slot back. */
export function sellStep(sale: Sale, c: Checkout): SaleOutcome | Unfinished {
  const product = sale.products.find(c.productId);
  const first = unfinished(product, c.now);
  if (first !== undefined) return first;
  if (!sale.results.unlock(c)) {
    // The lock was over after 30 s, and another attempt has the key.
    const original = originalOf(sale, c.idempotencyKey, c.now) ?? { kind: 'running' };
    return { kind: 'repeated', original };
  }
  // It was open when the request was admitted, and may have ended since.
  return notOpen(product, c.now) ?? lastTwoSteps(sale, product, c);
}

/** The result of a key. The end of the hold belongs to it only while the hold goes on. */
export function originalOf(sale: Sale, key: string, now: number): Original | undefined {
  const original = sale.results.find(key, now);
  if (original?.kind !== 'completed' || original.expiresAt === undefined) return original;
  if (isHeld(sale.reservations.find(original.reservationId)!, now)) return original;
  const { expiresAt: _, ...rest } = original;
  return rest;
}

/** Why the checkout cannot go on; changes nothing. */
function firstThreeSteps(
  sale: Sale,
  product: Product | undefined,
  c: Checkout,
): Repeated | Refused | undefined {
  // 1 Idempotency: a key that was used answers what it yielded.
  const original = originalOf(sale, c.idempotencyKey, c.now);
  if (original !== undefined) return { kind: 'repeated', original };

  // 2 Attestation: needs no state, so the caller has verified it.

  // 3 Rate limit: each device has room for one more request.
  if (!sale.windows.haveRoom(c.devices, c.now)) return { kind: 'rate-limited' };

  //   Then the rules of the sale: its state, what its flow demands, and before the stock its limit.
  if (product === undefined) return undefined;
  return notOpen(product, c.now) ?? againstFlow(sale, product, c);
}

/** Why the sale takes no checkouts now, if it does not. */
function notOpen(product: Product | undefined, now: number): NotOpen | undefined {
  if (product === undefined) return undefined;
  switch (stateAt(openingOf(product), now)) {
    case 'scheduled':
      return { kind: 'not-open', startsAt: product.starts_at! };
    case 'paused':
      return { kind: 'paused' };
    case 'over':
    case 'closed':
      return { kind: 'over' };
    case 'open':
      return undefined;
  }
}

/** Names what the sale's flow demands and the buyer does not bring. */
function againstFlow(sale: Sale, product: Product, c: Checkout): Refused | undefined {
  switch (product.flow) {
    case 'lottery':
      return { kind: 'lottery-only' };
    case 'voucher':
      if (sale.vouchers.find(c.productId, product.generation, c.userId)) return undefined;
      return { kind: 'voucher-required' };
    case 'slotted': {
      const slots = slotsOf(product);
      if (firstGroup(slots, c.slot, c.now) !== undefined) return undefined;
      return { kind: 'unknown-slot', slots: [...slots] };
    }
    default:
      return undefined;
  }
}

/** Whether the user has as many holds and places in waiting rooms as one may. */
function isBeyondQuota(sale: Sale, { userId, maxOpen, now }: Checkout): boolean {
  if (maxOpen === undefined) return false;
  const held = sale.reservations.countHeld(userId, now)!.n;
  return held + sale.rooms.countOf(userId, now) >= maxOpen;
}

/**
 * Whether the buyer would own more units than a user may. A user who joins the queue again adds
 * none.
 */
function beyondLimit(
  sale: Sale,
  product: Product,
  { userId, qty, bucket, firstGroup: group, now }: Newcomer,
): LimitReached | undefined {
  const { product_id: id, user_limit: limit } = product;
  if (limit === null) return undefined;
  const owned = ownedBy(sale, product, userId, now);
  if (owned + qty <= limit) return undefined;
  if (sale.rooms.find(userId, id) !== undefined && product.flow !== 'race') {
    const available = sale.buckets.of(id).map((one) => one.available);
    const plan = planTake(available, { primary: bucket, firstGroup: group, qty });
    if (plan === undefined) return undefined;
  }
  return { kind: 'limit-reached', limit, owned };
}

/** Makes the sale and remembers what the key yielded. */
function lastTwoSteps(
  sale: Sale,
  known: Product | undefined,
  c: Checkout,
): Completed | Queued | Unsold {
  const { userId, qty, bucket, orderId, reservationId, now } = c;
  if (isBeyondQuota(sale, c)) return { kind: 'quota' };
  const product = known ?? sale.products.add(c.productId, now);
  // An unknown slot was refused before; a load since then may have renamed them all.
  const group = firstGroup(slotsOf(product), c.slot, now) ?? 0;
  const purchase = { userId, qty, bucket, firstGroup: group, now };
  const refusal = beyondLimit(sale, product, purchase);
  if (refusal !== undefined) return refusal;

  // 4 Stock: units of the primary bucket, of the next ones, or gathered from several.
  const ids = { orderId, reservationId };
  const expiresAt = holdUntil(product, now);
  if (sell(sale, product, { ...purchase, ...ids, promoted: false, expiresAt })) {
    const completed = {
      kind: 'completed',
      ...ids,
      ...expiryOf({ expires_at: expiresAt }),
    } as const;
    sale.results.save(c, completed);
    return completed;
  }
  if (product.flow === 'race') return { kind: 'sold-out' };

  // 5 Waiting room: at the end of it.
  const queued = { kind: 'queued', position: join(sale, product, purchase) } as const;
  sale.results.save(c, queued);
  return queued;
}

/** Joins at the end of the user's class, or keeps the position; returns the rank. */
function join(sale: Sale, product: Product, newcomer: Newcomer): number {
  const { product_id: id } = product;
  const present = sale.rooms.find(newcomer.userId, id);
  if (present !== undefined) return sale.rooms.standing(product, present, 0).rank;
  sale.products.joined(id, newcomer.now);
  return sale.rooms.join(product, newcomer);
}
