/**
 * The embedded store. Each method of the port is one unit of work over plain rows, in the
 * transaction of the group commit: see kit/stores/sqlite.ts.
 */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { returnPrizes, sqliteLottery } from '../../lottery/sqlite/steps.ts';
import type { Changes } from '#kit/web/event-streams.ts';
import { isResult } from '../checkouts.ts';
import { Promotions, type Begun, type Slice } from '../promotions.ts';
import type { FlashSaleStore, SaleChange } from '../flash-sale-store.ts';
import { admitStep, checkoutStep, originalOf, sellStep } from './checkout.ts';
import { claimVoucherStep } from './claim-voucher.ts';
import {
  confirmStep,
  lapseStep,
  leaveStep,
  loadStep,
  releaseStep,
  saleStatus,
  setModeStep,
  stockView,
} from './ledger.ts';
import { dropStaleRooms, sliceStep } from './promotion.ts';
import { queuePosition } from './queue-position.ts';
import { openSale } from './sale.ts';

/** The most rows of one unit of housekeeping, which takes a few milliseconds. */
const limits = { results: 500, prizes: 200, former: 500, lapsed: 100 } as const;

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** Open only one for a database, since device windows and the slot pool are in memory. */
export function sqliteStore(db: Sqlite): FlashSaleStore {
  const sale = openSale(db);
  const watchers = new Set<Changes<SaleChange>>();
  const promotions = new Promotions(async (productId, now) => {
    const slice = await db.write(() => sliceStep(sale, productId, now));
    return report(productId, slice);
  });

  /** Tells the followers of the sale that something has changed for these users. */
  function changed(productId: string, users: readonly { userId: string }[]): void {
    for (const watcher of watchers) {
      for (const { userId } of users) watcher.changed({ productId, userId });
    }
  }

  function report<T extends Pick<Slice, 'promoted'>>(productId: string, outcome: T): T {
    changed(productId, outcome.promoted);
    return outcome;
  }

  /** Returns all users that a step promotes: in its first slice, and in those that follow. */
  async function complete(
    productId: string,
    { promoted, isOver }: Begun & Pick<Slice, 'promoted'>,
    now: number,
  ) {
    changed(productId, promoted);
    return isOver ? promoted : [...promoted, ...(await promotions.finish(productId, now))];
  }

  return {
    ...lifecycleOf(db),
    ...sqliteLottery(db, sale),

    checkout: (checkout) =>
      promotions.first(checkout.now, () => db.write((tx) => checkoutStep(sale, checkout, tx))),
    admit: (checkout, poolSize) => db.write((tx) => admitStep(sale, checkout, poolSize, tx)),
    async sell(checkout) {
      let isRefused = false;
      try {
        const step = () => db.write(() => sellStep(sale, checkout));
        const outcome = await promotions.first(checkout.now, step);
        isRefused = !isResult(outcome) && outcome.kind !== 'repeated';
        return outcome;
      } finally {
        sale.pool.giveBack(checkout.reservationId, { isRefused });
      }
    },
    originalOf: async (key, now) => originalOf(sale, key, now),

    async load(load) {
      const { productId, now } = load;
      const outcome = await promotions.first(now, () => db.write(() => loadStep(sale, load)));
      if (outcome.kind !== 'loaded') return outcome;
      return { kind: 'loaded', promoted: await complete(productId, outcome, now) };
    },
    stock: async (productId) => stockView(sale, productId),
    latest: async (limit) => sale.products.latest(limit).map(({ product_id }) => product_id),
    async release(reservationId, now) {
      const step = () => db.write(() => releaseStep(sale, reservationId, now));
      const outcome = await promotions.first(now, step);
      if (outcome.kind !== 'released') return outcome;
      const { kind, productId } = outcome;
      const promoted = await complete(productId, outcome, now);
      const waiting = outcome.waiting - (promoted.length - outcome.promoted.length);
      return { kind, productId, promoted, waiting };
    },
    confirm: (reservationId, now) => db.write(() => confirmStep(sale, reservationId, now)),
    status: async (productId) => saleStatus(sale, productId),
    async setMode(productId, mode, now) {
      const step = () => db.write(() => setModeStep(sale, productId, mode, now));
      const { kind, isOver } = await promotions.first(now, step);
      if (isOver === false) await promotions.finish(productId, now);
      for (const watcher of watchers) watcher.changed({ productId });
      return kind;
    },
    buyerOf: async (reservationId) => sale.reservations.find(reservationId)?.user_id,

    queuePosition: async (userId, productId, now) => queuePosition(sale, userId, productId, now),
    async leave(userId, productId, now) {
      const step = () => db.write(() => leaveStep(sale, userId, productId, now));
      const outcome = await promotions.first(now, step);
      if (outcome.kind === 'not-waiting') return outcome;
      const promoted = await complete(productId, outcome, now);
      for (const watcher of watchers) watcher.changed({ productId });
      changed(productId, [{ userId }]);
      return { kind: 'left', promoted };
    },
    async setTier(userIds, tier) {
      // In slices, so that other requests do not have to wait for all of it.
      for (let from = 0; from < userIds.length; from += 200) {
        await db.write(() => sale.rooms.setTier(userIds.slice(from, from + 200), tier));
      }
    },

    claimVoucher: (claim) => db.write((tx) => claimVoucherStep(sale, claim, tx)),

    async sweep(now) {
      // A process that died may have left promotions unfinished.
      const unfinished = sale.products.promoting();
      if (unfinished !== undefined) await promotions.finish(unfinished.product_id, now);
      const { lapsed, promoted } = await lapse(now);
      const isMoreLeft = await db.write(() => {
        const prizes = returnPrizes(sale, now, limits.prizes);
        const rooms = dropStaleRooms(sale, now);
        const results = sale.results.forgetOldest(now, limits.results);
        return sale.lottery.forgetFormer(limits.former) || prizes || rooms || results;
      });
      return { lapsed, promoted, isMoreLeft: isMoreLeft || lapsed > 0 };
    },

    watch: async (changes) => void watchers.add(changes),
  };

  /** Gives back the units of some lapsed holds. If it finds none, there are no more. */
  async function lapse(now: number) {
    const none = { lapsed: 0, promoted: [] };
    // Reads first, since a unit of work costs an fsync.
    if (sale.reservations.lapsed(now, 1).length === 0) return none;
    const step = () => db.write(() => lapseStep(sale, limits.lapsed, now));
    const outcome = await promotions.first(now, step);
    if (outcome.kind === 'none') return none;
    const { productId, users } = outcome;
    changed(
      productId,
      users.map((userId) => ({ userId })),
    );
    return { lapsed: users.length, promoted: await complete(productId, outcome, now) };
  }
}
