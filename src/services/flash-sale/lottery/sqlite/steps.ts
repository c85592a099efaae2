/** The steps of the lottery, each a unit of work. ../lua has the same for Redis. */
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import { stockView } from '../../store/sqlite/ledger.ts';
import { holdUntil, type Product } from '../../store/sqlite/products.ts';
import { holdOf, isKept } from '../../store/sqlite/reservations.ts';
import type { Sale } from '../../store/sqlite/sale.ts';
import { giveBack, sell } from '../../store/sqlite/selling.ts';
import type {
  DrawKey,
  EnterOutcome,
  Lottery,
  LotteryEntry,
  Portion,
  Round,
} from '../lottery-store.ts';
import { portionSize } from '../lottery-store.ts';
import type { EntryRow, RoundRow, WonRow } from './rows.ts';

export function sqliteLottery(db: Sqlite, sale: Sale): Lottery {
  const { lottery } = sale;
  return {
    enterLottery: (e) => db.write((tx) => enterStep(sale, e, tx)),

    closeRound: (productId, number, winners) =>
      db.write(() => {
        const product = sale.products.find(productId);
        if (!isLottery(product)) return { kind: kindOfNoLottery(product) };
        const { generation } = product;
        const round = lottery.round(productId, generation, number);
        if (round === undefined) {
          return { kind: 'wrong-round', next: lottery.rounds(productId, generation).length };
        }
        if (round.winners !== null) return { kind: 'closed', round: toRound(round) };
        const { available } = stockView(sale, productId)!;
        if (available < winners) return { kind: 'short', available };
        lottery.closeRound(productId, generation, number, winners);
        return { kind: 'closed', round: toRound({ ...round, winners }) };
      }),

    entrants: async (draw, from) => readPortion(sale, draw, 'entrants', from),

    award: (award) =>
      db.write(() => {
        const product = closedRound(sale, award);
        if (product === undefined) return;
        const { product_id, generation } = product;
        const { round, expiresAt } = award;
        for (const [i, { userId, orderId, reservationId, token }] of award.prizes.entries()) {
          // Another request may be drawing the same round.
          if (hasWon(lottery.entryOf(product_id, generation, userId)!)) continue;
          const units = { qty: 1, bucket: i, firstGroup: 0 };
          // Until it is claimed a prize has an end of its own.
          const hold = { promoted: false, expiresAt: null };
          const purchase = { userId, ...units, orderId, reservationId, ...hold };
          if (!sell(sale, product, purchase)) throw new Error(`no unit left for ${reservationId}`);
          const prize = [round, token, reservationId, expiresAt] as const;
          lottery.win(product_id, generation, userId, ...prize);
        }
      }),

    endRound: (draw, digest, nextSeed) =>
      db.write(() => {
        const product = closedRound(sale, draw);
        if (product === undefined) return;
        const { product_id, generation } = product;
        lottery.endRound(product_id, generation, draw.round, digest);
        lottery.addRound(product_id, generation, draw.round + 1, nextSeed);
      }),

    winners: async (draw, from) => readPortion(sale, draw, 'winners', from),

    async rounds(productId) {
      const product = sale.products.find(productId);
      if (!isLottery(product)) return undefined;
      return lottery.rounds(productId, product.generation).map(toRound);
    },

    async ticket(productId, userId, now) {
      const { generation } = sale.products.find(productId) ?? { generation: 0 };
      const entry = lottery.entryOf(productId, generation, userId);
      if (entry === undefined) return undefined;
      if (!hasWon(entry)) {
        const isDrawn = lottery.round(productId, generation, 1)!.digest !== null;
        return { state: isDrawn ? 'lost' : 'pending' };
      }
      const { token, expires_at: expiresAt } = entry;
      const { order_id: orderId, reservation_id: reservationId } = reservationOf(sale, entry);
      const state = stateOf(sale, entry, now);
      return { state, prize: { userId, orderId, reservationId, token, expiresAt } };
    },

    claimPrize: (token, now) =>
      db.write(() => {
        const entry = lottery.entryWith(token);
        // A prize of a former ledger is void, whether it is removed yet or not.
        if (entry === undefined || !isCurrent(sale, entry)) return { kind: 'unknown' };
        const state = stateOf(sale, entry, now);
        if (state === 'expired') return { kind: 'expired' };
        if (state === 'won') {
          lottery.setState(token, 'claimed');
          const until = holdUntil(sale.products.find(entry.product_id)!, now);
          if (until !== null) sale.reservations.setExpiry(entry.reservation_id, until);
        }
        const reservation = reservationOf(sale, entry);
        const { order_id: orderId, reservation_id: reservationId } = reservation;
        return { kind: 'claimed', orderId, reservationId, ...holdOf(reservation) };
      }),

    winnerOf: async (token) => lottery.entryWith(token)?.user_id,
  };
}

