/** The shared system of record: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import type { Comparison, OnHand, RecordStore, WholeReading } from '../record-store.ts';
import { portions, type OutboxEntry } from '../stock-store.ts';

/**
 * @param deployment whose rows these are: several may share one database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresRecord(url: string, deployment: string): Promise<RecordStore> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresRecord(await openPostgres(url, 'inventory', folder), deployment);
}

class PostgresRecord implements RecordStore {
  readonly #db: Postgres;
  readonly #deployment: string;

  constructor(db: Postgres, deployment: string) {
    this.#db = db;
    this.#deployment = deployment;
  }

  /**
   * One statement: what is inserted changes the stock on hand, what was there before does not.
   * Rows are locked in one order on all replicas (movements by id, then places), so that no two
   * statements wait for each other.
   */
  async append(entries: readonly OutboxEntry[]): Promise<void> {
    await this.#db.execute(sql`
      WITH inserted AS (
        INSERT INTO inventory.movements
          (deployment, entry_id, sku, reservation_id, hub_id, qty, kind, order_id, user_id, at, delta, seq)
        SELECT ${this.#deployment}, entry_id, sku, reservation_id, hub_id, qty, kind, order_id,
          user_id, at, delta, seq
        FROM jsonb_to_recordset(${rowsOf(entries)}::text::jsonb) AS row (
          entry_id text, sku text, reservation_id text, hub_id text, qty bigint, kind text,
          order_id text, user_id text, at bigint, delta bigint, seq bigint)
        ORDER BY entry_id COLLATE "C", sku COLLATE "C"
        ON CONFLICT (deployment, entry_id, sku) DO NOTHING
        RETURNING deployment, hub_id, sku, delta, seq)
      INSERT INTO inventory.stock_on_hand AS place (deployment, hub_id, sku, quantity, last_seq)
      SELECT deployment, hub_id, sku, sum(delta), max(seq) FROM inserted
      GROUP BY deployment, hub_id, sku ORDER BY hub_id, sku
      ON CONFLICT (deployment, hub_id, sku) DO UPDATE SET
        quantity = place.quantity + excluded.quantity,
        last_seq = greatest(place.last_seq, excluded.last_seq)`);
  }

  /** One statement, hence one snapshot. */
  async compare(readings: readonly WholeReading[]): Promise<Comparison[]> {
    const asked = readings.map(({ hubId: hub_id, sku, seq }, i) => ({ i, hub_id, sku, seq }));
    const pending = readings.flatMap(({ pending }, i) =>
      pending.map(({ entryId: entry_id, delta }) => ({ i, entry_id, delta })),
    );
    const rows = await this.#db.query(sql<{ recorded: string; unrecorded: string }>`
      WITH reading AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
          AS row (i int, hub_id text, sku text, seq bigint)),
      unrecorded AS (
        SELECT i, sum(pending.delta) AS delta
        FROM jsonb_to_recordset(${JSON.stringify(pending)}::text::jsonb)
          AS pending (i int, entry_id text, delta bigint)
        JOIN reading USING (i)
        WHERE NOT EXISTS (
          SELECT FROM inventory.movements AS m WHERE m.deployment = ${this.#deployment}
            AND m.entry_id = pending.entry_id AND m.sku = reading.sku)
        GROUP BY i)
      SELECT coalesce(place.quantity, 0) - coalesce((
          SELECT sum(delta) FROM inventory.movements AS m
          WHERE m.deployment = ${this.#deployment} AND m.hub_id = reading.hub_id
            AND m.sku = reading.sku AND m.seq > reading.seq), 0) AS recorded,
        coalesce(unrecorded.delta, 0) AS unrecorded
      FROM reading
      LEFT JOIN inventory.stock_on_hand AS place ON place.deployment = ${this.#deployment}
        AND place.hub_id = reading.hub_id AND place.sku = reading.sku
      LEFT JOIN unrecorded USING (i)
      ORDER BY i`);
    return rows.map(({ recorded, unrecorded }) => {
      return { recorded: Number(recorded), unrecorded: Number(unrecorded) };
    });
  }

  async *onHand(): AsyncIterable<readonly OnHand[]> {
    let last = { hubId: '', sku: '' };
    for (;;) {
      const rows = await this.#db.query(sql<{
        hub_id: string;
        sku: string;
        quantity: string;
        last_seq: string;
      }>`
        SELECT hub_id, sku, quantity, last_seq FROM inventory.stock_on_hand
        WHERE deployment = ${this.#deployment} AND (hub_id, sku) > (${last.hubId}, ${last.sku})
        ORDER BY hub_id, sku LIMIT ${portions.places}`);
      if (rows.length === 0) return;
      const places = rows.map(({ hub_id, sku, quantity, last_seq }) => {
        return { hubId: hub_id, sku, quantity: Number(quantity), lastSeq: Number(last_seq) };
      });
      yield places;
      last = places.at(-1)!;
    }
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

/** The rows of `movements`, as JSON. */
function rowsOf(entries: readonly OutboxEntry[]): string {
  const rows = entries.flatMap(({ id, kind, hubId, orderId, userId, at, movements }) =>
    movements.map((movement) => ({
      ...movement,
      entry_id: id,
      reservation_id: kind === 'confirm' ? id : null,
      hub_id: hubId,
      kind,
      order_id: orderId,
      user_id: userId,
      at,
    })),
  );
  return JSON.stringify(rows);
}
