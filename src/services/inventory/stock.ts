/** Loading stock and looking at it. */
import { newId } from '#kit/base/ids.ts';
import { plural } from '#kit/base/plural.ts';
import { refuse } from './errors.ts';
import type { LoadBody } from './schemas/stock.ts';
import { sum } from './store/buckets.ts';
import { emptyStock, type Stock, type StockCounts, type StockKey } from './store/stock.ts';

/**
 * Sets the units that are available; held and confirmed ones stay.
 *
 * @throws Refusal STOCK_BELOW_HELD, STORE_UNAVAILABLE
 */
export async function loadStock(store: StockCounts, request: LoadBody, now: number) {
  const { hub_id: hubId, sku, quantity, partitioned } = request;
  const entryId = newId('load', now);
  const outcome = await store.load({ hubId, sku, quantity, partitioned, entryId, now });
  if (outcome.kind === 'below-held') {
    const { held } = outcome;
    throw refuse.STOCK_BELOW_HELD(
      `the quantity must not be below the ${plural(held, 'unit that is', 'units that are')} held`,
      { members: { held } },
    );
  }
  return toView({ hubId, sku }, outcome.stock);
}

/**
 * The stock of a key; all counts are 0 when it was never loaded.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function viewStock(store: StockCounts, key: StockKey) {
  return toView(key, (await store.stock(key)) ?? emptyStock());
}

export function toView({ hubId: hub_id, sku }: StockKey, stock: Stock) {
  const { loaded, held, confirmed, buckets } = stock;
  const counts = { loaded, available: sum(buckets), held, confirmed };
  return { hub_id, sku, ...counts, partitioned: buckets.length > 1, buckets: buckets.length };
}
