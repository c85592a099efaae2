/**
 * The five steps of a checkout, in order, as a unit of work. The first that refuses ends it and
 * leaves nothing. ../redis/lua/checkout.lua is the same for Redis.
 */
import type { Transaction } from '#kit/stores/sqlite.ts';
import { firstGroup } from '../../buckets.ts';
import type {
  AdmitOutcome,
  Checkout,
  CheckoutOutcome,
  Completed,
  Queued,
  Refused,
  Repeated,
  SaleOutcome,
} from '../checkouts.ts';
import type { Unfinished } from '../promotions.ts';
import { sell, unfinished } from './ledger.ts';
import { slotsOf, type Product } from './products.ts';
import type { Sale } from './sale.ts';
import type { Newcomer } from './waiting-room.ts';

export function checkoutStep(
  sale: Sale,
  c: Checkout,
  tx: Transaction,
): CheckoutOutcome | Unfinished {
  const refusal = firstThreeSteps(sale, c);
  if (refusal !== undefined) return refusal;
  const first = unfinished(sale, c.productId, c.now);
  if (first !== undefined) return first;
  const outcome = lastTwoSteps(sale, c);
  // A request that was refused is not counted.
  if (outcome.kind !== 'sold-out') sale.windows.record(c.devices, c.now, tx);
  return outcome;
}

/** With a slot pool, a slot of which is taken between the steps 3 and 4. */
export function admitStep(
  sale: Sale,
  c: Checkout,
  poolSize: number,
  tx: Transaction,
): AdmitOutcome {
  const refusal = firstThreeSteps(sale, c);
  if (refusal !== undefined) return refusal;
  if (sale.pool.isFull(poolSize, c.now)) return { kind: 'pool-full' };
  const uncount = sale.windows.record(c.devices, c.now, tx);
  sale.pool.take(c.reservationId, c.now, uncount, tx);
  sale.results.lock(c);
  return { kind: 'admitted' };
}

/** What follows `admitStep`. The caller gives the slot back. */
export function sellStep(sale: Sale, c: Checkout): SaleOutcome | Unfinished {
  const first = unfinished(sale, c.productId, c.now);
  if (first !== undefined) return first;
  if (!sale.results.unlock(c)) {
    // The lock was over after 30 s, and another attempt has the key.
    const original = sale.results.find(c.idempotencyKey, c.now) ?? { kind: 'running' };
    return { kind: 'repeated', original };
  }
  return lastTwoSteps(sale, c);
}

/** Why the checkout cannot go on; changes nothing. */
function firstThreeSteps(sale: Sale, c: Checkout): Repeated | Refused | undefined {
  // 1 Idempotency: a key that was used answers what it yielded.
  const original = sale.results.find(c.idempotencyKey, c.now);
  if (original !== undefined) return { kind: 'repeated', original };

  // 2 Attestation: needs no state, so the caller has verified it.

  // 3 Rate limit: each device has room for one more request.
  if (!sale.windows.haveRoom(c.devices, c.now)) return { kind: 'rate-limited' };

  //   Then what the product's flow demands.
  const product = sale.products.find(c.productId);
  if (product === undefined) return undefined;
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

/** Makes the sale and remembers what the key yielded. */
function lastTwoSteps(sale: Sale, c: Checkout): Completed | Queued | { readonly kind: 'sold-out' } {
  const { userId, qty, bucket, orderId, reservationId, now } = c;
  const product = sale.products.find(c.productId) ?? sale.products.add(c.productId, now);
  // An unknown slot was refused before; a load since then may have renamed them all.
  const group = firstGroup(slotsOf(product), c.slot, now) ?? 0;
  const purchase = { userId, qty, bucket, firstGroup: group, now };

  // 4 Stock: units of the primary bucket, of the next ones, or gathered from several.
  if (sell(sale, product, { ...purchase, orderId, reservationId, promoted: false })) {
    const completed = { kind: 'completed', orderId, reservationId } as const;
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
  const present = sale.rooms.rank(id, newcomer.userId);
  if (present !== undefined) return present;
  sale.products.joined(id, newcomer.now);
  return sale.rooms.join(product, newcomer);
}
