/**
 * A checkout in five steps: idempotency, attestation, rate limit, stock, waiting room. The rules of
 * the sale come before the stock: its state, what its flow demands, its purchase limit, and before this
 * the quota of the user.
 * The first that refuses ends the checkout and leaves nothing behind: the key stays usable.
 *
 * Step 2 needs no state and is done here. The others are one indivisible step of the store, where
 * they stand in order: store/sqlite/checkout.ts and store/redis/lua/checkout.lua.
 */
import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Static } from 'typebox';
import type { UserQuota } from '#kit/host/quotas.ts';
import { newId } from '#kit/base/ids.ts';
import { plural } from '#kit/base/plural.ts';
import { fullName, type Caller } from '#kit/web/identity/caller.ts';
import { verify } from './attestation.ts';
import { primaryBucket } from './buckets.ts';
import { identities } from './device.ts';
import { refuse, retryLater, retrySoon } from './errors.ts';
import type { CheckoutBody } from './schemas.ts';
import type {
  AdmitOutcome,
  Checkout,
  CheckoutOutcome,
  Checkouts,
  Completed,
  Queued,
  Repeated,
} from './store/checkouts.ts';

export interface CheckoutOptions {
  readonly secret: KeyObject;
  /** Most checkouts at once; 0 when there is no slot pool. */
  readonly poolSize: number;
  /** How much a user may have. */
  readonly quota: UserQuota;
}

/**
 * Sells, or lets the buyer wait. Repeating a key answers what it yielded the first time.
 *
 * @throws Refusal ATTESTATION_REFUSED, RATE_LIMITED, SALE_NOT_OPEN, SALE_PAUSED, SALE_OVER,
 *   VOUCHER_REQUIRED, LOTTERY_ONLY, UNKNOWN_SLOT, NO_FREE_SLOT, QUOTA_EXCEEDED,
 *   PURCHASE_LIMIT_REACHED, SOLD_OUT, STORE_UNAVAILABLE
 */
export async function checkout(
  store: Checkouts,
  { secret, poolSize, quota }: CheckoutOptions,
  body: Static<typeof CheckoutBody>,
  context: { headers: IncomingHttpHeaders; slot: string | undefined; caller: Caller; now: number },
): Promise<Completed | Queued | Repeated> {
  const { caller, now } = context;
  const idempotencyKey = fullName(caller, body.idempotency_key);
  const { device_fp: device, expires_at: expiresAt, attestation } = body;
  if (!verify(secret, { device, expiresAt, attestation }, now)) {
    // Step 1 comes before step 2: a repeated key is answered even without a valid attestation.
    const original = await store.originalOf(idempotencyKey, now);
    if (original) return { kind: 'repeated', original };
    throw refuse.ATTESTATION_REFUSED(
      'attestation does not match device_fp and expires_at, or expires_at is more than 30 s away',
    );
  }
  const attempt: Checkout = {
    productId: body.product_id,
    userId: body.user_id,
    qty: body.qty,
    bucket: primaryBucket(device),
    devices: identities(context.headers, device),
    idempotencyKey,
    slot: context.slot,
    maxOpen: quota.limitFor(caller),
    orderId: newId('ord', now),
    reservationId: newId('res', now),
    now,
  };
  if (poolSize === 0) return resultOf(await store.checkout(attempt), quota);
  // The extended pipeline: a slot of the pool is held while the sale is made.
  const admission = await store.admit(attempt, poolSize);
  return resultOf(admission.kind === 'admitted' ? await store.sell(attempt) : admission, quota);
}

function resultOf(
  outcome: CheckoutOutcome | Exclude<AdmitOutcome, { kind: 'admitted' }>,
  quota: UserQuota,
): Completed | Queued | Repeated {
  switch (outcome.kind) {
    case 'completed':
    case 'queued':
    case 'repeated':
      return outcome;
    case 'rate-limited':
      throw refuse.RATE_LIMITED('at most 20 requests a second from one device', retrySoon);
    case 'not-open':
      throw refuse.SALE_NOT_OPEN(`the sale begins at ${new Date(outcome.startsAt).toISOString()}`, {
        members: { starts_at: outcome.startsAt },
      });
    case 'paused':
      throw refuse.SALE_PAUSED(undefined, retryLater);
    case 'over':
      throw refuse.SALE_OVER();
    case 'quota':
      throw quota.exceeded();
    case 'limit-reached': {
      const { limit, owned } = outcome;
      throw refuse.PURCHASE_LIMIT_REACHED(
        `a user may own ${plural(limit, 'unit')}, and this one holds, has confirmed or waits for ${owned}`,
        { members: { limit, owned } },
      );
    }
    case 'voucher-required':
      throw refuse.VOUCHER_REQUIRED();
    case 'lottery-only':
      throw refuse.LOTTERY_ONLY(
        'the product is sold by lottery: enter at POST /flash-sale/lottery/enter',
      );
    case 'unknown-slot':
      throw refuse.UNKNOWN_SLOT(`slot must be one of ${outcome.slots.join(', ')}`, {
        members: { errors: [{ path: 'slot', message: 'is unknown' }], slots: outcome.slots },
      });
    case 'pool-full':
      throw refuse.NO_FREE_SLOT(undefined, retrySoon);
    case 'sold-out':
      throw refuse.SOLD_OUT();
  }
}
