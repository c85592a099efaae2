/** The shared store. Each method of the port is one Lua script, hence one indivisible step. */
import { randomBytes } from 'node:crypto';
import { gather } from '#kit/gather.ts';
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { slidingWindowLua } from '#kit/sliding-window.ts';
import {
  lifetimes,
  type AdmitOutcome,
  type Award,
  type Checkout,
  type CheckoutOutcome,
  type CloseOutcome,
  type ConfirmOutcome,
  type EnterOutcome,
  type FlashSaleStore,
  type Flow,
  type LoadOutcome,
  type LotteryEntry,
  type Place,
  type PrizeOutcome,
  type Promotion,
  type ReleaseOutcome,
  type Repeated,
  type Round,
  type SaleOutcome,
  type StockLoad,
  type StockView,
  type Ticket,
  type Tier,
  type VoucherOutcome,
} from '../store.ts';

type Scalar = string | number;
type Reply = Scalar[];
type RoundReply = [round: number, seed: string, winners: string, entrants: string, drawn: 0 | 1];

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(address: string, prefix: string): Promise<FlashSaleStore> {
  return new RedisFlashSale(await openRedis(address), prefix);
}

class RedisFlashSale implements FlashSaleStore {
  readonly #redis: RedisConnection;
  readonly #tag: string;
  readonly #scripts;
  /** The checkouts of one turn of the event loop travel together; each is a step of its own. */
  readonly checkout = gather(async (checkouts: readonly Checkout[]) => {
    const replies = await this.#scripts.checkout(JSON.stringify(checkouts.map(luaCheckout)));
    return replies.map((reply, i) => outcomeOf(reply, checkouts[i]!));
  });

