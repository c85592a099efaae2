/** Takes back what an order was given: each use that it counted, once. */
import { parseTerms } from './answer.ts';
import { refuse } from './errors.ts';
import type { UsageStore } from './store/usage.ts';

/**
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_ORDER, STORE_UNAVAILABLE
 */
export async function cancel(usage: UsageStore, orderId: string, now: number) {
  const cancelled = await usage.cancelOrder(orderId, now);
  if (!cancelled) throw refuse.UNKNOWN_ORDER(`there is no order ${orderId}`);
  const { candidates } = parseTerms(cancelled.terms);
  const returned = cancelled.returned.map((i) => candidates[i]!.promo_id);
  return { order_id: orderId, cancelled: true as const, returned };
}
