/** The port of vouchers. */
import { Type, type Static } from 'typebox';

export interface VoucherClaim {
  readonly productId: string;
  readonly userId: string;
  /** The identity whose rate window must have room. */
  readonly device: string;
  readonly now: number;
}

export const VoucherOutcome = Type.Enum([
  'claimed',
  'already-claimed',
  'none-left',
  'wrong-flow',
  'unknown',
  'rate-limited',
]);

export interface Vouchers {
  claimVoucher(claim: VoucherClaim): Promise<Static<typeof VoucherOutcome>>;
}
