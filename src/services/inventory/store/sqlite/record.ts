/** The embedded system of record: a database apart from the operational one, as PostgreSQL is. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { sum } from '../buckets.ts';
import { pages } from '../pages.ts';
import { movementRows, type OnHand, type RecordedMovement, type RecordStore } from '../record.ts';
import { limits } from '../inventory-store.ts';

/** @throws StartupError when another process holds the file */
export function openRecordDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const migrations = new URL('./sql/record/', import.meta.url);
  return Sqlite.open({ ...options, migrations });
}

export function sqliteRecord(db: Sqlite): RecordStore {
  const insert = db.run(
    `INSERT INTO movements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const change = db.run(`INSERT INTO stock_on_hand VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET quantity = quantity + excluded.quantity, last_seq = max(last_seq, excluded.last_seq)`);
  const quantityOf = db.get<{ quantity: number }>(
    'SELECT quantity FROM stock_on_hand WHERE hub_id = ? AND sku = ?',
  );
  const deltaSince = db.get<{ delta: number }>(
    `SELECT coalesce(sum(delta), 0) AS delta FROM movements
     WHERE hub_id = ? AND sku = ? AND seq > ?`,
  );
  const has = db.get('SELECT 1 FROM movements WHERE entry_id = ? AND sku = ?');
  const page = db.all<{ hub_id: string; sku: string; quantity: number; last_seq: number }>(
    'SELECT * FROM stock_on_hand WHERE (hub_id, sku) > (?, ?) ORDER BY hub_id, sku LIMIT ?',
  );
  const newest = db.all<RecordedMovement>(
    `SELECT entry_id AS entryId, kind, hub_id AS hubId, sku, qty, delta, seq,
       reservation_id AS reservationId, order_id AS orderId, user_id AS userId, reason, reference, at
     FROM movements WHERE hub_id = ? AND sku = ? AND (seq, entry_id) < (?, ?)
     ORDER BY seq DESC, entry_id DESC LIMIT ?`,
  );
  return {
    ...lifecycleOf(db),

    append: (entries) =>
      db.write(() => {
        for (const row of movementRows(entries)) {
          const { entry_id, sku, reservation_id, hub_id, qty, kind, delta, seq } = row;
          const { order_id, user_id, reason, reference, at } = row;
          const why = [order_id, user_id, reason, reference, at];
          const isNew =
            insert(entry_id, sku, reservation_id, hub_id, qty, kind, ...why, delta, seq) === 1;
          if (isNew) change(hub_id, sku, delta, seq);
        }
      }),

    compare: async (snapshots) =>
      snapshots.map(({ hubId, sku, stock, pending }) => {
        const quantity = quantityOf(hubId, sku)?.quantity ?? 0;
        const recorded = quantity - deltaSince(hubId, sku, stock.seq)!.delta;
        const missing = pending.filter(({ entryId }) => !has(entryId, sku));
        return { recorded, unrecorded: sum(missing.map(({ delta }) => delta)) };
      }),

    onHand: () =>
      pages<OnHand>(async (last) =>
        page(last?.hubId ?? '', last?.sku ?? '', limits.keys).map((row) => {
          const { hub_id: hubId, sku, quantity, last_seq: lastSeq } = row;
          return { hubId, sku, quantity, lastSeq };
        }),
      ),

    movements: async ({ hubId, sku }, after, count) => {
      const { seq, entryId } = after ?? { seq: Number.MAX_SAFE_INTEGER, entryId: '' };
      return newest(hubId, sku, seq, entryId, count).map((row) => ({ ...row }));
    },
  };
}
