import { newId } from '#kit/base/ids.ts';
import { plural } from '#kit/base/plural.ts';
import { refuse } from './errors.ts';
import type { AdjustBody } from './schemas/stock.ts';
import { toView } from './stock.ts';
import type { StockCounts } from './store/stock.ts';
import { limits } from './store/inventory-store.ts';

/**
 * Changes the units that are available by a number of them. The same reference again changes
 * nothing, and answers as the first time.
 *
 * @throws Refusal VALIDATION_FAILED, INSUFFICIENT_STOCK, STOCK_ABOVE_LIMIT, KEY_REUSED,
 *   STORE_UNAVAILABLE
 */
export async function adjust(store: StockCounts, request: AdjustBody, now: number) {
  const { hub_id: hubId, sku, delta, reason, reference } = request;
  const entryId = newId('adjust', now);
  const outcome = await store.adjust({ hubId, sku, delta, reason, reference, entryId, now });
  switch (outcome.kind) {
    case 'adjusted':
      return toView({ hubId, sku }, outcome.stock);
    case 'short': {
      const { available } = outcome;
      const members = { sku, available };
      throw refuse.INSUFFICIENT_STOCK(
        `only ${plural(available, 'unit')} of ${sku} ${available === 1 ? 'is' : 'are'} available`,
        {
          members,
        },
      );
    }
    case 'above-limit': {
      const members = { available: outcome.available };
      throw refuse.STOCK_ABOVE_LIMIT(
        `an adjustment makes at most ${limits.available} units available`,
        { members },
      );
    }
    case 'reference-used':
      throw refuse.KEY_REUSED('the reference was used for an adjustment with another body');
  }
}