/** Only an entry that is new counts in the windows of its devices. */
function enterStep(sale: Sale, e: LotteryEntry, tx: Transaction): EnterOutcome {
  const { productId, userId, now } = e;
  if (!sale.windows.haveRoom(e.devices, now)) return { kind: 'rate-limited' };
  const product = sale.products.find(productId);
  if (!isLottery(product)) return { kind: kindOfNoLottery(product) };
  const rounds = sale.lottery.rounds(productId, product.generation);
  const { seed } = rounds.at(-1)!;
  const present = sale.lottery.entryOf(productId, product.generation, userId);
  if (present?.device === e.device) return { kind: 'already-entered', seed, salt: present.salt };
  if (present !== undefined) return { kind: 'taken' };
  const isOver = now - product.opened_at >= lifetimesMs.enrolment;
  if (rounds[0]!.winners !== null || isOver) return { kind: 'closed' };
  if (!sale.lottery.enter(product, e)) return { kind: 'taken' };
  sale.windows.record(e.devices, now, tx);
  return { kind: 'entered', seed, salt: e.salt };
}

/** Some of the entrants or the winners of a draw. */
function readPortion(
  sale: Sale,
  draw: DrawKey,
  of: 'entrants' | 'winners',
  from: number,
): Portion | undefined {
  const product = findRound(sale, draw)?.product;
  if (product === undefined) return undefined;
  const { product_id, generation } = product;
  const rows = sale.lottery[of](product_id, generation, draw.round, from, portionSize);
  const entrants = rows.map(({ userId, entry }) => ({ userId, entry }));
  return rows.length < portionSize ? { entrants } : { entrants, next: rows.at(-1)!.following };
}

/** Returns the units of prizes that nobody claimed in time; true when there may be more. */
export function returnPrizes(sale: Sale, now: number, limit: number): boolean {
  const overdue = sale.lottery.overdue(now, limit);
  for (const entry of overdue) {
    const reservation = reservationOf(sale, entry);
    // The holder may have confirmed or released it by its id, without the token.
    const isHeld = reservation.status === 'held' && isCurrent(sale, entry);
    if (isHeld) giveBack(sale, reservation, 'released', now);
    sale.lottery.setState(entry.token, 'returned');
  }
  return overdue.length === limit;
}

const isLottery = (product: Product | undefined): product is Product =>
  product !== undefined && product.generation > 0 && product.flow === 'lottery';

const kindOfNoLottery = (product: Product | undefined) =>
  product === undefined || product.generation === 0 ? 'unknown' : 'wrong-flow';

const hasWon = (entry: EntryRow): entry is WonRow => entry.token !== null;

/** A prize whose units were given back, in any way, has expired. */
function stateOf(sale: Sale, entry: WonRow, now: number): 'won' | 'claimed' | 'expired' {
  const reservation = reservationOf(sale, entry);
  if (!isKept(reservation, now)) return 'expired';
  if (entry.state === 'claimed' || reservation.status === 'confirmed') return 'claimed';
  // The instant decides, before the sweep as after it.
  return now < entry.expires_at ? 'won' : 'expired';
}

const isCurrent = (sale: Sale, { product_id, generation }: WonRow) =>
  sale.products.find(product_id)!.generation === generation;

const reservationOf = (sale: Sale, entry: WonRow) => sale.reservations.find(entry.reservation_id)!;

/** The round, if a reset has not put another one in its place. */
function findRound(sale: Sale, { productId, round: number, seed }: DrawKey) {
  const product = sale.products.find(productId);
  if (product === undefined) return undefined;
  const round = sale.lottery.round(productId, product.generation, number);
  return round?.seed === seed ? { product, round } : undefined;
}

/** The product, if the round is closed and not yet drawn. */
function closedRound(sale: Sale, draw: DrawKey): Product | undefined {
  const found = findRound(sale, draw);
  const isClosed = found?.round.winners !== null && found?.round.digest === null;
  return isClosed ? found.product : undefined;
}

const toRound = ({ round, seed, winners, digest }: RoundRow): Round => ({
  round,
  seed,
  ...(winners !== null && { winners }),
  ...(digest !== null && { digest }),
});
