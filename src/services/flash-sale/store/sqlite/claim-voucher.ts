/** The claim of a voucher, a unit of work. ../redis/lua/claim-voucher.lua is the same for Redis. */
import type { Static } from 'typebox';
import type { Transaction } from '#kit/stores/sqlite.ts';
import type { VoucherClaim, VoucherOutcome } from '../vouchers.ts';
import type { Sale } from './sale.ts';

/** Only a claim that gives a voucher counts in the device's window. */
export function claimVoucherStep(
  sale: Sale,
  { productId, userId, device, now }: VoucherClaim,
  tx: Transaction,
): Static<typeof VoucherOutcome> {
  if (!sale.windows.haveRoom([device], now)) return 'rate-limited';
  const product = sale.products.find(productId);
  if (product === undefined || product.generation === 0) return 'unknown';
  if (product.flow !== 'voucher') return 'wrong-flow';
  if (sale.vouchers.find(productId, product.generation, userId)) return 'already-claimed';
  if (sale.vouchers.take(productId) === 0) return 'none-left';
  sale.vouchers.add(productId, product.generation, userId);
  sale.windows.record([device], now, tx);
  return 'claimed';
}
