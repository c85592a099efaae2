/** When a sale is open: by the clock, and by the operator. */
import { refuse } from './errors.ts';
import type { Ledger, SaleMode, SaleRules } from './store/ledger.ts';

export type SaleState = 'scheduled' | 'open' | 'paused' | 'over' | 'closed';

interface Opening extends Pick<SaleRules, 'startsAt' | 'endsAt'> {
  readonly mode: SaleMode;
}

/**
 * Only an `open` sale takes checkouts. What is over comes first, then what has yet to begin, then a
 * pause: whoever is told to come back should not be told something else then.
 * store/redis/lua/checkout.lua has the same.
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