  constructor(redis: RedisConnection, prefix: string) {
    this.#redis = redis;
    this.#tag = `{${prefix}}`;
    const file = (name: string) => new URL(`./${name}.lua`, import.meta.url);
    const script = <ReplyT = Reply>(name: string) =>
      this.#bind(loadScript<ReplyT>(redis, slidingWindowLua, file('lib'), file(name)));
    const lottery = <ReplyT = Reply>(name: string) =>
      this.#bind(
        loadScript<ReplyT>(redis, slidingWindowLua, file('lib'), file('lottery-lib'), file(name)),
      );
    this.#scripts = {
      checkout: script<Reply[]>('checkout'),
      admit: script('admit'),
      sell: script('sell'),
      load: script<[kind: string, promoted: Reply]>('load'),
      stock: script<Reply | null>('stock'),
      release: script<[kind: string, waiting: number, promoted: Reply]>('release'),
      confirm: script('confirm'),
      place: script<(Scalar | Reply)[]>('place'),
      claimVoucher: script<VoucherOutcome>('claim-voucher'),
      enterLottery: lottery('enter-lottery'),
      closeRound: lottery('close-round'),
      award: lottery<number>('award'),
      rounds: lottery<RoundReply[] | null>('rounds'),
      ticket: lottery<Reply | null>('ticket'),
      claimPrize: lottery('claim-prize'),
      sweep: lottery<number>('sweep'),
    };
  }

  /** All scripts take the tag as their one key; what else they touch is derived from it. */
  #bind<ReplyT>(script: (keys: string[], args: Scalar[]) => Promise<ReplyT>) {
    return (...args: Scalar[]) => script([this.#tag], args);
  }

  async admit(checkout: Checkout, slots: number): Promise<AdmitOutcome> {
    const reply = await this.#scripts.admit(JSON.stringify(luaCheckout(checkout)), slots);
    const [kind] = reply;
    return kind === 'admitted' || kind === 'no-slot' ? { kind } : refusalOf(reply);
  }

  async sell(checkout: Checkout): Promise<SaleOutcome | Repeated> {
    const reply = await this.#scripts.sell(JSON.stringify(luaCheckout(checkout)));
    return outcomeOf(reply, checkout) as SaleOutcome | Repeated;
  }

  async earlier(key: string, now: number): Promise<Repeated['original'] | undefined> {
    const text = await command(this.#redis.get(`${this.#tag}:result:${key}`));
    if (text === null) return undefined;
    const lifetime = text.startsWith('running ') ? lifetimes.lock : lifetimes.result;
    return now - Number(text.split(' ')[1]) >= lifetime ? undefined : originalOf(text);
  }

  async load(load: StockLoad): Promise<LoadOutcome> {
    const { productId, flow, slots, voucherLimit, reset, seed, now, buckets } = load;
    const [kind, promoted] = await this.#scripts.load(
      productId,
      flow,
      JSON.stringify(slots),
      voucherLimit,
      reset ? 1 : 0,
      seed,
      idSeed(),
      now,
      ...buckets,
    );
    return kind === 'loaded'
      ? { kind, promoted: promotionsOf(promoted) }
      : { kind: 'already-loaded' };
  }

  async stock(productId: string): Promise<StockView | undefined> {
    const reply = await this.#scripts.stock(productId);
    if (!reply) return undefined;
    const [flow, ...numbers] = reply;
    const [loaded, held, confirmed, released, waiting, ...buckets] = numbers.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const available = buckets.reduce((sum, units) => sum + units, 0);
    const counts = { loaded, available, held, confirmed, released, waiting, buckets };
    return { productId, flow: flow as Flow, ...counts };
  }

  async release(reservationId: string, now: number): Promise<ReleaseOutcome> {
    const [kind, waiting, promoted] = await this.#scripts.release(reservationId, idSeed(), now);
    if (kind !== 'released') return { kind } as ReleaseOutcome;
    return { kind, waiting, promoted: promotionsOf(promoted) };
  }

  async confirm(reservationId: string): Promise<ConfirmOutcome> {
    const [kind, orderId] = await this.#scripts.confirm(reservationId);
    return { kind, orderId } as ConfirmOutcome;
  }

  async place(userId: string, productId: string | undefined, now: number): Promise<Place> {
    const [kind, ...rest] = await this.#scripts.place(userId, productId ?? '', now);
    if (kind === 'several') return { kind, products: (rest[0] as Reply).map(String) };
    const [id = '', second = '', interval = ''] = rest.map(String);
    if (kind === 'waiting') {
      const returnInterval = interval === '' ? undefined : Number(interval);
      return { kind, productId: id, position: Number(second), returnInterval };
    }
    if (kind === 'promoted') {
      const [orderId = '', reservationId = ''] = second.split(' ');
      return { kind, productId: id, userId, orderId, reservationId };
    }
    return { kind: 'not-queued' };
  }

  async setTier(userIds: readonly string[], tier: Tier): Promise<void> {
    const key = `${this.#tag}:members`;
    const redis = this.#redis;
    await command(tier === 'premium' ? redis.sadd(key, ...userIds) : redis.srem(key, ...userIds));
  }

  claimVoucher(
    productId: string,
    userId: string,
    device: string,
    now: number,
  ): Promise<VoucherOutcome> {
    return this.#scripts.claimVoucher(productId, userId, device, now);
  }

  async enterLottery(entry: LotteryEntry): Promise<EnterOutcome> {
    const { productId, userId, device, devices, now } = entry;
    const { enrolment } = lifetimes;
    const reply = await this.#scripts.enterLottery(
      productId,
      userId,
      device,
      now,
      enrolment,
      ...devices,
    );
    const [kind, seed] = reply;
    return { kind, seed } as EnterOutcome;
  }

  async closeRound(productId: string, round: number, winners: number): Promise<CloseOutcome> {
    const [kind, ...rest] = await this.#scripts.closeRound(productId, round, winners);
    if (kind === 'closed') return { kind, round: roundOf(rest as RoundReply) };
    if (kind === 'short') return { kind, available: Number(rest[0]) };
    if (kind === 'wrong-round') return { kind, next: Number(rest[0]) };
    return { kind } as CloseOutcome;
  }

  async award({ productId, round, seed, prizes, nextSeed, expiresAt, now }: Award): Promise<void> {
    const flat = prizes.flatMap((prize) => [
      prize.userId,
      prize.token,
      prize.orderId,
      prize.reservationId,
    ]);
    await this.#scripts.award(productId, round, seed, nextSeed, expiresAt, now, ...flat);
  }

  async rounds(productId: string): Promise<readonly Round[] | undefined> {
    return (await this.#scripts.rounds(productId))?.map(roundOf);
  }

  async ticket(productId: string, userId: string, now: number): Promise<Ticket | undefined> {
    const reply = await this.#scripts.ticket(productId, userId, now);
    if (!reply) return undefined;
    const [state, token, orderId, reservationId, expiresAt] = reply.map(String);
    const prize = token !== undefined && {
      userId,
      token,
      orderId: orderId!,
      reservationId: reservationId!,
      expiresAt: Number(expiresAt),
    };
    return { state: state as Ticket['state'], prize: prize || undefined };
  }

  async claimPrize(token: string, now: number): Promise<PrizeOutcome> {
    const [kind, orderId, reservationId] = await this.#scripts.claimPrize(token, now);
    return { kind, orderId, reservationId } as PrizeOutcome;
  }

  async sweep(now: number): Promise<boolean> {
    return (await this.#scripts.sweep(now)) === 1;
  }

  async ready(): Promise<void> {
    await command(this.#redis.ping());
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }
}

/** A checkout as the scripts read it: see lib.lua. */
function luaCheckout(checkout: Checkout) {
  return {
    product_id: checkout.productId,
    user_id: checkout.userId,
    qty: checkout.qty,
    bucket: checkout.bucket,
    idempotency_key: checkout.idempotencyKey,
    slot: checkout.slot,
    order_id: checkout.orderId,
    reservation_id: checkout.reservationId,
    now: checkout.now,
    time: new Date(checkout.now).toISOString().slice(11, 16),
    devices: checkout.devices,
  };
}

function outcomeOf(reply: Reply, { orderId, reservationId }: Checkout): CheckoutOutcome {
  const [kind, value] = reply;
  if (kind === 'completed') return { kind, orderId, reservationId };
  if (kind === 'queued') return { kind, position: Number(value) };
  if (kind === 'sold-out') return { kind };
  return refusalOf(reply);
}

function refusalOf([kind, value]: Reply): Exclude<CheckoutOutcome, SaleOutcome> {
  if (kind === 'repeated') return { kind, original: originalOf(String(value)) };
  if (kind === 'unknown-slot') return { kind, slots: JSON.parse(String(value)) };
  return { kind } as Exclude<CheckoutOutcome, SaleOutcome>;
}

/** Reads an idempotency record; see save_result in lib.lua. */
function originalOf(text: string): Repeated['original'] {
  const [status, , first = '', second = ''] = text.split(' ');
  if (status === 'completed') return { kind: status, orderId: first, reservationId: second };
  if (status === 'queued') return { kind: status, position: Number(first) };
  return 'running';
}

function promotionsOf(flat: Reply): Promotion[] {
  const values = flat.map(String);
  return Array.from({ length: values.length / 3 }, (_, i) => ({
    userId: values[3 * i]!,
    orderId: values[3 * i + 1]!,
    reservationId: values[3 * i + 2]!,
  }));
}

function roundOf([round, seed, winners, entrants, drawn]: RoundReply): Round {
  const list: string[] = JSON.parse(entrants);
  return { round, seed, winners: Number(winners), drawn: drawn === 1, entrants: list };
}

/** See `promote` in lib.lua. */
const idSeed = () => randomBytes(32).toString('hex');
