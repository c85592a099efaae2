/** Reservations: who bought what out of which bucket. */
import type { Sqlite } from '#kit/stores/sqlite.ts';

export interface Reservation {
  readonly reservation_id: string;
  readonly order_id: string;
  readonly product_id: string;
  /** Of the ledger that it belongs to. */
  readonly generation: number;
  readonly user_id: string;
  readonly qty: number;
  readonly bucket: number;
  readonly status: 'held' | 'confirmed' | 'released';
}

export const reservations = (db: Sqlite) => ({
  find: db.get<Reservation>('SELECT * FROM reservation WHERE reservation_id = ?'),
  /** Id, order, product, generation, user, qty, bucket; 1 when promoted from the waiting room. */
  add: db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, ?, 'held', ?)"),
  setStatus: db.run('UPDATE reservation SET status = ?2 WHERE reservation_id = ?1'),
  /** Of promoted users, the latest first; of any product when it is null. */
  promotedOf: db.all<Reservation>(
    `SELECT * FROM reservation
     WHERE promoted = 1 AND user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
     ORDER BY reservation_id DESC LIMIT 20`,
  ),
});
