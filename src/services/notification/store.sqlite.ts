/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import type { Draft, Notification } from './notification.ts';
import { columnsOf, noteOf, pageOf, recipientOf, type Row } from './row.ts';
import {
  forgetLimit,
  keyLifetime,
  pageBytes,
  type Accepted,
  type Key,
  type NotificationStore,
  type Watcher,
} from './store.ts';

// Instants are milliseconds.
const schema = `
CREATE TABLE counter (last INTEGER NOT NULL);
INSERT INTO counter VALUES (0);
CREATE TABLE notification (
  n INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,                 -- delivered, pending, sent, failed
  recipient TEXT,                      -- JSON: address or subscription
  error TEXT,
  attempts INTEGER NOT NULL,
  due_at INTEGER                       -- pending: when it may be claimed
);
CREATE INDEX inbox ON notification (user_id, n) WHERE channel = 'in_app';
CREATE INDEX outgoing ON notification (n) WHERE channel <> 'in_app';
CREATE INDEX due ON notification (due_at) WHERE state = 'pending';
CREATE TABLE idempotency_key (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  n INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX expiry ON idempotency_key (expires_at)`;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations: [schema] });
}

const columns = 'n, user_id, channel, title, body, state, recipient, error, attempts';

/** The sizes come first: bodies that do not fit are not read. */
const page = (range: string, order: string) => `
  WITH sized AS MATERIALIZED (
    SELECT n, octet_length(body) AS size FROM notification
    WHERE channel = 'in_app' AND user_id = ? AND ${range} ORDER BY ${order} LIMIT ?
  ), summed AS (SELECT n, sum(size) OVER (ORDER BY ${order}) - size AS before FROM sized)
  SELECT ${columns} FROM notification WHERE n IN (SELECT n FROM summed WHERE before < ${pageBytes})
  ORDER BY ${order}`;

export function sqliteStore(db: Sqlite): NotificationStore {
  const accept = acceptStep(db);
  const find = db.get<Row>(`SELECT ${columns} FROM notification WHERE n = ?`);
  const claim = db.all<Row>(`UPDATE notification SET attempts = attempts + 1, due_at = ?
    WHERE n IN (SELECT n FROM notification WHERE state = 'pending' AND due_at <= ?
      ORDER BY due_at LIMIT ?) RETURNING ${columns}`);
  const settle = db.run(`UPDATE notification SET state = ?, error = ?, due_at = ?
    WHERE n = ? AND attempts = ? AND state = 'pending'`);
  const inbox = db.all<Row>(page('n < ?', 'n DESC'));
  const since = db.all<Row>(page('n > ?', 'n'));
  const last = db.get<{ last: number }>('SELECT last FROM counter');
  const pending = db.get<{ count: number }>(
    "SELECT count(*) AS count FROM notification WHERE state = 'pending'",
  );
  const forgetKeys = db.run(`DELETE FROM idempotency_key WHERE key IN
    (SELECT key FROM idempotency_key WHERE expires_at <= ? ORDER BY expires_at LIMIT ${forgetLimit})`);
  const forgetSent = db.run(`DELETE FROM notification WHERE n IN
    (SELECT n FROM notification WHERE channel <> 'in_app' AND n <= ? AND state <> 'pending'
      ORDER BY n LIMIT ${forgetLimit})`);
  const nextExpiry = db.get<{ at: number | null }>(
    'SELECT min(expires_at) AS at FROM idempotency_key',
  );
  let watcher: Watcher | undefined;
  return {
    async accept(draft, key, claimedUntil, now) {
      const accepted = await db.write(() => accept(draft, key, claimedUntil, now));
      if (accepted.kind === 'new' && draft.channel === 'in_app') watcher?.arrived(draft.userId);
      return accepted;
    },
    claim: (limit, claimedUntil, now) =>
      db.write(() => claim(claimedUntil, now, limit).map(noteOf)),
    settle: (n, attempts, outcome, _now) =>
      db.write(() => settle(...columnsOf(outcome), n, attempts) === 1),
    async find(n) {
      const row = find(n);
      return row && noteOf(row);
    },
    inbox: async (userId, before, limit) => pageOf(inbox(userId, before, limit).map(noteOf), limit),
    since: async (userId, after, limit) => pageOf(since(userId, after, limit).map(noteOf), limit),
    last: async () => last()!.last,
    pending: async () => pending()!.count,
    forget: (now) =>
      db.write(() => {
        const keys = forgetKeys(now);
        // A key expires no later than its notification's number says: those of later keys stay.
        const expired = Math.min(now, (nextExpiry()!.at ?? Infinity) - 1);
        return [keys, forgetSent(expired - keyLifetime)].includes(forgetLimit);
      }),
    async watch(added) {
      watcher = added;
    },
    ready: async () => void last(),
    close: () => db.close(),
  };
}

function acceptStep(db: Sqlite) {
  const find = db.get<Row>(`SELECT ${columns} FROM notification WHERE n = ?`);
  const known = db.get<{ fingerprint: string; n: number }>(
    'SELECT fingerprint, n FROM idempotency_key WHERE key = ? AND expires_at > ?',
  );
  const take = db.run('REPLACE INTO idempotency_key VALUES (?, ?, ?, ?)');
  const next = db.get<{ last: number }>(
    'UPDATE counter SET last = max(last + 1, ?) RETURNING last',
  );
  const insert = db.run('INSERT INTO notification VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?)');

  return (draft: Draft, key: Key | undefined, claimedUntil: number, now: number): Accepted => {
    const earlier = key && known(key.text, now);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== key!.fingerprint) return { kind: 'mismatched' };
      // No key is there without its notification: see `forget`.
      return { kind: 'repeated', notification: noteOf(find(earlier.n)!) };
    }
    const n = next(now)!.last;
    const { userId, channel, title, body } = draft;
    const recipient = recipientOf(draft);
    const isOut = channel !== 'in_app';
    const state: Notification['state'] = isOut ? 'pending' : 'delivered';
    const attempts = isOut ? 1 : 0;
    insert(
      n,
      userId,
      channel,
      title,
      body,
      state,
      recipient,
      attempts,
      isOut ? claimedUntil : null,
    );
    if (key) take(key.text, key.fingerprint, n, now + keyLifetime);
    return { kind: 'new', notification: { ...draft, n, state, attempts } };
  };
}
