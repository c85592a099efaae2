/** The step that takes a notification on. */
import type { Sqlite, Transaction } from '#kit/sqlite.ts';
import type { Inboxes } from './inboxes.sqlite.ts';
import type { Draft } from './notification.ts';
import { noteOf, recipientOf, type Row } from './row.ts';
import { keyLifetime, type Accepted, type Key } from './store.ts';

/** As `NotificationStore.accept`, within a transaction. */
export function acceptStep(
  db: Sqlite,
  inboxes: Inboxes,
  find: (n: number) => Row | undefined,
  last: number,
) {
  const known = db.get<{ fingerprint: string; n: number }>(
    'SELECT fingerprint, n FROM idempotency_key WHERE key = ? AND expires_at > ?',
  );
  const take = db.run('REPLACE INTO idempotency_key VALUES (?, ?, ?, ?)');
  const nextNumber = numbers(last);
  const insert = db.run(`INSERT INTO notification
    (n, user_id, channel, title, body, state, recipient, attempts, due_at)
    VALUES (?, ?, ?, ?, ?, 'pending', ?, 1, ?)`);
  const insertLinked = db.run(`INSERT INTO notification
    (n, user_id, channel, title, body, state, recipient, attempts, previous, mark)
    VALUES (?, ?, 'in_app', ?, ?, 'delivered', ?, 0, ?, ?)`);

  return (
    tx: Transaction,
    draft: Draft,
    key: Key | undefined,
    claimedUntil: number,
    now: number,
  ): Accepted => {
    const earlier = key && known(key.text, now);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== key!.fingerprint) return { kind: 'mismatched' };
      // No key is there without its notification: see `forget`.
      return { kind: 'repeated', notification: noteOf(find(earlier.n)!) };
    }
    const n = nextNumber(now, tx);
    const { userId, channel, title, body } = draft;
    const recipient = recipientOf(draft);
    const isOut = channel !== 'in_app';
    if (isOut) {
      insert(n, userId, channel, title, body, recipient, claimedUntil);
    } else {
      const { previous, mark } = inboxes.append(userId, n, tx);
      insertLinked(n, userId, title, body, recipient, previous, mark);
    }
    if (key) take(key.text, key.fingerprint, n, now + keyLifetime);
    const state = isOut ? 'pending' : 'delivered';
    return { kind: 'new', notification: { ...draft, n, state, attempts: isOut ? 1 : 0 } };
  };
}

/** Hands out numbers from memory, within transactions that insert under them. */
function numbers(last: number): (now: number, tx: Transaction) => number {
  let n = last;
  return (now, tx) => {
    const before = n;
    tx.onRollback(() => (n = before));
    return (n = Math.max(n + 1, now));
  };
}
