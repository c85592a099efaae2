/** Vouchers are claimed ahead of the sale; only holders may then check out. */
import { refuse, retrySoon } from './errors.ts';
import type { FlashSaleStore } from './store.ts';

/** @returns whether the voucher is new; a holder who claims again keeps the one */
export async function claimVoucher(
  store: FlashSaleStore,
  claim: { productId: string; userId: string; device: string },
  now: number,
): Promise<boolean> {
  const outcome = await store.claimVoucher(claim.productId, claim.userId, claim.device, now);
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
