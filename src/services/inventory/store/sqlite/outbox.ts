/** The outbox in the embedded store. Everything but reading is called inside a unit of work. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Backlog, Movement, OutboxEntry, PendingMovement } from '../outbox.ts';
import type { StockKey } from '../stock.ts';
import { lifetimes, limits } from '../store.ts';

interface OutboxRow {
  id: number;
  entry_id: string;
  kind: OutboxEntry['kind'];
  hub_id: string;
  order_id: string | null;
  user_id: string | null;
  at: number;
}

export type OutboxTable = ReturnType<typeof outboxTable>;

export function outboxTable(db: Sqlite) {
  const insert = db.get<{ id: number }>(
    `INSERT INTO outbox (entry_id, kind, hub_id, order_id, user_id, at, claimable_at)
     VALUES (?, ?, ?, ?, ?, ?, 0) RETURNING id`,
  );
  const insertMovement = db.run('INSERT INTO outbox_movement VALUES (?, ?, ?, ?, ?, ?)');
  const claimable = db.all<OutboxRow>(
    'SELECT * FROM outbox WHERE claimable_at <= ? ORDER BY id LIMIT ?',
  );
  const movementsOf = db.all<Movement>(
    'SELECT sku, qty, delta, seq FROM outbox_movement WHERE outbox_id = ?',
  );
  const setClaimable = db.run('UPDATE outbox SET claimable_at = ? WHERE entry_id = ?');
  const remove = db.get<{ id: number }>('DELETE FROM outbox WHERE entry_id = ? RETURNING id');
  const removeMovements = db.run('DELETE FROM outbox_movement WHERE outbox_id = ?');
  const count = db.get<{ entries: number; oldest_at: number | null }>(
    'SELECT count(*) AS entries, (SELECT at FROM outbox ORDER BY id LIMIT 1) AS oldest_at FROM outbox',
  );
  const pendingOf = db.all<{ entry_id: string; seq: number; delta: number }>(
    `SELECT entry_id, seq, delta FROM outbox_movement AS m JOIN outbox ON outbox.id = outbox_id
     WHERE m.hub_id = ? AND sku = ? ORDER BY seq LIMIT ?`,
  );

  return {
    add({ id, kind, hubId, orderId, userId, at, movements }: OutboxEntry): void {
      const row = insert(id, kind, hubId, orderId, userId, at)!;
      for (const { sku, qty, delta, seq } of movements) {
        insertMovement(row.id, hubId, sku, qty, delta, seq);
      }
    },

    claim(now: number): OutboxEntry[] {
      const rows = claimable(now, limits.claim);
      for (const { entry_id } of rows) setClaimable(now + lifetimes.claimMs, entry_id);
      return rows.map((row) => ({
        id: row.entry_id,
        kind: row.kind,
        hubId: row.hub_id,
        orderId: row.order_id,
        userId: row.user_id,
        at: row.at,
        movements: movementsOf(row.id).map((movement) => ({ ...movement })),
      }));
    },

    unclaim({ id }: OutboxEntry): void {
      setClaimable(0, id);
    },

    remove({ id }: OutboxEntry): void {
      const row = remove(id);
      if (row) removeMovements(row.id);
    },

    backlog(): Backlog {
      const { entries, oldest_at } = count()!;
      return { entries, oldestAt: oldest_at ?? undefined };
    },

    pending({ hubId, sku }: StockKey): PendingMovement[] | undefined {
      const rows = pendingOf(hubId, sku, limits.pending + 1);
      if (rows.length > limits.pending) return undefined;
      return rows.map(({ entry_id: entryId, seq, delta }) => ({ entryId, seq, delta }));
    },
  };
}
