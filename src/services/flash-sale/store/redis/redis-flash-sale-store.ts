/** The shared store. Each method of the port is one Lua script, hence one indivisible step. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Type, type Static } from 'typebox';
import { batch } from '#kit/stores/batch.ts';
import {
  command,
  openRedis,
  redisLifecycle,
  storeError,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { storedJson } from '#kit/web/schema.ts';
import { redisLottery } from '../../lottery/redis.ts';
import {
  AdmitOutcome,
  CheckoutOutcome,
  Original,
  SaleOutcome,
  type Checkout,
} from '../checkouts.ts';
import {
  ConfirmOutcome,
  LoadOutcome,
  ModeOutcome,
  ReleaseOutcome,
  SaleStatus,
  StockView,
} from '../ledger.ts';
import { Begun, Lapsed, Promotions, Unfinished } from '../promotions.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import { VoucherOutcome } from '../vouchers.ts';
import { LeaveOutcome, Promotion, QueuePosition } from '../waiting-room.ts';
import { ChangesChannel } from './changes.ts';
import { loadSteps } from './scripts.ts';

/** Promotions that are read at once, and members that are. */
const portion = 200;
/** Positions that one script tells: a millisecond's worth. */
const positionsAtOnce = 50;

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(
  address: string,
  prefix: string,
  log: Logger,
): Promise<FlashSaleStore> {
  const tag = `{${prefix}}`;
  const changes = new ChangesChannel(() => openRedis(address), `${tag}:changed`, log);
  return redisStore(await openRedis(address, prefix), tag, changes);
}

