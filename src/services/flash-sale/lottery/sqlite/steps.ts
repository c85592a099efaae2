/** The steps of the lottery, each a unit of work. ../lua has the same for Redis. */
import type { Transaction } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import { giveBack, sell, stockView } from '../../store/sqlite/ledger.ts';
import type { Product } from '../../store/sqlite/products.ts';
import type { Sale } from '../../store/sqlite/sale.ts';
import type {
  Award,
  CloseOutcome,
  DrawKey,
  EnterOutcome,
  LotteryEntry,
  Portion,
  PrizeOutcome,
  Round,
  Ticket,
} from '../store.ts';
import { portionSize } from '../store.ts';
import type { EntryRow, RoundRow, WonRow } from './rows.ts';

export function enterStep(sale: Sale, e: LotteryEntry, tx: Transaction): EnterOutcome {
  const { productId, userId, device, now } = e;
  if (!sale.windows.haveRoom(e.devices, now)) return { kind: 'rate-limited' };
  // An attempt that is refused below counts too.
  sale.windows.record(e.devices, now, tx);
  const product = sale.products.find(productId);
  if (!isLottery(product)) return { kind: kindOfNoLottery(product) };
  const rounds = sale.lottery.rounds(productId, product.generation);
  const { seed } = rounds.at(-1)!;
  const present = sale.lottery.entryOf(productId, product.generation, userId);
  if (present?.device === device) return { kind: 'already-entered', seed };
  if (present !== undefined) return { kind: 'taken' };
  const isOver = now - product.opened_at >= lifetimesMs.enrolment;
  if (rounds[0]!.winners !== null || isOver) return { kind: 'closed' };
  return sale.lottery.enter(product, userId, e.entry, device)
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
  const { generation } = product;
  const round = sale.lottery.round(productId, generation, number);
  if (round === undefined) {
    return { kind: 'wrong-round', next: sale.lottery.rounds(productId, generation).length };
  }
  if (round.winners !== null) return { kind: 'closed', round: toRound(round) };
  const { available } = stockView(sale, productId)!;
  if (available < winners) return { kind: 'short', available };
  sale.lottery.closeRound(productId, generation, number, winners);
  return { kind: 'closed', round: toRound({ ...round, winners }) };
}

export function awardStep(sale: Sale, award: Award): void {
  const { productId, round, expiresAt } = award;
  const found = closedRound(sale, award);
  if (found === undefined) return;
  const { product } = found;
  const { generation } = product;
  for (const [i, { userId, orderId, reservationId, token }] of award.prizes.entries()) {
    // Another request may be drawing the same round.
    if (hasWon(sale.lottery.entryOf(productId, generation, userId)!)) continue;
    const units = { qty: 1, bucket: i, firstGroup: 0 };
    const purchase = { userId, ...units, orderId, reservationId, promoted: false };
    if (!sell(sale, product, purchase)) throw new Error(`no unit left for ${reservationId}`);
    sale.lottery.win(productId, generation, userId, round, token, reservationId, expiresAt);
  }
}

export function endRoundStep(sale: Sale, draw: DrawKey, digest: string, nextSeed: string): void {
  const found = closedRound(sale, draw);
  if (found === undefined) return;
  const { product_id, generation } = found.product;
  sale.lottery.endRound(product_id, generation, draw.round, digest);
  sale.lottery.addRound(product_id, generation, draw.round + 1, nextSeed);
}

/** Some of the entrants or the winners of a draw. */
export function readPortion(
  sale: Sale,
  draw: DrawKey,
  of: 'entrants' | 'winners',
  from: number,
): Portion | undefined {
  const found = findRound(sale, draw);
  if (found === undefined) return undefined;
  const { product_id, generation } = found.product;
  const rows = sale.lottery[of](product_id, generation, draw.round, from, portionSize);
  const entrants = rows.map(({ userId, entry }) => ({ userId, entry }));
  return rows.length < portionSize ? { entrants } : { entrants, next: rows.at(-1)!.following };
}

export function readRounds(sale: Sale, productId: string): Round[] | undefined {
  const product = sale.products.find(productId);
  if (!isLottery(product)) return undefined;
  return sale.lottery.rounds(productId, product.generation).map(toRound);
}

export function readTicket(
  sale: Sale,
  productId: string,
  userId: string,
  now: number,
): Ticket | undefined {
  const { generation } = sale.products.find(productId) ?? { generation: 0 };
  const entry = sale.lottery.entryOf(productId, generation, userId);
  if (entry === undefined) return undefined;
  if (!hasWon(entry)) {
    const isDrawn = sale.lottery.round(productId, generation, 1)!.digest !== null;
    return { state: isDrawn ? 'lost' : 'pending' };
  }
  const { token, expires_at: expiresAt } = entry;
  const { order_id: orderId, reservation_id: reservationId } = reservationOf(sale, entry);
  const prize = { userId, orderId, reservationId, token, expiresAt };
  if (entry.state === 'claimed') return { state: 'claimed', prize };
  return { state: isExpired(entry, now) ? 'expired' : 'won', prize };
}

export function claimPrizeStep(sale: Sale, token: string, now: number): PrizeOutcome {
  const entry = sale.lottery.entryWith(token);
  // A prize of a former ledger is void, whether it is removed yet or not.
  if (entry === undefined || !isCurrent(sale, entry)) return { kind: 'unknown' };
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
    const isHeld = reservation.status === 'held' && isCurrent(sale, entry);
    if (isHeld) giveBack(sale, reservation, now);
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

/** The same of a round that is closed and not yet drawn. */
function closedRound(sale: Sale, draw: DrawKey) {
  const found = findRound(sale, draw);
  const isClosed = found?.round.winners !== null && found?.round.digest === null;
  return isClosed ? found : undefined;
}

const toRound = ({ round, seed, winners, digest }: RoundRow): Round => ({
  round,
  seed,
  ...(winners !== null && { winners }),
  ...(digest !== null && { digest }),
});
