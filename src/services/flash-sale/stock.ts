/** Loading stock and looking at it. */
import type { Static } from 'typebox';
import { invalid } from '#kit/web/problem.ts';
import { splitEvenly } from './buckets.ts';
import { refuse } from './errors.ts';
import { commitment, newSeed } from './lottery/draw.ts';
import { stateAt } from './opening.ts';
import { promotionFields } from './reservation.ts';
import type { LoadBody } from './schemas.ts';
import type { Ledger, SaleRules, StockLoad } from './store/ledger.ts';

type LoadRequest = Static<typeof LoadBody>;

/**
 * Splits the stock over the buckets and starts a new ledger.
 *
 * @throws Refusal VALIDATION_FAILED, ALREADY_LOADED, STORE_UNAVAILABLE
 */
export async function loadStock(store: Ledger, request: LoadRequest, now: number) {
  const flow = request.flow ?? 'standard';
  const slots = flow === 'slotted' ? orderedSlots(request) : [];
  const total = totalStock(request, slots);
  const buckets = bucketsOf(flow, total, slots);
  const load: StockLoad = {
    productId: request.product_id,
    flow,
    buckets,
    slots: slots.map(({ slot }) => slot),
    voucherLimit: request.voucher_limit ?? total,
    rules: rulesOf(request),
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

/** @throws Refusal UNKNOWN_PRODUCT, STORE_UNAVAILABLE */
export async function stockView(store: Ledger, productId: string) {
  const view = await store.stock(productId);
  if (!view) throw refuse.UNKNOWN_PRODUCT();
  const { productId: product_id, buckets, ...counts } = view;
  return { product_id, ...counts, buckets: [...buckets] };
}

/** The sales that were loaded last, as they stand at `now`. */
export async function latestSales(store: Ledger, limit: number, now: number) {
  const productIds = await store.latest(limit);
  const sales = await Promise.all(productIds.map((id) => saleView(store, id, now)));
  return sales.filter((sale) => sale !== undefined);
}

async function saleView(store: Ledger, productId: string, now: number) {
  const [view, status] = await Promise.all([store.stock(productId), store.status(productId)]);
  if (view === undefined || status === undefined) return undefined;
  const { flow, loaded, available, held, confirmed, waiting } = view;
  const { startsAt, endsAt } = status;
  return {
    product_id: productId,
    flow,
    state: stateAt(status, now),
    ...(startsAt !== undefined && { starts_at: startsAt }),
    ...(endsAt !== undefined && { ends_at: endsAt }),
    loaded,
    available,
    held,
    confirmed,
    waiting,
  };
}

function rulesOf({ hold_seconds, per_user_limit, starts_at, ends_at }: LoadRequest): SaleRules {
  if (starts_at !== undefined && ends_at !== undefined && ends_at <= starts_at) {
    throw invalid('ends_at', 'is not after starts_at');
  }
  return {
    ...(hold_seconds !== undefined && { holdMs: hold_seconds * 1_000 }),
    ...(per_user_limit !== undefined && { userLimit: per_user_limit }),
    ...(starts_at !== undefined && { startsAt: starts_at }),
    ...(ends_at !== undefined && { endsAt: ends_at }),
  };
}

function bucketsOf(
  flow: StockLoad['flow'],
  total: number,
  slots: readonly { stock: number }[],
): number[] {
  if (flow === 'race') return [total];
  if (flow === 'slotted') return slots.flatMap(({ stock }) => splitEvenly(stock));
  return splitEvenly(total);
}

function orderedSlots({ slots = [] }: LoadRequest) {
  if (slots.length === 0) throw invalid('slots', 'is required for the slotted flow');
  const names = slots.map(({ slot }) => slot);
  if (new Set(names).size < names.length) throw invalid('slots', 'contains the same time twice');
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
