/** The outbox in the embedded store. Everything but reading is called inside a unit of work. */
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { OutboxEntry, type Backlog, type PendingMovement, type Rejection } from '../outbox.ts';
import type { StockKey } from '../stock.ts';
import { lifetimes, limits } from '../inventory-store.ts';

const parseEntry = storedJson('outbox.entry', OutboxEntry);

export function outboxTable(db: Sqlite) {
  const insert = db.run(
    'INSERT INTO outbox (entry_id, at, claimable_at, entry) VALUES (?, ?, ?, ?)',
  );
  const insertMovement = db.run('INSERT INTO outbox_movement VALUES (?, ?, ?, ?, ?)');
  const claimable = db.all<{ entry: string }>(
    'SELECT entry FROM outbox WHERE claimable_at <= ? ORDER BY claimable_at, rowid LIMIT ?',
  );
  const setClaimable = db.run('UPDATE outbox SET claimable_at = ? WHERE entry_id = ?');
  const remove = db.run('DELETE FROM outbox WHERE entry_id = ?');
  const removeMovements = db.run('DELETE FROM outbox_movement WHERE entry_id = ?');
  const failuresOf = db.get<{ failures: number }>('SELECT failures FROM outbox WHERE entry_id = ?');
  const setFailure = db.run(
    'UPDATE outbox SET failures = ?, reason = ?, claimable_at = ? WHERE entry_id = ?',
  );
  const rejected = db.all<Rejection>(
    `SELECT entry_id AS entryId, entry ->> 'hubId' AS hubId, failures, reason,
       claimable_at AS retryAt
     FROM outbox WHERE failures > 0 LIMIT ?`,
  );
  const count = db.get<Omit<Backlog, 'oldestAt'> & { oldestAt: number | null }>(
    `SELECT count(*) AS entries, (SELECT at FROM outbox ORDER BY rowid LIMIT 1) AS oldestAt,
       (SELECT count(*) FROM outbox WHERE failures > 0) AS rejected
     FROM outbox`,
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

    reject({ id }: OutboxEntry, reason: string, now: number): void {
      const row = failuresOf(id);
      if (!row) return;
      const pause = Math.min(lifetimes.retryMs * 2 ** row.failures, lifetimes.maxRetryMs);
      setFailure(row.failures + 1, reason, now + pause, id);
    },

    rejections: () => rejected(limits.rejections).map((row) => ({ ...row })),

    backlog(): Backlog {
      const { oldestAt, ...counts } = count()!;
      return { ...counts, oldestAt: oldestAt ?? undefined };
    },

    pending({ hubId, sku }: StockKey): PendingMovement[] | null {
      const rows = pendingOf(hubId, sku, limits.pending + 1);
      return rows.length > limits.pending ? null : rows.map((row) => ({ ...row }));
    },
  };
}
