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

export class Reservations {
  readonly find: (reservationId: string) => Reservation | undefined;
  readonly setStatus: (reservationId: string, status: Reservation['status']) => void;
  readonly #promotedOf;
  readonly #add;

  constructor(db: Sqlite) {
    this.find = db.get<Reservation>('SELECT * FROM reservation WHERE reservation_id = ?');
    this.#promotedOf = db.all<Reservation>(
      `SELECT * FROM reservation
       WHERE promoted = 1 AND user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
       ORDER BY reservation_id DESC LIMIT 20`,
    );
    this.#add = db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, ?, 'held', ?, ?)");
    this.setStatus = db.run('UPDATE reservation SET status = ?2 WHERE reservation_id = ?1');
  }

  /** @param promoted whether the buyer was promoted from the waiting room */
  add(reservation: Omit<Reservation, 'status'>, promoted: boolean, now: number): void {
    const { reservation_id, order_id, product_id, generation, user_id, qty, bucket } = reservation;
    const isPromoted = promoted ? 1 : 0;
    this.#add(
      reservation_id,
      order_id,
      product_id,
      generation,
      user_id,
      qty,
      bucket,
      isPromoted,
      now,
    );
  }

  /** Orders of promoted users, the latest first; of any product when none is named. */
  promotedOf(userId: string, productId: string | undefined): Reservation[] {
    return this.#promotedOf(userId, productId ?? null);
  }
}
