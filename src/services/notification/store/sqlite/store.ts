/** The embedded store. */
import type { Changes } from '#kit/web/event-streams.ts';
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { columns, outcomeColumns, takePage, toNotification, type Row } from '../row.ts';
import { forgetLimit, type NotificationStore } from '../store.ts';
import { acceptStep } from './accept.ts';

const migrations = new URL('./sql/', import.meta.url);

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openSqliteStore(options: Omit<SqliteOptions, 'migrations'>): NotificationStore {
  const db = Sqlite.open({ ...options, migrations });
  const find = db.get<Row>(`SELECT ${columns} FROM notification WHERE n = ?`);
  const last = db.get<{ last: number }>('SELECT last FROM counter');
  const accept = acceptStep(db, find);
  const claim = db.all<Row>(`UPDATE notification SET attempts = attempts + 1, due_at = ?
    WHERE n IN (SELECT n FROM notification WHERE state = 'pending' AND due_at <= ?
      ORDER BY due_at LIMIT ?) RETURNING ${columns}`);
  const settle = db.run(`UPDATE notification SET state = ?, error = ?, due_at = ?
    WHERE n = ? AND attempts = ? AND state = 'pending'`);
  const pending = db.get<{ count: number }>(
    "SELECT count(*) AS count FROM notification WHERE state = 'pending'",
  );
  const forget = forgetStep(db);
  const inbox = inboxReader(db);
  let changes: Changes<string> | undefined;
  return {
    ...lifecycleOf(db),
    async accept(draft, key, claimedUntil, now) {
      const accepted = await db.write(() => accept(draft, key, claimedUntil, now));
      if (accepted.kind === 'new' && draft.channel === 'in_app') changes?.changed(draft.user_id);
      return accepted;
    },
    claim: (limit, claimedUntil, now) =>
      db.write(() => claim(claimedUntil, now, limit).map(toNotification)),
    settle: (n, attempts, outcome, _now) =>
      db.write(() => settle(...outcomeColumns(outcome), n, attempts) === 1),
    async find(n) {
      const row = find(n);
      return row && toNotification(row);
    },
    inbox: async (userId, before, limit) => takePage(inbox.below(userId, before), limit),
    since: async (userId, after, limit) => takePage(inbox.above(userId, after), limit),
    last: async () => last()!.last,
    pending: async () => pending()!.count,
    forget: (now) => db.write(() => forget(now)),
    async watch(added) {
      changes = added;
    },
  };
}

/** Reads an inbox lazily: the body of a notification is read only when the caller takes it. */
function inboxReader(db: Sqlite) {
  const select = (range: string) => `SELECT ${columns} FROM notification
    WHERE channel = 'in_app' AND user_id = ? AND ${range} LIMIT 1`;
  const nextBelow = db.get<Row>(select('n < ? ORDER BY n DESC'));
  const nextAbove = db.get<Row>(select('n > ? ORDER BY n'));
  function* walk(next: typeof nextBelow, userId: string, from: number) {
    for (let row = next(userId, from); row !== undefined; row = next(userId, row.n)) {
      yield toNotification(row);
    }
  }
  return {
    below: (userId: string, before: number) => walk(nextBelow, userId, before),
    above: (userId: string, after: number) => walk(nextAbove, userId, after),
  };
}

/** As `NotificationStore.forget`, within a transaction. */
function forgetStep(db: Sqlite): (now: number) => boolean {
  const forgetKeys = db.run(`DELETE FROM idempotency_key WHERE key IN
    (SELECT key FROM idempotency_key WHERE expires_at <= ? ORDER BY expires_at LIMIT ${forgetLimit})`);
  const forgetSent = db.run(`DELETE FROM notification WHERE n IN
    (SELECT n FROM notification WHERE channel <> 'in_app' AND n <= ? AND state <> 'pending'
      ORDER BY n LIMIT ${forgetLimit})`);
  const nextExpiry = db.get<{ at: number | null }>(
    'SELECT min(expires_at) AS at FROM idempotency_key',
  );
  return (now) => {
    const keys = forgetKeys(now);
    // A key lives for 24 hours from its request on, and its notification has no smaller number than
    // the instant of that request. So numbers of 24 hours before the next expiry have no key left.
    const expired = Math.min(now, (nextExpiry()!.at ?? Infinity) - 1);
    return [keys, forgetSent(expired - keyLifetimeMs)].includes(forgetLimit);
  };
}
