import assert from 'node:assert/strict';
import { type TestContext } from 'node:test';
import { pino } from 'pino';
import { splitEvenly } from '../../buckets.ts';
import { lifetimesMs } from '../../limits.ts';
import type { LotteryEntry, Prize } from '../../lottery/lottery-store.ts';
import type { Checkout } from '../checkouts.ts';
import type { StockLoad } from '../ledger.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import type { Promotion } from '../waiting-room.ts';

/** Opens two handles on one state, as two replicas have. */
export type Open = (t: TestContext) => Promise<[FlashSaleStore, FlashSaleStore]>;

/** Noon. */
export const T0 = Date.UTC(2026, 0, 1, 12);

/** A log for stores that report changes that they cannot follow. */
export const log = pino({ level: 'error' });

let serial = 0;

/** An attempt to buy that has nothing in common with any other but the product and the instant. */
export function buy(more: Partial<Checkout> = {}): Checkout {
  const id = ++serial;
  return {
    productId: 'p',
    userId: `user ${id}`,
    qty: 1,
    bucket: id % 10,
    devices: [`device ${id}`],
    idempotencyKey: `key ${id}`,
    slot: undefined,
    orderId: `ord_${id}`,
    reservationId: `res_${id}`,
    now: T0,
    ...more,
  };
}

export function stock(total: number, more: Partial<StockLoad> = {}): StockLoad {
  return {
    productId: 'p',
    flow: 'standard',
    buckets: more.flow === 'race' ? [total] : splitEvenly(total),
    slots: [],
    voucherLimit: total,
    rules: {},
    reset: false,
    seed: 'seed 1',
    now: T0,
    ...more,
  };
}

export function prize(userId: string): Prize {
  const id = ++serial;
  return { userId, token: `lot_${id}`, orderId: `ord_${id}`, reservationId: `res_${id}` };
}

/** Makes the request of a lottery's entrant, with a device of their own. */
export function entry(userId: string, more: Partial<LotteryEntry> = {}): LotteryEntry {
  const device = more.device ?? `of ${userId}`;
  const who = { productId: 'p', userId, salt: `salt of ${userId}`, entry: `entry of ${userId}` };
  return { ...who, device, devices: [device], now: T0, ...more };
}

/** Awards prizes; with the last of them the round ends. */
export async function award(store: FlashSaleStore, round: number, prizes: Prize[], isLast = true) {
  const draw = { productId: 'p', round, seed: `seed ${round}` };
  await store.award({ ...draw, prizes, expiresAt: T0 + lifetimesMs.prize, now: T0 });
  if (isLast) await store.endRound(draw, `digest ${round}`, `seed ${round + 1}`);
}

export function sold({ orderId, reservationId }: Checkout) {
  return { kind: 'completed', orderId, reservationId };
}

/** A place that what there is would serve, if every hold came back; or not. */
export function waiting(productId: string, position: number, isReachable = true) {
  return { kind: 'waiting', productId, position, isReachable };
}

/** Buys, and gives the id of the reservation. */
export async function reserve(
  store: FlashSaleStore,
  more: Partial<Checkout> = {},
): Promise<string> {
  const outcome = await store.checkout(buy(more));
  assert.ok(outcome.kind === 'completed', outcome.kind);
  return outcome.reservationId;
}

export async function released(store: FlashSaleStore, reservationId: string) {
  const outcome = await store.release(reservationId, T0);
  assert.ok(outcome.kind === 'released', outcome.kind);
  return outcome;
}

export async function loaded(store: FlashSaleStore, load: StockLoad) {
  const outcome = await store.load(load);
  assert.ok(outcome.kind === 'loaded', outcome.kind);
  return outcome;
}

/** Uses up `requests` places of the devices' windows. */
export async function fill(
  store: FlashSaleStore,
  devices: string[],
  requests: number,
  now: number,
) {
  for (let i = 0; i < requests; i++) {
    const { kind } = await store.checkout(buy({ productId: 'elsewhere', devices, now }));
    assert.equal(kind, 'queued');
  }
}

/** How many requests of the device pass at an instant; uses its window up. */
export async function room(store: FlashSaleStore, device: string, now: number): Promise<number> {
  for (let passed = 0; ; passed++) {
    const attempt = buy({ productId: 'elsewhere', devices: [device], now });
    if ((await store.checkout(attempt)).kind === 'rate-limited') return passed;
  }
}

/** Sweeps until nothing is left to do; returns how many holds lapsed, and who got their units. */
export async function sweep(store: FlashSaleStore, now: number) {
  const promoted: Promotion[] = [];
  for (let lapsed = 0; ;) {
    const swept = await store.sweep(now);
    lapsed += swept.lapsed;
    promoted.push(...swept.promoted);
    if (!swept.isMoreLeft) return { lapsed, promoted };
  }
}

export const user = ({ userId }: { userId: string }) => userId;

export const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