/** @param tag hash tag of all keys */
function redisStore(redis: RedisConnection, tag: string, changes: ChangesChannel): FlashSaleStore {
  const { step, maybe } = loadSteps(redis, tag, new URL('./lua/', import.meta.url));
  const checkouts = step('checkout', Type.Array(Type.Union([CheckoutOutcome, Unfinished, Failed])));
  const admit = step('checkout', Type.Tuple([Type.Union([AdmitOutcome, Failed])]));
  const sell = step('checkout', Type.Tuple([Type.Union([SaleOutcome, Unfinished, Failed])]));
  const original = maybe('original', Original);
  const load = step('load', Type.Union([Type.Intersect([LoadOutcome, Begun]), Unfinished]));
  const stock = maybe('stock', StockView);
  const release = step(
    'release',
    Type.Union([Type.Intersect([ReleaseOutcome, Begun]), Unfinished]),
  );
  const confirm = step('confirm', ConfirmOutcome);
  const status = maybe('status', SaleStatus);
  const setMode = step('set-mode', Type.Union([Type.Intersect([ModeOutcome, Begun]), Unfinished]));
  const lapse = step('lapse', Type.Union([Lapsed, Unfinished]));
  const leave = step('leave', Type.Union([Type.Intersect([LeaveOutcome, Begun]), Unfinished]));
  const positions = step('queue-position', Type.Array(Type.Union([QueuePosition, Failed])));
  const claimVoucher = step('claim-voucher', VoucherOutcome);
  const slice = step('slice', Type.Boolean());
  const unfinished = maybe('unfinished', Type.String());
  const { returnPrizes, ...lottery } = redisLottery(redis, tag);

  // The checkouts of one turn of the event loop travel together; each is a step of its own.
  const checkout = batch((attempts: readonly Checkout[]) =>
    checkouts({ step: 'checkout', checkouts: attempts.map(toLua) }),
  );
  const positionOf = batch(
    (asked: readonly { userId: string; productId: string | undefined; now: number }[]) =>
      positions({ asked }),
    { maxSize: positionsAtOnce },
  );
  const promotions = new Promotions(async (productId, now) => ({
    promoted: [],
    isOver: await slice({ productId, ids: newSeed(), now }),
  }));

  /** All users whom a step promotes: its own, and those of the slices, whichever replica ran them. */
  async function complete(
    productId: string,
    { isOver, ...outcome }: Begun & { promoted: Promotion[] },
    ids: string,
    now: number,
  ) {
    if (isOver) return outcome.promoted;
    // The run that is under way may be that of a promotion before this one, and over already.
    await promotions.finish(productId, now);
    await promotions.finish(productId, now);
    const promoted = [...outcome.promoted];
    const list = `${tag}:promotion:${ids}`;
    for (let from = 0; ; from += portion) {
      const texts = await command(redis.lrange(list, from, from + portion - 1));
      promoted.push(...texts.map(parsePromotion));
      if (texts.length < portion) return promoted;
    }
  }

  return {
    ...redisLifecycle(redis),
    ...lottery,

    checkout: (attempt) =>
      promotions.first(attempt.now, async () => unlessFailed(await checkout(attempt))),
    async admit(attempt, poolSize) {
      const [outcome] = await admit({ step: 'admit', checkouts: [toLua(attempt)], poolSize });
      return unlessFailed(outcome);
    },
    sell: (attempt) =>
      promotions.first(attempt.now, async () => {
        const [outcome] = await sell({ step: 'sell', checkouts: [toLua(attempt)] });
        return unlessFailed(outcome);
      }),
    originalOf: (idempotencyKey, now) => original({ idempotencyKey, now }),

    async load(stockLoad) {
      const { productId, now } = stockLoad;
      const ids = newSeed();
      const outcome = await promotions.first(now, () => load({ ...stockLoad, ids }));
      if (outcome.kind !== 'loaded') return outcome;
      return { kind: 'loaded', promoted: await complete(productId, outcome, ids, now) };
    },
    stock: (productId) => stock({ productId }),
    latest: (limit) => command(redis.zrange(`${tag}:loaded`, '0', String(limit - 1))),
    async release(reservationId, now) {
      const ids = newSeed();
      const outcome = await promotions.first(now, () => release({ reservationId, ids, now }));
      if (outcome.kind !== 'released') return outcome;
      const { kind, productId } = outcome;
      const promoted = await complete(productId, outcome, ids, now);
      const waiting = outcome.waiting - (promoted.length - outcome.promoted.length);
      return { kind, productId, promoted, waiting };
    },
    confirm: (reservationId, now) => confirm({ reservationId, now }),
    status: (productId) => status({ productId }),
    async setMode(productId, mode, now) {
      const step = () => setMode({ productId, mode, ids: newSeed(), now });
      const { kind, isOver } = await promotions.first(now, step);
      if (isOver === false) await promotions.finish(productId, now);
      return kind;
    },
    async buyerOf(reservationId) {
      const text = await command(redis.get(`${tag}:reservation:${reservationId}`));
      return text === null ? undefined : parseBuyer(text).userId;
    },

    async queuePosition(userId, productId, now) {
      return unlessFailed(await positionOf({ userId, productId, now }));
    },
    async leave(userId, productId, now) {
      const ids = newSeed();
      const outcome = await promotions.first(now, () => leave({ userId, productId, ids, now }));
      if (outcome.kind === 'not-waiting') return outcome;
      return { kind: 'left', promoted: await complete(productId, outcome, ids, now) };
    },
    async setTier(userIds, tier) {
      const members = `${tag}:members`;
      // In slices, so that other requests do not have to wait for all of it.
      for (let from = 0; from < userIds.length; from += portion) {
        const some = userIds.slice(from, from + portion);
        await command(
          tier === 'premium' ? redis.sadd(members, ...some) : redis.srem(members, ...some),
        );
      }
    },

    claimVoucher,

    async sweep(now) {
      const productId = await unfinished({ now });
      if (productId !== undefined) await promotions.finish(productId, now);
      const ids = newSeed();
      const outcome = await promotions.first(now, () => lapse({ ids, now }));
      const hasLapsed = outcome.kind === 'lapsed';
      const promoted = hasLapsed ? await complete(outcome.productId, outcome, ids, now) : [];
      const lapsed = hasLapsed ? outcome.users.length : 0;
      const isMoreLeft = (await returnPrizes(now)) || hasLapsed || productId !== undefined;
      return { lapsed, promoted, isMoreLeft };
    },

    watch: (watcher) => changes.watch(watcher),
    async close() {
      redis.disconnect();
      changes.close();
    },
  };
}

const parseBuyer = storedJson('stored reservation', Type.Object({ userId: Type.String() }));

/** The failure of one checkout, or of one position, of a batch. */
const Failed = Type.Object({ kind: Type.Literal('failed'), reason: Type.String() });

function unlessFailed<T extends { readonly kind: string }>(outcome: T | Static<typeof Failed>): T {
  if (isFailed(outcome)) throw storeError(new Error(outcome.reason));
  return outcome;
}

const isFailed = (outcome: { readonly kind: string }): outcome is Static<typeof Failed> =>
  outcome.kind === 'failed';

const parsePromotion = storedJson('a promotion', Promotion);

/** Makes the argument of checkout.lua, which takes the time of day, too. */
const toLua = (checkout: Checkout) => ({
  ...checkout,
  time: new Date(checkout.now).toISOString().slice(11, 16),
});

/** Makes a seed of ids: see `promote` in lib.lua. */
const newSeed = () => randomBytes(32).toString('hex');
