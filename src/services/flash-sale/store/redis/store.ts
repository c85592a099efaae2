/** The shared store. Each method of the port is one Lua script, hence one indivisible step. */
import { randomBytes } from 'node:crypto';
import { batch } from '#kit/stores/batch.ts';
import { command, openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { redisLottery } from '../../lottery/redis.ts';
import type { Checkout } from '../checkouts.ts';
import type { FlashSaleStore } from '../store.ts';
import * as replies from './replies.ts';
import { loadSteps } from './scripts.ts';

/** Most waiting rooms that one step of housekeeping drops. */
const roomsLimit = 20;

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(address: string, prefix: string): Promise<FlashSaleStore> {
  return redisStore(await openRedis(address), `{${prefix}}`);
}

/** @param tag hash tag of all keys */
function redisStore(redis: RedisConnection, tag: string): FlashSaleStore {
  const step = loadSteps(redis, tag, new URL('./lua/', import.meta.url));
  const checkouts = step('checkout', replies.decodeCheckouts);
  const admit = step('checkout', replies.decodeAdmission);
  const sell = step('checkout', replies.decodeSale);
  const original = step('original', replies.decodeOriginal);
  const load = step('load', replies.decodeLoad);
  const stock = step('stock', replies.decodeStock);
  const release = step('release', replies.decodeRelease);
  const confirm = step('confirm', replies.decodeConfirm);
  const queuePosition = step('queue-position', replies.decodePosition);
  const claimVoucher = step('claim-voucher', replies.decodeVoucher);
  const dropRooms = step('drop-rooms', replies.decodeMore);
  const { returnPrizes, ...lottery } = redisLottery(redis, tag);

  return {
    ...redisLifecycle(redis),
    ...lottery,

    // The checkouts of one turn of the event loop travel together; each is a step of its own.
    checkout: batch((attempts: readonly Checkout[]) => checkouts('checkout', toLua(...attempts))),
    admit: (checkout, poolSize) => admit('admit', toLua(checkout), poolSize),
    sell: (checkout) => sell('sell', toLua(checkout)),
    originalOf: original,

    load: ({ productId, flow, slots, voucherLimit, reset, seed, now, buckets }) =>
      load(
        productId,
        flow,
        JSON.stringify(slots),
        voucherLimit,
        reset ? 1 : 0,
        seed,
        idSeed(),
        now,
        ...buckets,
      ),
    async stock(productId) {
      const view = await stock(productId);
      return view && { productId, ...view };
    },
    release: (reservationId, now) => release(reservationId, idSeed(), now),
    confirm,

    async queuePosition(userId, productId, now) {
      const position = await queuePosition(userId, productId ?? '', now);
      return position.kind === 'promoted' ? { ...position, userId } : position;
    },
    async setTier(userIds, tier) {
      const members = `${tag}:members`;
      const isPremium = tier === 'premium';
      await command(isPremium ? redis.sadd(members, ...userIds) : redis.srem(members, ...userIds));
    },

    claimVoucher: ({ productId, userId, device, now }) =>
      claimVoucher(productId, userId, device, now),

    async sweep(now) {
      const hasMorePrizes = await returnPrizes(now);
      const hasMoreRooms = await dropRooms(now, roomsLimit);
      return hasMorePrizes || hasMoreRooms;
    },
  };
}

/** Checkouts as checkout.lua reads them. */
function toLua(...checkouts: readonly Checkout[]): string {
  return JSON.stringify(
    checkouts.map((checkout) => ({
      product_id: checkout.productId,
      user_id: checkout.userId,
      qty: checkout.qty,
      bucket: checkout.bucket,
      idempotency_key: checkout.idempotencyKey,
      slot: checkout.slot,
      order_id: checkout.orderId,
      reservation_id: checkout.reservationId,
      now: checkout.now,
      time: new Date(checkout.now).toISOString().slice(11, 16),
      devices: checkout.devices,
    })),
  );
}

/** See `promote_waiting` in lib.lua. */
const idSeed = () => randomBytes(32).toString('hex');
