/**
 * The embedded store. Each method of the port is one unit of work over plain rows, in the
 * transaction of the group commit: see kit/stores/sqlite.ts.
 */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  awardPrizesStep,
  claimPrizeStep,
  closeRoundStep,
  endRoundStep,
  enterStep,
  readRounds,
  readTicket,
  returnPrizesStep,
} from '../../lottery/sqlite/steps.ts';
import type { FlashSaleStore } from '../store.ts';
import { admitStep, checkoutStep, sellStep } from './checkout.ts';
import { claimVoucherStep } from './claim-voucher.ts';
import { confirmStep, loadStep, releaseStep, stockView } from './ledger.ts';
import { Promotions } from './promotions.ts';
import { queuePosition } from './queue-position.ts';
import { openSale } from './sale.ts';
import { waitingSlice } from './waiting-room.ts';

/** Rows of one unit of housekeeping: a few milliseconds' worth. */
const limits = { results: 500, prizes: 200, rooms: 20 } as const;

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** One for a database: device windows and the slot pool are in memory. */
export function sqliteStore(db: Sqlite): FlashSaleStore {
  const sale = openSale(db);
  const promotions = new Promotions(db, sale);
  return {
    ...lifecycleOf(db),

    checkout: (checkout) =>
      promotions.first(checkout.now, (tx) => checkoutStep(sale, checkout, tx)),
    admit: (checkout, poolSize) => db.write((tx) => admitStep(sale, checkout, poolSize, tx)),
    async sell(checkout) {
      const { reservationId, devices, now } = checkout;
      try {
        const outcome = await promotions.first(now, () => sellStep(sale, checkout));
        // The request was counted by `admit`; one that is refused leaves nothing.
        if (outcome.kind === 'sold-out') sale.windows.takeBack(devices, now);
        return outcome;
      } finally {
        sale.pool.giveBack(reservationId);
      }
    },
    originalOf: async (key, now) => sale.results.find(key, now),

    async load(load) {
      const { productId, now } = load;
      const outcome = await promotions.first(now, () => loadStep(sale, load));
      if (outcome.kind !== 'loaded') return outcome;
      const promoted = await promotions.complete(productId, outcome.promoted, now);
      return { ...outcome, promoted };
    },
    stock: async (productId) => stockView(sale, productId),
    async release(reservationId, now) {
      const outcome = await promotions.first(now, () => releaseStep(sale, reservationId, now));
      if (outcome.kind !== 'released') return outcome;
      const { product_id } = sale.reservations.find(reservationId)!;
      const promoted = await promotions.complete(product_id, outcome.promoted, now);
      const waiting = outcome.waiting - (promoted.length - outcome.promoted.length);
      return { ...outcome, promoted, waiting };
    },
    confirm: (reservationId) => db.write(() => confirmStep(sale, reservationId)),

    queuePosition: async (userId, productId, now) => queuePosition(sale, userId, productId, now),
    async setTier(userIds, tier) {
      for (const slice of slices(userIds)) {
        await db.write(() => sale.rooms.setTier(slice, tier));
      }
    },

    claimVoucher: (claim) => db.write((tx) => claimVoucherStep(sale, claim, tx)),

    enterLottery: (entry) => db.write((tx) => enterStep(sale, entry, tx)),
    closeRound: (productId, round, winners) =>
      db.write(() => closeRoundStep(sale, productId, round, winners)),
    async award(award) {
      for (const prizes of slices(award.prizes)) {
        await db.write(() => awardPrizesStep(sale, award, prizes));
      }
      await db.write(() => endRoundStep(sale, award));
    },
    rounds: async (productId) => readRounds(sale, productId),
    ticket: async (productId, userId, now) => readTicket(sale, productId, userId, now),
    claimPrize: (token, now) => db.write(() => claimPrizeStep(sale, token, now)),

    async sweep(now) {
      // Left by a process that died.
      const unfinished = sale.products.promoting();
      if (unfinished !== undefined) await promotions.finish(unfinished.product_id, now);
      return db.write(() => {
        const prizes = returnPrizesStep(sale, now, limits.prizes);
        const rooms = sale.rooms.dropStale(now, limits.rooms, waitingSlice);
        const results = sale.results.forgetOldest(now, limits.results);
        return prizes || rooms || results;
      });
    },
  };
}

/** Splits a list, so that other requests need not wait for all of it. */
function* slices<T>(items: readonly T[]): Iterable<readonly T[]> {
  const size = 200;
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
