/** The outbox in the embedded store: what the record has to be told. Called inside a unit of work. */
import type { Sqlite } from '#kit/sqlite.ts';
import {
  lifetimes,
  portions,
  type Backlog,
  type OutboxEntry,
  type PendingMovement,
  type Place,
} from '../stock-store.ts';

interface OutboxRow {
  id: number;
  entry_id: string;
  kind: OutboxEntry['kind'];
  hub_id: string;
  order_id: string | null;
  user_id: string | null;
  at: number;
  /** JSON of `Movement[]`. */
  movements: string;
}

export class SqliteOutbox {
  readonly #insert;
  readonly #insertPending;
  readonly #claimable;
  readonly #claim;
  readonly #delete;
  readonly #deletePending;
  readonly #giveBack;
  readonly #backlog;
  readonly #pending;

  constructor(db: Sqlite) {
    this.#insert = db.run(
      `INSERT INTO outbox (entry_id, kind, hub_id, order_id, user_id, at, movements, claimable_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
    );
    this.#insertPending = db.run('INSERT INTO pending VALUES (?, ?, ?, ?, ?)');
    this.#claimable = db.all<OutboxRow>(
      'SELECT * FROM outbox WHERE claimable_at <= ? ORDER BY id LIMIT ?',
    );
    this.#claim = db.run('UPDATE outbox SET claimable_at = ? WHERE id = ?');
    this.#delete = db.run('DELETE FROM outbox WHERE entry_id = ?');
    this.#deletePending = db.run('DELETE FROM pending WHERE hub_id = ? AND sku = ? AND seq = ?');
    this.#giveBack = db.run('UPDATE outbox SET claimable_at = 0 WHERE entry_id = ?');
    this.#backlog = db.get<{ entries: number; oldest_at: number | null }>(
      'SELECT count(*) AS entries, (SELECT at FROM outbox ORDER BY id LIMIT 1) AS oldest_at FROM outbox',
    );
    this.#pending = db.all<{ entry_id: string; seq: number; delta: number }>(
      'SELECT entry_id, seq, delta FROM pending WHERE hub_id = ? AND sku = ? LIMIT ?',
    );
  }

  add({ id, kind, hubId, orderId, userId, at, movements }: OutboxEntry): void {
    this.#insert(id, kind, hubId, orderId, userId, at, JSON.stringify(movements));
    for (const { sku, seq, delta } of movements) this.#insertPending(hubId, sku, seq, delta, id);
  }

  claim(now: number): OutboxEntry[] {
    const rows = this.#claimable(now, portions.claim);
    for (const { id } of rows) this.#claim(now + lifetimes.claim, id);
    return rows.map(toEntry);
  }

  remove({ id, hubId, movements }: OutboxEntry): void {
    this.#delete(id);
    for (const { sku, seq } of movements) this.#deletePending(hubId, sku, seq);
  }

  giveBack({ id }: OutboxEntry): void {
    this.#giveBack(id);
  }

  backlog(): Backlog {
    const { entries, oldest_at } = this.#backlog()!;
    return { entries, oldestAt: oldest_at ?? undefined };
  }

  pending({ hubId, sku }: Place): PendingMovement[] | undefined {
    const rows = this.#pending(hubId, sku, portions.pending + 1);
    if (rows.length > portions.pending) return undefined;
    return rows.map(({ entry_id: entryId, seq, delta }) => ({ entryId, seq, delta }));
  }
}

function toEntry(row: OutboxRow): OutboxEntry {
  return {
    id: row.entry_id,
    kind: row.kind,
    hubId: row.hub_id,
    orderId: row.order_id,
    userId: row.user_id,
    at: row.at,
    movements: JSON.parse(row.movements),
  };
}
