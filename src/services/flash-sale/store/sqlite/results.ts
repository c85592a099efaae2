/** Idempotency keys, one row each: a lock while a request runs (slot pool only), then its result. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import type { Checkout, Completed, Original, Queued } from '../checkouts.ts';

type Row = { at: number; reservation_id: string } & (
  | { status: 'running' }
  | { status: 'completed'; order_id: string }
  | { status: 'queued'; position: number }
);

export class Results {
  readonly #find;
  readonly #put;
  readonly #remove;
  readonly #forgetOldest;

  constructor(db: Sqlite) {
    this.#find = db.get<Row>('SELECT * FROM result WHERE idempotency_key = ?');
    this.#put = db.run(
      `REPLACE INTO result (idempotency_key, status, order_id, reservation_id, position, at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#remove = db.run('DELETE FROM result WHERE idempotency_key = ?');
    this.#forgetOldest = db.run(
      'DELETE FROM result WHERE id IN (SELECT id FROM result ORDER BY id LIMIT ?) AND at <= ?',
    );
  }

  /** What the key yielded, or undefined when it may be used (again). The instant decides. */
  find(idempotencyKey: string, now: number): Original | undefined {
    const row = this.#find(idempotencyKey);
    if (row === undefined) return undefined;
    const isRunning = row.status === 'running';
    if (now - row.at >= (isRunning ? lifetimesMs.lock : lifetimesMs.result)) return undefined;
    switch (row.status) {
      case 'running':
        return 'running';
      case 'queued':
        return { kind: 'queued', position: row.position };
      case 'completed':
        return { kind: 'completed', orderId: row.order_id, reservationId: row.reservation_id };
    }
  }

  save({ idempotencyKey: key, now }: Checkout, result: Completed | Queued): void {
    if (result.kind === 'queued') this.#put(key, 'queued', null, null, result.position, now);
    else this.#put(key, 'completed', result.orderId, result.reservationId, null, now);
  }

  lock({ idempotencyKey, reservationId, now }: Checkout): void {
    this.#put(idempotencyKey, 'running', null, reservationId, null, now);
  }

  /** Ends a lock; false when it is no longer this attempt's: after 30 s another may take the key. */
  unlock({ idempotencyKey, reservationId }: Checkout): boolean {
    const row = this.#find(idempotencyKey);
    if (row?.status !== 'running' || row.reservation_id !== reservationId) return false;
    this.#remove(idempotencyKey);
    return true;
  }

  /** Forgets the oldest keys if their time is over, at most `limit`; true if it was all of these. */
  forgetOldest(now: number, limit: number): boolean {
    return this.#forgetOldest(limit, now - lifetimesMs.result) === limit;
  }
}
