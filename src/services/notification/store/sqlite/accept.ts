/** The step that stores a new notification. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { newNotification, recipientColumn, toNotification, type Row } from '../row.ts';
import type { Accepted, Draft } from '../store.ts';

/**
 * As `NotificationStore.accept`, within a transaction.
 *
 * @param find the row with a number
 */
export function acceptStep(db: Sqlite, find: (n: number) => Row | undefined) {
  const findKey = db.get<{ fingerprint: string; n: number }>(
    'SELECT fingerprint, n FROM idempotency_key WHERE key = ? AND expires_at > ?',
  );
  const putKey = db.run('REPLACE INTO idempotency_key VALUES (?, ?, ?, ?)');
  // A clock that stands still, or goes back, is nudged forward.
  const nextNumber = db.get<{ n: number }>(
    'UPDATE counter SET last = max(last + 1, ?) RETURNING last AS n',
  );
  const insert = db.run(`INSERT INTO notification
    (n, user_id, channel, state, attempts, due_at, recipient, title, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  return (
    draft: Draft,
    key: IdempotencyKey | undefined,
    claimedUntil: number,
    now: number,
  ): Accepted => {
    const earlier = key && findKey(key.text, now);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== key!.fingerprint) return { kind: 'mismatched' };
      // A key never outlives its notification: see `forget`.
      return { kind: 'repeated', notification: toNotification(find(earlier.n)!) };
    }
    const { n } = nextNumber(now)!;
    const notification = newNotification(draft, n);
    const { user_id, channel, state, attempts, title, body } = notification;
    const dueAt = state === 'pending' ? claimedUntil : null;
    const recipient = recipientColumn(draft);
    insert(n, user_id, channel, state, attempts, dueAt, recipient, title, body);
    if (key) putKey(key.text, key.fingerprint, n, now + keyLifetimeMs);
    return { kind: 'new', notification };
  };
}
