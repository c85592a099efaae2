/** The embedded system of record: a database of its own, as PostgreSQL is one of its own. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import type { Comparison, OnHand, RecordStore, WholeReading } from '../record-store.ts';
import { portions, type OutboxEntry } from '../stock-store.ts';

export function openRecordDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const schema = readFileSync(new URL('./record.sql', import.meta.url), 'utf8');
  return new Sqlite({ ...options, migrations: [schema] });
}

export function sqliteRecordStore(db: Sqlite): RecordStore {
  return new SqliteRecord(db);
}

class SqliteRecord implements RecordStore {
  readonly #db: Sqlite;
  readonly #insert;
  readonly #change;
  readonly #onHand;
  readonly #since;
  readonly #has;
  readonly #page;
  readonly #ping;

  constructor(db: Sqlite) {
    this.#db = db;
    this.#insert = db.run(
      'INSERT INTO movements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#change = db.run(`INSERT INTO stock_on_hand VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
      SET quantity = quantity + excluded.quantity, last_seq = max(last_seq, excluded.last_seq)`);
    this.#onHand = db.get<{ quantity: number }>(
      'SELECT quantity FROM stock_on_hand WHERE hub_id = ? AND sku = ?',
    );
    this.#since = db.get<{ delta: number }>(
      `SELECT coalesce(sum(delta), 0) AS delta FROM movements
       WHERE hub_id = ? AND sku = ? AND seq > ?`,
    );
    this.#has = db.get('SELECT 1 FROM movements WHERE entry_id = ? AND sku = ?');
    this.#page = db.all<{ hub_id: string; sku: string; quantity: number; last_seq: number }>(
      'SELECT * FROM stock_on_hand WHERE (hub_id, sku) > (?, ?) ORDER BY hub_id, sku LIMIT ?',
    );
    this.#ping = db.get('SELECT 1');
  }

  append(entries: readonly OutboxEntry[]): Promise<void> {
    return this.#db.write(() => entries.forEach((entry) => this.#append(entry)));
  }

  #append({ id, kind, hubId, orderId, userId, at, movements }: OutboxEntry): void {
    const reservationId = kind === 'confirm' ? id : null;
    for (const { sku, qty, delta, seq } of movements) {
      const columns = [id, sku, reservationId, hubId, qty, kind, orderId, userId, at, delta, seq];
      if (this.#insert(...columns) === 1) this.#change(hubId, sku, delta, seq);
    }
  }

  async compare(readings: readonly WholeReading[]): Promise<Comparison[]> {
    return readings.map(({ hubId, sku, seq, pending }) => {
      const quantity = this.#onHand(hubId, sku)?.quantity ?? 0;
      const recorded = quantity - this.#since(hubId, sku, seq)!.delta;
      const missing = pending.filter(({ entryId }) => !this.#has(entryId, sku));
      return { recorded, unrecorded: missing.reduce((total, { delta }) => total + delta, 0) };
    });
  }

  async *onHand(): AsyncIterable<readonly OnHand[]> {
    let last = { hubId: '', sku: '' };
    for (;;) {
      const rows = this.#page(last.hubId, last.sku, portions.places);
      if (rows.length === 0) return;
      const places = rows.map(({ hub_id, sku, quantity, last_seq }) => {
        return { hubId: hub_id, sku, quantity, lastSeq: last_seq };
      });
      yield places;
      last = places.at(-1)!;
    }
  }

  async ready(): Promise<void> {
    this.#ping();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
