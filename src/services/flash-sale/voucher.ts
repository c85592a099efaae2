/** Vouchers are claimed ahead of the sale; only holders may then check out. */
import { refuse, retrySoon } from './errors.ts';
import type { VoucherClaim, Vouchers } from './store/vouchers.ts';

/**
 * @returns whether the voucher is new; a holder who claims again keeps the one
 * @throws Refusal NO_VOUCHER_LEFT, WRONG_FLOW, UNKNOWN_PRODUCT, RATE_LIMITED, STORE_UNAVAILABLE
 */
export async function claimVoucher(store: Vouchers, claim: VoucherClaim): Promise<boolean> {
  const outcome = await store.claimVoucher(claim);
  switch (outcome) {
    case 'claimed':
      return true;
    case 'already-claimed':
      return false;
    case 'none-left':
      throw refuse.NO_VOUCHER_LEFT();
    case 'wrong-flow':
      throw refuse.WRONG_FLOW('the product is not sold with vouchers');
    case 'unknown':
      throw refuse.UNKNOWN_PRODUCT();
    case 'rate-limited':
      throw refuse.RATE_LIMITED(undefined, retrySoon);
  }
}
