/** Loading stock and looking at it. */
import { randomBytes } from 'node:crypto';
import { invalid } from '#kit/problem.ts';
import { splitEvenly } from './buckets.ts';
import { refuse } from './errors.ts';
import { commitment } from './lottery.ts';
import { promotionFields } from './reservation.ts';
import type { Flow, FlashSaleStore, StockLoad } from './store.ts';

export interface LoadRequest {
  readonly product_id: string;
  readonly total_stock?: number;
  readonly flow?: Flow;
  readonly reset?: boolean;
  readonly voucher_limit?: number;
  readonly slots?: readonly { readonly slot: string; readonly stock: number }[];
}

export async function loadStock(store: FlashSaleStore, request: LoadRequest, now: number) {
  const flow = request.flow ?? 'standard';
  const slots = flow === 'slotted' ? orderedSlots(request) : [];
  const total = totalStock(request, slots);
  const buckets =
    flow === 'race'
      ? [total]
      : flow === 'slotted'
        ? slots.flatMap(({ stock }) => splitEvenly(stock))
        : splitEvenly(total);
  const load: StockLoad = {
    productId: request.product_id,
    flow,
    buckets,
    slots: slots.map(({ slot }) => slot),
    voucherLimit: request.voucher_limit ?? total,
    reset: request.reset ?? false,
    seed: newSeed(),
    now,
  };
  const outcome = await store.load(load);
  if (outcome.kind === 'already-loaded') {
    throw refuse.ALREADY_LOADED('stock is loaded already; send reset: true to replace it');
  }
  return {
    product_id: load.productId,
    total_stock: total,
    flow,
    buckets,
    ...(flow === 'slotted' && { slots: [...slots] }),
    ...(flow === 'lottery' && { commitment: commitment(load.seed) }),
    promoted_users: outcome.promoted.map(promotionFields),
  };
}

export async function stockView(store: FlashSaleStore, productId: string) {
  const view = await store.stock(productId);
  if (!view) throw refuse.UNKNOWN_PRODUCT();
  const { productId: product_id, buckets, ...counts } = view;
  return { product_id, ...counts, buckets: [...buckets] };
}

/** The secret of one draw: 256 random bits, hexadecimal. */
export function newSeed(): string {
  return randomBytes(32).toString('hex');
}

function orderedSlots({ slots = [] }: LoadRequest) {
  if (slots.length === 0) throw invalid('slots', 'is required for the slotted flow');
  const names = slots.map(({ slot }) => slot);
  if (new Set(names).size < names.length) throw invalid('slots', 'names a time twice');
  return slots.toSorted((a, b) => (a.slot < b.slot ? -1 : 1));
}

function totalStock({ total_stock }: LoadRequest, slots: readonly { stock: number }[]): number {
  if (slots.length === 0) {
    if (total_stock === undefined) throw invalid('total_stock', 'is required');
    return total_stock;
  }
  const sum = slots.reduce((total, { stock }) => total + stock, 0);
  if (total_stock !== undefined && total_stock !== sum) {
    throw invalid('total_stock', `is ${total_stock}, but the slots add up to ${sum}`);
  }
  return sum;
}
