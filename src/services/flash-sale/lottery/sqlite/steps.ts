/** The steps of the lottery, each a unit of work. ../lua has the same for Redis. */
import type { Transaction } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import { giveBack, sell, stockView } from '../../store/sqlite/ledger.ts';
import type { Product } from '../../store/sqlite/products.ts';
import type { Sale } from '../../store/sqlite/sale.ts';
import type {
  Award,
  CloseOutcome,
  EnterOutcome,
  LotteryEntry,
  Prize,
  PrizeOutcome,
  Round,
  Ticket,
} from '../store.ts';
import type { EntryRow, RoundRow, WonRow } from './rows.ts';

export function enterStep(sale: Sale, entry: LotteryEntry, tx: Transaction): EnterOutcome {
  const { productId, userId, device, devices, now } = entry;
  if (!sale.windows.haveRoom(devices, now)) return { kind: 'rate-limited' };
  // An attempt that is refused below counts too.
  sale.windows.record(devices, now, tx);
  const product = sale.products.find(productId);
  if (!isLottery(product)) return { kind: kindOfNoLottery(product) };
  const rounds = sale.lottery.rounds(productId);
  const seed = rounds.at(-1)!.seed;
  const present = sale.lottery.entryOf(productId, userId);
  if (present?.device === device) return { kind: 'already-entered', seed };
  if (present !== undefined) return { kind: 'taken' };
  const isOver = now - product.opened_at >= lifetimesMs.enrolment;
  if (rounds[0]!.winners !== null || isOver) return { kind: 'closed' };
  return sale.lottery.enter(productId, userId, device)
    ? { kind: 'entered', seed }
    : { kind: 'taken' };
}

export function closeRoundStep(
  sale: Sale,
  productId: string,
  number: number,
  winners: number,
): CloseOutcome {
  const product = sale.products.find(productId);
  if (!isLottery(product)) return { kind: kindOfNoLottery(product) };
  const rounds = sale.lottery.rounds(productId);
  const round = rounds[number - 1];
  if (round === undefined) return { kind: 'wrong-round', next: rounds.length };
  if (round.winners !== null) return { kind: 'closed', round: toRound(sale, productId, round) };
  const { available } = stockView(sale, productId)!;
  if (available < winners) return { kind: 'short', available };
  sale.lottery.closeRound(productId, number, winners);
  return { kind: 'closed', round: toRound(sale, productId, { ...round, winners }) };
}

/**
 * Reserves a unit for each of some prizes, while the round is closed and not yet drawn. A winner
 * who has a prize keeps it: another request may be drawing the same round.
 */
export function awardPrizesStep(sale: Sale, award: Award, prizes: readonly Prize[]): void {
  const { productId, round, seed, expiresAt, now } = award;
  if (!sale.lottery.isClosed(productId, round, seed)) return;
  const product = sale.products.find(productId)!;
  for (const [i, { userId, orderId, reservationId, token }] of prizes.entries()) {
    if (hasWon(sale.lottery.entryOf(productId, userId)!)) continue;
    const units = { qty: 1, bucket: i, firstGroup: 0 };
    const purchase = { userId, ...units, orderId, reservationId, promoted: false, now };
    if (!sell(sale, product, purchase)) throw new Error(`no unit left for ${reservationId}`);
    sale.lottery.win(productId, userId, round, token, reservationId, expiresAt);
  }
}

/** Once all prizes of a round are reserved. */
export function endRoundStep(sale: Sale, { productId, round, seed, nextSeed }: Award): void {
  if (!sale.lottery.isClosed(productId, round, seed)) return;
  sale.lottery.markDrawn(productId, round);
  sale.lottery.addRound(productId, round + 1, nextSeed);
}

export function readRounds(sale: Sale, productId: string): Round[] | undefined {
  const rounds = sale.lottery.rounds(productId);
  if (rounds.length === 0) return undefined;
  return rounds.map((round) => toRound(sale, productId, round));
}

export function readTicket(
  sale: Sale,
  productId: string,
  userId: string,
  now: number,
): Ticket | undefined {
  const entry = sale.lottery.entryOf(productId, userId);
  if (entry === undefined) return undefined;
  if (!hasWon(entry)) {
    const isDrawn = sale.lottery.rounds(productId).some((round) => round.drawn === 1);
    return { state: isDrawn ? 'lost' : 'pending', prize: undefined };
  }
  const { token, expires_at: expiresAt } = entry;
  const { order_id: orderId, reservation_id: reservationId } = reservationOf(sale, entry);
  const prize = { userId, orderId, reservationId, token, expiresAt };
  if (entry.state === 'claimed') return { state: 'claimed', prize };
  return { state: isExpired(entry, now) ? 'expired' : 'won', prize };
}

export function claimPrizeStep(sale: Sale, token: string, now: number): PrizeOutcome {
  const entry = sale.lottery.entryWith(token);
  if (entry === undefined) return { kind: 'unknown' };
  const { order_id: orderId, reservation_id: reservationId } = reservationOf(sale, entry);
  if (entry.state !== 'claimed') {
    if (isExpired(entry, now)) return { kind: 'expired' };
    sale.lottery.setState(token, 'claimed');
  }
  return { kind: 'claimed', orderId, reservationId };
}

/** Returns the units of prizes that nobody claimed in time; true when there may be more. */
export function returnPrizesStep(sale: Sale, now: number, limit: number): boolean {
  const overdue = sale.lottery.overdue(now, limit);
  for (const entry of overdue) {
    const reservation = reservationOf(sale, entry);
    // The holder may have confirmed or released it by its id, without the token.
    if (reservation.status === 'held') giveBack(sale, reservation, now);
    sale.lottery.setState(entry.token, 'returned');
  }
  return overdue.length === limit;
}

const isLottery = (product: Product | undefined): product is Product =>
  product !== undefined && product.generation > 0 && product.flow === 'lottery';

const kindOfNoLottery = (product: Product | undefined) =>
  product === undefined || product.generation === 0 ? 'unknown' : 'wrong-flow';

const hasWon = (entry: EntryRow): entry is WonRow => entry.token !== null;

/** The instant decides, before the sweep as after it. */
const isExpired = ({ expires_at }: WonRow, now: number) => now >= expires_at;

const reservationOf = (sale: Sale, entry: WonRow) => sale.reservations.find(entry.reservation_id)!;

function toRound(sale: Sale, productId: string, row: RoundRow): Round {
  const { round, seed, winners, drawn } = row;
  // Enrolment ends with the first round, so the entrants of a closed one are always the same.
  const entrants = winners === null ? [] : sale.lottery.entrants(productId, round);
  return { round, seed, winners: winners ?? 0, drawn: drawn === 1, entrants };
}
