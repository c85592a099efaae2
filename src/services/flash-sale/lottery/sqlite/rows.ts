/** Rounds and entries of a lottery; what a closed ledger leaves of them, of its vouchers and limits. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Entrant, LotteryEntry } from '../lottery-store.ts';

export interface EntryRow {
  readonly product_id: string;
  readonly generation: number;
  readonly seq: number;
  readonly user_id: string;
  readonly salt: string;
  readonly device: string;
  /** Null until the entry has won, as are the next two. */
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
  readonly winners: number | null;
  readonly digest: string | null;
}

export interface Former {
  readonly product_id: string;
  readonly generation: number;
}

/** An entrant, and where the next one begins. */
type EntrantRow = Entrant & { readonly following: number };

export function lotteryRows(db: Sqlite) {
  const lastSeq = db.get<{ seq: number }>(
    'SELECT max(seq) AS seq FROM lottery_entry WHERE product_id = ? AND generation = ?',
  );
  const enter = db.run(
    `INSERT INTO lottery_entry (product_id, generation, seq, user_id, salt, entry, device)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const former = db.get<Former>('SELECT * FROM former LIMIT 1');
  const removeFormer = db.run('DELETE FROM former WHERE product_id = ? AND generation = ?');
  const removals = Object.entries({
    voucher: 'user_id',
    owned: 'user_id',
    lottery_entry: 'seq',
    lottery_round: 'round',
  }).map(([table, column]) =>
    db.run(
      `DELETE FROM ${table} WHERE product_id = ?1 AND generation = ?2 AND ${column} IN (
         SELECT ${column} FROM ${table} WHERE product_id = ?1 AND generation = ?2 LIMIT ?3)`,
    ),
  );
  return {
    rounds: db.all<RoundRow>(
      'SELECT * FROM lottery_round WHERE product_id = ? AND generation = ? ORDER BY round',
    ),
    round: db.get<RoundRow>(
      'SELECT * FROM lottery_round WHERE product_id = ? AND generation = ? AND round = ?',
    ),
    addRound: db.run('INSERT INTO lottery_round VALUES (?, ?, ?, ?, NULL, NULL)'),
    closeRound: db.run(
      `UPDATE lottery_round SET winners = ?4
       WHERE product_id = ?1 AND generation = ?2 AND round = ?3`,
    ),
    endRound: db.run(
      `UPDATE lottery_round SET digest = ?4
       WHERE product_id = ?1 AND generation = ?2 AND round = ?3`,
    ),
    entryOf: db.get<EntryRow>(
      'SELECT * FROM lottery_entry WHERE product_id = ? AND generation = ? AND user_id = ?',
    ),
    entryWith: db.get<WonRow>('SELECT * FROM lottery_entry WHERE token = ?'),
    /** Lists the participants of a round, in order of entry: all but the winners of earlier ones. */
    entrants: db.all<EntrantRow>(
      `SELECT user_id AS userId, entry, seq + 1 AS following FROM lottery_entry
       WHERE product_id = ?1 AND generation = ?2 AND (won_round IS NULL OR won_round >= ?3)
         AND seq >= ?4 ORDER BY seq LIMIT ?5`,
    ),
    /** Lists the winners of a round, best ticket first. */
    winners: db.all<EntrantRow>(
      `SELECT user_id AS userId, entry, place + 1 AS following FROM lottery_entry
       WHERE product_id = ?1 AND generation = ?2 AND won_round = ?3 AND place >= ?4
       ORDER BY place LIMIT ?5`,
    ),
    /** The next place of the round is the user's. */
    win: db.run(
      `UPDATE lottery_entry SET won_round = ?4, token = ?5, reservation_id = ?6, expires_at = ?7,
         place = (SELECT 1 + coalesce(max(place), 0) FROM lottery_entry
                  WHERE product_id = ?1 AND generation = ?2 AND won_round = ?4)
       WHERE product_id = ?1 AND generation = ?2 AND user_id = ?3`,
    ),
    setState: db.run('UPDATE lottery_entry SET state = ?2 WHERE token = ?1'),
    /** Some prizes that nobody claimed in time. */
    overdue: db.all<WonRow>(
      "SELECT * FROM lottery_entry WHERE state = 'open' AND expires_at <= ? LIMIT ?",
    ),

    /** False when the device has entered before. */
    enter(
      { product_id, generation }: Former,
      { userId, salt, entry, device }: LotteryEntry,
    ): boolean {
      const seq = (lastSeq(product_id, generation)!.seq ?? -1) + 1;
      return enter(product_id, generation, seq, userId, salt, entry, device) === 1;
    },

    addFormer: db.run('INSERT INTO former VALUES (?, ?)'),
    /** Removes some rows of a former ledger; true when there may be more. */
    forgetFormer(limit: number): boolean {
      const found = former();
      if (found === undefined) return false;
      const { product_id, generation } = found;
      for (const remove of removals) {
        if (remove(product_id, generation, limit) === limit) return true;
      }
      return removeFormer(product_id, generation) === 1;
    },
  };
}
