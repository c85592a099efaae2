/** When a sale is open: by the clock, and by the operator. */
import { refuse } from './errors.ts';
import type { Ledger, SaleMode, SaleRules } from './store/ledger.ts';

export type SaleState = 'scheduled' | 'open' | 'paused' | 'over' | 'closed';

interface Opening extends Pick<SaleRules, 'startsAt' | 'endsAt'> {
  readonly mode: SaleMode;
}

/**
 * Returns the state of a sale; only an `open` one takes checkouts. The end comes first, then the
 * beginning, then a pause: a buyer who is told to come back should then not be told something else.
 * store/redis/lua/checkout.lua has the same order.
 */
export function stateAt({ mode, startsAt, endsAt }: Opening, now: number): SaleState {
  if (mode === 'closed') return 'closed';
  if (endsAt !== undefined && now >= endsAt) return 'over';
  if (startsAt !== undefined && now < startsAt) return 'scheduled';
  return mode;
}

/**
 * Opens, pauses or closes a sale; closing empties its waiting room.
 *
 * @throws Refusal UNKNOWN_PRODUCT, STORE_UNAVAILABLE
 */
export async function setMode(store: Ledger, productId: string, mode: SaleMode, now: number) {
  const kind = await store.setMode(productId, mode, now);
  if (kind === 'unknown') throw refuse.UNKNOWN_PRODUCT();
  return { product_id: productId, state: mode };
}
