/** Idempotency records: a lock while a request runs (slot pool only), then what it yielded. */
import type { Sqlite } from '#kit/sqlite.ts';
import { lifetimes, type Checkout, type Completed, type Queued, type Repeated } from '../store.ts';
import { KeyIndex } from './key-index.ts';

interface Row {
  id: number;
  idempotency_key: string;
  status: 'running' | 'completed' | 'queued' | 'free';
  order_id: string;
  reservation_id: string;
  position: number;
  at: number;
}

export class Results {
  readonly #index = new KeyIndex(lifetimes.result);
  readonly #row;
  readonly #insert;
  readonly #update;
  readonly #free;
  readonly #purge;
  readonly #lastId;
  #nextId = 1;

  constructor(db: Sqlite) {
    this.#row = db.get<Row>('SELECT * FROM result WHERE id = ?');
    this.#insert = db.run('INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#update = db.run(
      `UPDATE result SET status = ?2, order_id = ?3, reservation_id = ?4, position = ?5, at = ?6
       WHERE id = ?1`,
    );
    this.#free = db.run("UPDATE result SET status = 'free', at = 0 WHERE id = ?");
    this.#purge = db.run(
      'DELETE FROM result WHERE id IN (SELECT id FROM result ORDER BY id LIMIT ?) AND at <= ?',
    );
    this.#lastId = db.get<{ id: number | null }>('SELECT max(id) AS id FROM result');
    this.#readIndex(db);
    db.join({ beforeCommit: () => {}, afterRollback: () => this.#readLastId() });
  }

  /** What the key yielded, or undefined when it may be used (again). */
  find(key: string, now: number): Repeated['original'] | undefined {
    const row = this.#find(key);
    if (!row || row.status === 'free') return undefined;
    const { status, order_id: orderId, reservation_id: reservationId, position } = row;
    const lifetime = status === 'running' ? lifetimes.lock : lifetimes.result;
    if (now - row.at >= lifetime) return undefined;
    if (status === 'running') return 'running';
    if (status === 'queued') return { kind: 'queued', position };
    return { kind: 'completed', orderId, reservationId };
  }

  save(checkout: Checkout, result: Completed | Queued): void {
    if (result.kind === 'queued') this.#put(checkout, 'queued', null, null, result.position);
    else this.#put(checkout, 'completed', result.orderId, result.reservationId, null);
  }

  lock(checkout: Checkout): void {
    this.#put(checkout, 'running', null, checkout.reservationId, null);
  }

  /** Ends a lock; false when it is no longer this attempt's: after 30 s another may take the key. */
  unlock({ idempotencyKey, reservationId }: Checkout): boolean {
    const row = this.#find(idempotencyKey);
    if (row?.status !== 'running' || row.reservation_id !== reservationId) return false;
    this.#free(row.id);
    return true;
  }

  /** Removes up to `limit` of the oldest records if their time is over; true if all were. */
  purge(now: number, limit: number): boolean {
    return this.#purge(limit, now - lifetimes.result) === limit;
  }

  /** The latest record of a key, whatever its age. */
  #find(key: string): Row | undefined {
    return this.#index.find(key, (id) => {
      const row = this.#row(id);
      return row?.idempotency_key === key ? row : undefined;
    });
  }

  #put(
    { idempotencyKey, now }: Checkout,
    status: Row['status'],
    orderId: string | null,
    reservationId: string | null,
    position: number | null,
  ): void {
    // A key has one record at most, so that trying it again and again costs nothing.
    const present = this.#find(idempotencyKey);
    if (present) {
      this.#update(present.id, status, orderId, reservationId, position, now);
      this.#index.add(idempotencyKey, present.id, now); // it lives for longer now
      return;
    }
    const id = this.#nextId++;
    this.#insert(id, idempotencyKey, status, orderId, reservationId, position, now);
    this.#index.add(idempotencyKey, id, now);
  }

  #readIndex(db: Sqlite): void {
    const page = db.all<Pick<Row, 'id' | 'idempotency_key' | 'at'>>(
      'SELECT id, idempotency_key, at FROM result WHERE id > ? ORDER BY id LIMIT 10000',
    );
    for (let rows = page(0); rows.length > 0; rows = page(rows.at(-1)!.id)) {
      for (const { id, idempotency_key, at } of rows) this.#index.add(idempotency_key, id, at);
    }
    this.#readLastId();
  }

  #readLastId(): void {
    this.#nextId = (this.#lastId()?.id ?? 0) + 1;
  }
}
