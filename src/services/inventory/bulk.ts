import { Refusal, isOutage } from '#kit/web/problem.ts';
import type { BulkBody, LoadBody } from './schemas/stock.ts';
import { loadStock } from './stock.ts';
import type { StockCounts } from './store/stock.ts';

/** Items that are loaded together: the next portion follows when these are durable. */
const portionSize = 100;

/**
 * Loads each item on its own, in their order: one that is refused keeps no other from being loaded.
 *
 * @throws Refusal STORE_UNAVAILABLE: the first of the items may be loaded then
 */
export async function loadBulk(store: StockCounts, { items }: BulkBody, now: number) {
  const results: Awaited<ReturnType<typeof loadItem>>[] = [];
  for (let i = 0; i < items.length; i += portionSize) {
    const portion = items.slice(i, i + portionSize);
    results.push(...(await Promise.all(portion.map((item) => loadItem(store, item, now)))));
  }
  return { results };
}

async function loadItem(store: StockCounts, item: LoadBody, now: number) {
  const { hub_id, sku } = item;
  try {
    await loadStock(store, item, now);
    return { hub_id, sku, ok: true };
  } catch (error) {
    if (isOutage(error) || !(error instanceof Refusal)) throw error;
    return { hub_id, sku, ok: false, code: error.code };
  }
}
