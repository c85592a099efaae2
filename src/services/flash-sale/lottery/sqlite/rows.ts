/** Rounds and entries of a lottery. */
import type { Sqlite } from '#kit/stores/sqlite.ts';

export interface EntryRow {
  readonly product_id: string;
  readonly seq: number;
  readonly user_id: string;
  readonly device: string;
  /** Null until the entry has won, as are the next three. */
  readonly won_round: number | null;
  readonly token: string | null;
  readonly reservation_id: string | null;
  readonly expires_at: number | null;
  readonly state: 'open' | 'claimed' | 'returned';
}

/** An entry that has won. */
export interface WonRow extends EntryRow {
  readonly token: string;
  readonly reservation_id: string;
  readonly expires_at: number;
}

export interface RoundRow {
  readonly round: number;
  readonly seed: string;
  /** Null until the round is closed. */
  readonly winners: number | null;
  readonly drawn: 0 | 1;
}

type PrizeRow = [round: number, token: string, reservationId: string, expiresAt: number];

export class LotteryRows {
  readonly rounds: (productId: string) => RoundRow[];
  readonly addRound: (productId: string, round: number, seed: string) => void;
  readonly closeRound: (productId: string, round: number, winners: number) => void;
  readonly markDrawn: (productId: string, round: number) => void;
  readonly entryOf: (productId: string, userId: string) => EntryRow | undefined;
  readonly entryWith: (token: string) => WonRow | undefined;
  readonly win: (productId: string, userId: string, ...prize: PrizeRow) => void;
  readonly setState: (token: string, state: EntryRow['state']) => void;
  /** Some prizes that nobody claimed in time. */
  readonly overdue: (now: number, limit: number) => WonRow[];
  readonly #closed;
  readonly #lastSeq;
  readonly #enter;
  readonly #entrants;
  readonly #clear;

  constructor(db: Sqlite) {
    this.rounds = db.all<RoundRow>(
      'SELECT * FROM lottery_round WHERE product_id = ? ORDER BY round',
    );
    this.addRound = db.run('INSERT INTO lottery_round VALUES (?, ?, ?, NULL, 0)');
    this.closeRound = db.run(
      'UPDATE lottery_round SET winners = ?3 WHERE product_id = ?1 AND round = ?2',
    );
    this.markDrawn = db.run(
      'UPDATE lottery_round SET drawn = 1 WHERE product_id = ? AND round = ?',
    );
    this.entryOf = db.get<EntryRow>(
      'SELECT * FROM lottery_entry WHERE product_id = ? AND user_id = ?',
    );
    this.entryWith = db.get<WonRow>('SELECT * FROM lottery_entry WHERE token = ?');
    this.win = db.run(
      `UPDATE lottery_entry SET won_round = ?3, token = ?4, reservation_id = ?5, expires_at = ?6
       WHERE product_id = ?1 AND user_id = ?2`,
    );
    this.setState = db.run('UPDATE lottery_entry SET state = ?2 WHERE token = ?1');
    this.overdue = db.all<WonRow>(
      "SELECT * FROM lottery_entry WHERE state = 'open' AND expires_at <= ? LIMIT ?",
    );
    this.#closed = db.get(
      `SELECT 1 FROM lottery_round
       WHERE product_id = ? AND round = ? AND seed = ? AND winners IS NOT NULL AND drawn = 0`,
    );
    this.#lastSeq = db.get<{ seq: number }>(
      'SELECT seq FROM lottery_entry WHERE product_id = ? ORDER BY seq DESC LIMIT 1',
    );
    this.#enter = db.run(
      `INSERT INTO lottery_entry VALUES (?, ?, ?, ?, NULL, NULL, NULL, NULL, 'open')
       ON CONFLICT DO NOTHING`,
    );
    this.#entrants = db.all<{ user_id: string }>(
      `SELECT user_id FROM lottery_entry
       WHERE product_id = ? AND (won_round IS NULL OR won_round >= ?) ORDER BY seq`,
    );
    this.#clear = [
      db.run('DELETE FROM lottery_round WHERE product_id = ?'),
      db.run('DELETE FROM lottery_entry WHERE product_id = ?'),
    ];
  }

  clear(productId: string): void {
    for (const clear of this.#clear) clear(productId);
  }

  /** Whether the round is closed, not drawn, and still has this seed: a reset may have come. */
  isClosed(productId: string, round: number, seed: string): boolean {
    return this.#closed(productId, round, seed) !== undefined;
  }

  /** False when the device has entered before. */
  enter(productId: string, userId: string, device: string): boolean {
    const seq = (this.#lastSeq(productId)?.seq ?? -1) + 1;
    return this.#enter(productId, seq, userId, device) === 1;
  }

  /** Who takes part in a round, in order of entry: all but the winners of earlier ones. */
  entrants(productId: string, round: number): string[] {
    return this.#entrants(productId, round).map(({ user_id }) => user_id);
  }
}
