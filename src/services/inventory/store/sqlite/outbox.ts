/** The outbox in the embedded store. Everything but reading is called inside a unit of work. */
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { OutboxEntry, type Backlog, type PendingMovement } from '../outbox.ts';
import type { StockKey } from '../stock.ts';
import { lifetimes, limits } from '../store.ts';

const parseEntry = storedJson('outbox.entry', OutboxEntry);

export type OutboxTable = ReturnType<typeof outboxTable>;

export function outboxTable(db: Sqlite) {
  const insert = db.run('INSERT INTO outbox VALUES (?, ?, ?, ?)');
  const insertMovement = db.run('INSERT INTO outbox_movement VALUES (?, ?, ?, ?, ?)');
  const claimable = db.all<{ entry: string }>(
    'SELECT entry FROM outbox WHERE claimable_at <= ? ORDER BY claimable_at, rowid LIMIT ?',
  );
  const setClaimable = db.run('UPDATE outbox SET claimable_at = ? WHERE entry_id = ?');
  const remove = db.run('DELETE FROM outbox WHERE entry_id = ?');
  const removeMovements = db.run('DELETE FROM outbox_movement WHERE entry_id = ?');
  const count = db.get<{ entries: number; oldestAt: number | null }>(
    'SELECT count(*) AS entries, (SELECT at FROM outbox ORDER BY rowid LIMIT 1) AS oldestAt FROM outbox',
  );
  const pendingOf = db.all<PendingMovement>(
    `SELECT entry_id AS entryId, seq, delta FROM outbox_movement
     WHERE hub_id = ? AND sku = ? ORDER BY seq LIMIT ?`,
  );

  return {
    add(entry: OutboxEntry): void {
      insert(entry.id, entry.at, entry.at, JSON.stringify(entry));
      for (const { sku, delta, seq } of entry.movements) {
        insertMovement(entry.id, entry.hubId, sku, delta, seq);
      }
    },

    claim(now: number): OutboxEntry[] {
      const entries = claimable(now, limits.claim).map(({ entry }) => parseEntry(entry));
      for (const { id } of entries) setClaimable(now + lifetimes.claimMs, id);
      return entries;
    },

    unclaim({ id, at }: OutboxEntry): void {
      setClaimable(at, id);
    },

    remove({ id }: OutboxEntry): void {
      remove(id);
      removeMovements(id);
    },

    backlog(): Backlog {
      const { entries, oldestAt } = count()!;
      return { entries, oldestAt: oldestAt ?? undefined };
    },

    pending({ hubId, sku }: StockKey): PendingMovement[] | null {
      const rows = pendingOf(hubId, sku, limits.pending + 1);
      return rows.length > limits.pending ? null : rows.map((row) => ({ ...row }));
    },
  };
}
