/** Loading stock and looking at it. */
import { newId } from '#kit/ids.ts';
import { refuse } from './errors.ts';
import { nowhere, type Place, type Stock, type StockStore } from './stock-store.ts';

export interface LoadRequest {
  readonly hub_id: string;
  readonly sku: string;
  readonly quantity: number;
  readonly partitioned?: boolean;
}

/** @throws Refusal STOCK_BELOW_HELD */
export async function loadStock(store: StockStore, request: LoadRequest, now: number) {
  const { hub_id: hubId, sku, quantity, partitioned } = request;
  const entryId = newId('load', now);
  const outcome = await store.load({ hubId, sku, quantity, partitioned, entryId, now });
  if (outcome.kind === 'below-held') {
    const { held } = outcome;
    throw refuse.STOCK_BELOW_HELD(`${held} units are held`, { members: { held } });
  }
  return view({ hubId, sku }, outcome.stock);
}

/** What was never loaded is a place without stock. */
export async function stockView(store: StockStore, place: Place) {
  return view(place, (await store.stock(place)) ?? nowhere);
}

function view({ hubId: hub_id, sku }: Place, { buckets, ...counts }: Stock) {
  return { hub_id, sku, ...counts, partitioned: buckets > 1, buckets };
}
