/** Lottery entries, rounds and prizes. The draw itself is pure: see ../lottery.ts. */
import type { Sqlite } from '#kit/sqlite.ts';
import {
  lifetimes,
  type Award,
  type CloseOutcome,
  type EnterOutcome,
  type LotteryEntry,
  type PrizeOutcome,
  type Round,
  type StockLoad,
  type Ticket,
} from '../store.ts';
import { view, type Ledger } from './ledger.ts';
import type { Product, Products } from './products.ts';

interface EntryRow {
  product_id: string;
  seq: number;
  user_id: string;
  device: string;
  token: string | null;
  reservation_id: string | null;
  expires_at: number | null;
  state: 'open' | 'claimed' | 'returned';
}

interface RoundRow {
  round: number;
  seed: string;
  winners: number | null;
  entrants: string | null;
  drawn: 0 | 1;
}

export class Lottery {
  readonly #products: Products;
  readonly #ledger: Ledger;
  readonly #rounds;
  readonly #addRound;
  readonly #closeRound;
  readonly #drawn;
  readonly #entryOf;
  readonly #entryWith;
  readonly #lastSeq;
  readonly #enter;
  readonly #entrants;
  readonly #win;
  readonly #setState;
  readonly #overdue;
  readonly #clear;

  constructor(db: Sqlite, products: Products, ledger: Ledger) {
    this.#products = products;
    this.#ledger = ledger;
    this.#rounds = db.all<RoundRow>(
      'SELECT * FROM lottery_round WHERE product_id = ? ORDER BY round',
    );
    this.#addRound = db.run('INSERT INTO lottery_round VALUES (?, ?, ?, NULL, NULL, 0)');
    this.#closeRound = db.run(
      'UPDATE lottery_round SET winners = ?, entrants = ? WHERE product_id = ? AND round = ?',
    );
    this.#drawn = db.run(
      `UPDATE lottery_round SET drawn = 1
       WHERE product_id = ? AND round = ? AND seed = ? AND winners IS NOT NULL AND drawn = 0`,
    );
    this.#entryOf = db.get<EntryRow>(
      'SELECT * FROM lottery_entry WHERE product_id = ? AND user_id = ?',
    );
    this.#entryWith = db.get<EntryRow>('SELECT * FROM lottery_entry WHERE token = ?');
    this.#lastSeq = db.get<{ seq: number }>(
      'SELECT seq FROM lottery_entry WHERE product_id = ? ORDER BY seq DESC LIMIT 1',
    );
    this.#enter = db.run(
      `INSERT INTO lottery_entry VALUES (?, ?, ?, ?, NULL, NULL, NULL, 'open')
       ON CONFLICT DO NOTHING`,
    );
    this.#entrants = db.all<{ user_id: string }>(
      'SELECT user_id FROM lottery_entry WHERE product_id = ? AND token IS NULL ORDER BY seq',
    );
    this.#win = db.run(
      `UPDATE lottery_entry SET token = ?, reservation_id = ?, expires_at = ?
       WHERE product_id = ? AND user_id = ?`,
    );
    this.#setState = db.run('UPDATE lottery_entry SET state = ? WHERE token = ?');
    this.#overdue = db.all<EntryRow>(
      `SELECT * FROM lottery_entry
       WHERE state = 'open' AND expires_at <= ? LIMIT 500`,
    );
    this.#clear = [
      db.run('DELETE FROM lottery_round WHERE product_id = ?'),
      db.run('DELETE FROM lottery_entry WHERE product_id = ?'),
    ];
  }

  /** A new ledger knows nothing of the entries and prizes of the old one. */
  clear(productId: string): void {
    for (const clear of this.#clear) clear(productId);
  }

  open({ productId, seed }: StockLoad): void {
    this.#addRound(productId, 1, seed);
  }

  enter({ productId, userId, device, now }: LotteryEntry): EnterOutcome {
    const product = this.#products.get(productId);
    const refusal = refuse(product);
    if (refusal) return { kind: refusal };
    const rounds = this.#rounds(productId);
    const present = this.#entryOf(productId, userId);
    const seed = rounds.at(-1)!.seed;
    if (present) return { kind: present.device === device ? 'already-entered' : 'taken', seed };
    const closed = rounds[0]!.winners !== null || now - product!.openedAt >= lifetimes.enrolment;
    if (closed) return { kind: 'closed' };
    const seq = (this.#lastSeq(productId)?.seq ?? -1) + 1;
    return this.#enter(productId, seq, userId, device) === 1
      ? { kind: 'entered', seed }
      : { kind: 'taken' };
  }

  closeRound(productId: string, number: number, winners: number): CloseOutcome {
    const product = this.#products.get(productId);
    const refusal = refuse(product);
    if (refusal) return { kind: refusal };
    const rounds = this.#rounds(productId);
    const row = rounds[number - 1];
    if (!row) return { kind: 'wrong-round', next: rounds.length };
    if (row.winners === null) {
      const { available } = view(product!);
      if (available < winners) return { kind: 'short', available };
      row.winners = winners;
      row.entrants = JSON.stringify(this.#entrants(productId).map(({ user_id }) => user_id));
      this.#closeRound(winners, row.entrants, productId, number);
    }
    return { kind: 'closed', round: toRound(row) };
  }

  award({ productId, round, seed, prizes, nextSeed, expiresAt, now }: Award): void {
    if (this.#drawn(productId, round, seed) === 0) return;
    const product = this.#products.get(productId)!;
    prizes.forEach(({ userId, orderId, reservationId, token }, i) => {
      const units = { qty: 1, bucket: i, firstGroup: 0 };
      const sale = { userId, ...units, orderId, reservationId, promoted: false, now };
      if (!this.#ledger.sell(product, sale)) throw new Error(`no unit left for ${reservationId}`);
      this.#win(token, reservationId, expiresAt, productId, userId);
    });
    this.#addRound(productId, round + 1, nextSeed);
  }

  rounds(productId: string): Round[] | undefined {
    const rounds = this.#rounds(productId);
    return rounds.length === 0 ? undefined : rounds.map(toRound);
  }

  ticket(productId: string, userId: string, now: number): Ticket | undefined {
    const entry = this.#entryOf(productId, userId);
    if (!entry) return undefined;
    if (entry.token === null) {
      const drawn = this.#rounds(productId).some((round) => round.drawn === 1);
      return { state: drawn ? 'lost' : 'pending', prize: undefined };
    }
    const { order_id: orderId, reservation_id: reservationId } = this.#reservationOf(entry);
    const prize = {
      userId,
      orderId,
      reservationId,
      token: entry.token,
      expiresAt: entry.expires_at!,
    };
    if (entry.state === 'claimed') return { state: 'claimed', prize };
    return { state: isOver(entry, now) ? 'expired' : 'won', prize };
  }

  claimPrize(token: string, now: number): PrizeOutcome {
    const entry = this.#entryWith(token);
    if (!entry) return { kind: 'unknown' };
    const { order_id: orderId, reservation_id: reservationId } = this.#reservationOf(entry);
    if (entry.state !== 'claimed') {
      if (isOver(entry, now)) return { kind: 'expired' };
      this.#setState('claimed', token);
    }
    return { kind: 'claimed', orderId, reservationId };
  }

  /** Returns the units of prizes that nobody claimed in time; true when more are overdue. */
  sweep(now: number): boolean {
    const overdue = this.#overdue(now);
    for (const entry of overdue) {
      const reservation = this.#reservationOf(entry);
      // The holder may have confirmed or released it by its id, without the token.
      if (reservation.status === 'held') this.#ledger.giveBack(reservation, now);
      this.#setState('returned', entry.token);
    }
    return overdue.length > 0;
  }

  #reservationOf(entry: EntryRow) {
    return this.#ledger.reservation(entry.reservation_id)!;
  }
}

/** The instant decides, before the sweep as after it. */
function isOver({ expires_at }: EntryRow, now: number): boolean {
  return now >= expires_at!;
}

function refuse(product: Product | undefined): 'unknown' | 'wrong-flow' | undefined {
  if (!product || product.generation === 0) return 'unknown';
  return product.flow === 'lottery' ? undefined : 'wrong-flow';
}

function toRound({ round, seed, winners, entrants, drawn }: RoundRow): Round {
  const list: string[] = entrants === null ? [] : JSON.parse(entrants);
  return { round, seed, winners: winners ?? 0, drawn: drawn === 1, entrants: list };
}
