/** The shared system of record: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { OutboxEntry } from '../outbox.ts';
import { pages } from '../pages.ts';
import {
  movementRows,
  type Comparison,
  type CompleteSnapshot,
  type MovementPosition,
  type OnHand,
  type RecordedMovement,
  type RecordStore,
} from '../record.ts';
import type { StockKey } from '../stock.ts';
import { limits, recordLimitMs } from '../inventory-store.ts';

/**
 * @param deployment whose rows these are: several may share one database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresRecord(url: string, deployment: string): Promise<RecordStore> {
  const folder = new URL('./sql/', import.meta.url);
  const db = await openPostgres(url, 'inventory', folder);
  return {
    ...lifecycleOf(db),
    append: (entries) => append(db, deployment, entries),
    compare: (snapshots) => compare(db, deployment, snapshots),
    onHand: () => pages<OnHand>((last) => onHandAfter(db, deployment, last)),
    movements: (key, after, count) => movements(db, deployment, key, after, count),
  };
}

/**
 * One statement: what is inserted changes the stock on hand, what was there before does not.
 * Rows are locked in one order on all replicas (movements by id, then stock on hand by key), so
 * that no two statements wait for each other.
 */
async function append(
  db: Postgres,
  deployment: string,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const rows = JSON.stringify(movementRows(entries));
  await db.within(recordLimitMs).execute(sql`
    WITH inserted AS (
      INSERT INTO inventory.movements
        (deployment, entry_id, sku, reservation_id, hub_id, qty, kind, order_id, user_id, reason,
          reference, at, delta, seq)
      SELECT ${deployment}, entry_id, sku, reservation_id, hub_id, qty, kind, order_id,
        user_id, reason, reference, at, delta, seq
      FROM jsonb_to_recordset(${rows}::text::jsonb) AS row (
        entry_id text, sku text, reservation_id text, hub_id text, qty bigint, kind text,
        order_id text, user_id text, reason text, reference text, at bigint, delta bigint,
        seq bigint)
      ORDER BY entry_id COLLATE "C", sku COLLATE "C"
      ON CONFLICT (deployment, entry_id, sku) DO NOTHING
      RETURNING deployment, hub_id, sku, delta, seq)
    INSERT INTO inventory.stock_on_hand AS stock (deployment, hub_id, sku, quantity, last_seq)
    SELECT deployment, hub_id, sku, sum(delta), max(seq) FROM inserted
    GROUP BY deployment, hub_id, sku ORDER BY hub_id, sku
    ON CONFLICT (deployment, hub_id, sku) DO UPDATE SET
      quantity = stock.quantity + excluded.quantity,
      last_seq = greatest(stock.last_seq, excluded.last_seq)`);
}

/** One statement, hence one state of the record. */
async function compare(
  db: Postgres,
  deployment: string,
  snapshots: readonly CompleteSnapshot[],
): Promise<Comparison[]> {
  const asked = snapshots.map(({ hubId: hub_id, sku, stock }, i) => {
    return { i, hub_id, sku, seq: stock.seq };
  });
  const pending = snapshots.flatMap(({ pending }, i) =>
    pending.map(({ entryId: entry_id, delta }) => ({ i, entry_id, delta })),
  );
  return db.query(sql<Comparison>`
    WITH snapshot AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
        AS row (i int, hub_id text, sku text, seq bigint)),
    unrecorded AS (
      SELECT i, sum(pending.delta) AS delta
      FROM jsonb_to_recordset(${JSON.stringify(pending)}::text::jsonb)
        AS pending (i int, entry_id text, delta bigint)
      JOIN snapshot USING (i)
      WHERE NOT EXISTS (
        SELECT FROM inventory.movements AS m WHERE m.deployment = ${deployment}
          AND m.entry_id = pending.entry_id AND m.sku = snapshot.sku)
      GROUP BY i)
    SELECT (coalesce(stock.quantity, 0) - coalesce((
        SELECT sum(delta) FROM inventory.movements AS m
        WHERE m.deployment = ${deployment} AND m.hub_id = snapshot.hub_id
          AND m.sku = snapshot.sku AND m.seq > snapshot.seq), 0))::bigint AS recorded,
      coalesce(unrecorded.delta, 0)::bigint AS unrecorded
    FROM snapshot
    LEFT JOIN inventory.stock_on_hand AS stock ON stock.deployment = ${deployment}
      AND stock.hub_id = snapshot.hub_id AND stock.sku = snapshot.sku
    LEFT JOIN unrecorded USING (i)
    ORDER BY i`);
}

async function onHandAfter(
  db: Postgres,
  deployment: string,
  last: OnHand | undefined,
): Promise<OnHand[]> {
  const [hubId, sku] = [last?.hubId ?? '', last?.sku ?? ''];
  return db.query(sql<OnHand>`
    SELECT hub_id AS "hubId", sku, quantity, last_seq AS "lastSeq" FROM inventory.stock_on_hand
    WHERE deployment = ${deployment} AND (hub_id, sku) > (${hubId}, ${sku})
    ORDER BY hub_id, sku LIMIT ${limits.keys}`);
}

async function movements(
  db: Postgres,
  deployment: string,
  { hubId, sku }: StockKey,
  after: MovementPosition | undefined,
  count: number,
): Promise<RecordedMovement[]> {
  const { seq, entryId } = after ?? { seq: Number.MAX_SAFE_INTEGER, entryId: '' };
  return db.query(sql<RecordedMovement>`
    SELECT entry_id AS "entryId", kind, hub_id AS "hubId", sku, qty, delta, seq,
      reservation_id AS "reservationId", order_id AS "orderId", user_id AS "userId", reason,
      reference, at
    FROM inventory.movements
    WHERE deployment = ${deployment} AND hub_id = ${hubId} AND sku = ${sku}
      AND (seq, entry_id) < (${seq}::bigint, ${entryId})
    ORDER BY seq DESC, entry_id DESC LIMIT ${count}`);
}
