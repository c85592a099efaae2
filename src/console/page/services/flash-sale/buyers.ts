/** Buyers of a sale to look at, as people would come; what each does depends on the sale's flow. */
import { plural, formatCount } from '../../live/format.ts';
import type { HawkerError } from '../../../../client/index.ts';
import { hawker } from '../../live/hawker.ts';

/** How a product is sold. */
export const flows = ['standard', 'race', 'weighted', 'voucher', 'slotted', 'lottery'] as const;
export type Flow = (typeof flows)[number];

interface Crowd {
  readonly productId: string;
  readonly flow: Flow;
  readonly count: number;
}

/** Buyers who are under way at the same time. */
const lanes = 5;

/** @throws HawkerError for a refusal that is not part of the game */
export async function sendBuyers(
  { productId, flow, count }: Crowd,
  tell: (progress: string) => void,
): Promise<void> {
  let sent = 0;
  const run = crypto.randomUUID().slice(0, 8);
  const buyers = Array.from({ length: count }, (_, i) => `buyer-${run}-${i}`);
  if (flow === 'weighted' && count > 0) {
    const members = buyers.filter((_, i) => i % 3 === 0);
    await hawker.flashSale.setTier({ user_ids: members, tier: 'premium' });
  }
  const lane = async () => {
    for (let i = sent++; i < count; i = sent++) {
      await comes(productId, flow, buyers[i]!, i % 3 !== 0);
      tell(`${formatCount(Math.min(sent, count))} of ${plural(count, 'buyer')} came`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function comes(productId: string, flow: Flow, buyer: string, doesConfirm: boolean) {
  const who = { product_id: productId, user_id: buyer };
  if (flow === 'lottery') {
    demandPlayed(await hawker.flashSale.enterLottery({ ...who, device_fp: buyer }).result());
    return;
  }
  if (flow === 'voucher') demandPlayed(await hawker.flashSale.claimVoucher(who).result());
  const { token, expires_at } = await hawker.flashSale.issueToken({ device_fp: buyer });
  const answer = await hawker.flashSale
    .checkout({
      ...who,
      qty: 1,
      device_fp: buyer,
      attestation: token,
      expires_at,
      idempotency_key: buyer,
    })
    .result();
  demandPlayed(answer);
  const { reservation_id } = answer.data ?? {};
  if (reservation_id !== undefined && doesConfirm) {
    await hawker.flashSale.confirm({ reservation_id });
  }
}

/** The operator may pause, close or draw while they come, and not everybody gets a voucher. */
const ofTheGame: ReadonlySet<string> = new Set([
  'SOLD_OUT',
  'SALE_PAUSED',
  'SALE_CLOSED',
  'SALE_NOT_OPEN',
  'NO_VOUCHER_LEFT',
  'VOUCHER_REQUIRED',
  'ENROLMENT_CLOSED',
]);

function demandPlayed({ error }: { readonly error?: HawkerError | undefined }): void {
  if (error !== undefined && !ofTheGame.has(error.code)) throw error;
}
