/** Reservations: each with its buyer and the bucket of its units. */
import type { Sqlite } from '#kit/stores/sqlite.ts';

export interface Reservation {
  readonly reservation_id: string;
  readonly order_id: string;
  readonly product_id: string;
  /** The ledger that it belongs to. */
  readonly generation: number;
  readonly user_id: string;
  readonly qty: number;
  readonly bucket: number;
  readonly status: 'held' | 'confirmed' | 'released' | 'expired';
  /** When the hold lapses; null: never. */
  readonly expires_at: number | null;
}

/** Whether the hold is over; the instant decides, before the sweep as after it. */
export const isLapsed = ({ status, expires_at }: Reservation, now: number): boolean =>
  status === 'expired' || (status === 'held' && expires_at !== null && now >= expires_at);

/** Whether units are held for the buyer still. */
export const isHeld = (reservation: Reservation, now: number): boolean =>
  reservation.status === 'held' && !isLapsed(reservation, now);

/** Whether the buyer has the units: held or for good. */
export const isKept = (reservation: Reservation, now: number): boolean =>
  reservation.status === 'confirmed' || isHeld(reservation, now);

/** The end of a hold that goes on. */
export const holdOf = (reservation: Reservation) =>
  reservation.status === 'held' ? expiryOf(reservation) : {};

export const expiryOf = ({ expires_at }: Pick<Reservation, 'expires_at'>) =>
  expires_at === null ? {} : { expiresAt: expires_at };

export const reservations = (db: Sqlite) => ({
  find: db.get<Reservation>('SELECT * FROM reservation WHERE reservation_id = ?'),
  /** Id, order, product, generation, user, qty, bucket; 1 when promoted from the waiting room; expiry. */
  add: db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, ?, 'held', ?, ?)"),
  setStatus: db.run('UPDATE reservation SET status = ?2 WHERE reservation_id = ?1'),
  /** From now on the hold lapses at an instant. */
  setExpiry: db.run(
    "UPDATE reservation SET expires_at = ?2 WHERE reservation_id = ?1 AND status = 'held'",
  ),
  /** Units whose holds have lapsed, and which are not given back yet: of a user, product, generation. */
  lapsedUnits: db.get<{ units: number }>(
    `SELECT total(qty) AS units FROM reservation
     WHERE user_id = ? AND product_id = ? AND generation = ?
       AND status = 'held' AND expires_at IS NOT NULL AND expires_at <= ?`,
  ),
  /** How many holds of a user lapse after an instant. */
  countHeld: db.get<{ n: number }>(
    `SELECT count(*) AS n FROM reservation
     WHERE user_id = ? AND status = 'held' AND expires_at IS NOT NULL AND expires_at > ?`,
  ),
  /** Some whose holds have lapsed, and are not given back yet. */
  lapsed: db.all<Reservation>(
    `SELECT * FROM reservation WHERE status = 'held' AND expires_at IS NOT NULL AND expires_at <= ?
     ORDER BY expires_at LIMIT ?`,
  ),
  /**
   * One for each product, or for the one that is named. Where earlier versions have left several, the
   * latest comes first.
   */
  promotedOf: db.all<Reservation>(
    `SELECT * FROM reservation
     WHERE promoted = 1 AND user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
     ORDER BY reservation_id DESC LIMIT 20`,
  ),
  /**
   * Forgets where an earlier position led: the user has since given up a later one, or was served.
   */
  forgetPromotion: db.run(
    `UPDATE reservation SET promoted = 0
     WHERE promoted = 1 AND user_id = ?1 AND product_id = ?2`,
  ),
});

/** Units that users hold or have confirmed, of products that limit them. */
export function ownedUnits(db: Sqlite) {
  const units = db.get<{ units: number }>(
    'SELECT units FROM owned WHERE product_id = ? AND generation = ? AND user_id = ?',
  );
  return {
    of: (...key: [productId: string, generation: number, userId: string]): number =>
      units(...key)?.units ?? 0,
    /** Product, generation, user, units. */
    add: db.run(
      'INSERT INTO owned VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET units = units + excluded.units',
    ),
    takeBack: db.run(
      'UPDATE owned SET units = units - ?4 WHERE product_id = ?1 AND generation = ?2 AND user_id = ?3',
    ),
  };
}
