/** At the counter of a launch: a purchase, its waiting room, and the draw of a lottery. */
import { Refused } from './summary/ledger.ts';
import type { Buyer, Launch } from './launch.ts';
import type { Held } from './order.ts';
import type { City } from './town.ts';

/** How often somebody in the waiting room looks at the board, milliseconds. */
const lookEveryMs = 10_000;

/** @throws HawkerError, Refused: sold out, out of patience, too many units … */
export async function buy(city: City, launch: Launch, buyer: Buyer, key: string): Promise<Held> {
  const { hawker } = city;
  const user_id = buyer.person.id;
  const product_id = launch.sku;
  if (launch.flow === 'voucher' && buyer.hasVoucher) {
    await hawker.flashSale.claimVoucher({ product_id, user_id });
  }
  const purchase = { product_id, user_id, qty: buyer.qty, idempotency_key: key };
  const { status, reservation_id } = await checkout(city, purchase);
  if (status === 'completed') return heldBy(city, reservation_id!);
  return waitInRoom(city, launch, buyer);
}

interface Purchase {
  readonly product_id: string;
  readonly user_id: string;
  readonly qty: number;
  readonly idempotency_key: string;
}

async function checkout({ hawker }: City, purchase: Purchase) {
  const device_fp = `phone-${purchase.user_id}`;
  const { token: attestation, expires_at } = await hawker.flashSale.issueToken({ device_fp });
  return hawker.flashSale.checkout({ ...purchase, device_fp, attestation, expires_at });
}

/** Until others have given units back, or patience is at its end. */
async function waitInRoom(city: City, launch: Launch, buyer: Buyer): Promise<Held> {
  const { hawker, time } = city;
  const place = { product_id: launch.sku, user_id: buyer.person.id };
  const endsAt = time.now() + buyer.patienceMs;
  for (;;) {
    await time.sleep(lookEveryMs);
    const { status, reservation_id } = await hawker.flashSale.queueStatus(place);
    if (status === 'promoted') return heldBy(city, reservation_id!);
    if (time.now() < endsAt) continue;
    const { left } = await hawker.flashSale.leave(place);
    // Otherwise the place was reached at the last moment: the next look tells.
    if (left) throw new Refused('OUT_OF_PATIENCE');
  }
}

/** Enters the draw, and claims the prize should there be one. */
export async function winPrize(city: City, launch: Launch, buyer: Buyer): Promise<Held> {
  const { hawker, time, ledger } = city;
  const who = { product_id: launch.sku, user_id: buyer.person.id };
  await hawker.flashSale.enterLottery({ ...who, device_fp: `phone-${who.user_id}` });
  for (;;) {
    await time.sleep(lookEveryMs);
    const { status, lottery_token } = await hawker.flashSale.lotteryResult(who);
    if (status === 'pending') continue;
    if (status !== 'won') throw new Refused('NOT_DRAWN');
    const { reservation_id } = await hawker.flashSale.claimPrize({ lottery_token: lottery_token! });
    ledger.count('prizes claimed');
    return heldBy(city, reservation_id);
  }
}

const heldBy = ({ hawker }: City, reservation_id: string): Held => ({
  async confirm() {
    await hawker.flashSale.confirm({ reservation_id });
  },
  async release() {
    await hawker.flashSale.release({ reservation_id });
  },
});

/** A program that asks far too often, from one device, and never pays. */
export async function hammer(city: City, { sku: product_id }: Launch): Promise<void> {
  const { hawker, ledger } = city;
  const user_id = 'bot-7';
  for (let i = 0; i < 25; i++) {
    const purchase = {
      product_id,
      user_id,
      qty: 1,
      idempotency_key: `${city.name}-${product_id}-bot-${i}`,
    };
    try {
      await checkout(city, purchase);
    } catch (error) {
      ledger.ended(user_id, error);
    }
  }
  await hawker.flashSale.leave({ product_id, user_id });
}
