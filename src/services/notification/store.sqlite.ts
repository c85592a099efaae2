/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { acceptStep } from './accept.sqlite.ts';
import { defaultSizes, Inboxes } from './inboxes.sqlite.ts';
import { columnNames, columnsOf, noteOf, pageOf, type Row } from './row.ts';
import { forgetLimit, keyLifetime, type NotificationStore, type Watcher } from './store.ts';

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

/** See inboxes.sqlite.ts. */
const sortedInboxes = `
DROP INDEX inbox;
CREATE TABLE inbox (user_id TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (user_id, n)) WITHOUT ROWID;
INSERT INTO inbox SELECT user_id, n FROM notification WHERE channel = 'in_app' ORDER BY user_id, n;
ALTER TABLE counter ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
UPDATE counter SET written = last`;

/** Chains; see inboxes.sqlite.ts. What a reader skips by stands before texts of 64 KiB. */
const linkedInboxes = `
CREATE TABLE place (user_id TEXT, count INTEGER, n INTEGER, PRIMARY KEY (user_id, count)) WITHOUT ROWID;
INSERT INTO place SELECT user_id, row_number() OVER (PARTITION BY user_id ORDER BY n), n
  FROM notification WHERE channel = 'in_app';
CREATE TABLE link (n INTEGER PRIMARY KEY, previous INTEGER, mark INTEGER);
INSERT INTO link SELECT own.n, previous.n, mark.n FROM place AS own
  LEFT JOIN place AS previous ON previous.user_id = own.user_id AND previous.count = own.count - 1
  LEFT JOIN place AS mark ON mark.user_id = own.user_id AND mark.count = 32 *
    iif(own.count % 32 = 0, own.count / 32 & own.count / 32 - 1, own.count / 32)
  ORDER BY own.n;
DROP TABLE inbox;
CREATE TABLE inbox (
  user_id TEXT PRIMARY KEY,
  newest INTEGER NOT NULL,
  count INTEGER NOT NULL,
  mark INTEGER                         -- the last one, which may be the newest
) WITHOUT ROWID;
INSERT INTO inbox SELECT user_id, max(n), max(count), max(n) FILTER (WHERE count % 32 = 0)
  FROM place GROUP BY user_id;
DROP TABLE place;
ALTER TABLE notification RENAME TO unlinked;
CREATE TABLE notification (
  n INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  previous INTEGER,                    -- in the inbox
  mark INTEGER,                        -- an earlier one in the inbox
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER,
  recipient TEXT,
  error TEXT,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
INSERT INTO notification SELECT n, user_id, channel, previous, mark, state, attempts, due_at,
  recipient, error, title, body FROM unlinked LEFT JOIN link USING (n) ORDER BY n;
DROP TABLE link;
DROP TABLE unlinked;
CREATE INDEX outgoing ON notification (n) WHERE channel <> 'in_app';
CREATE INDEX due ON notification (due_at) WHERE state = 'pending';
UPDATE counter SET written = last`;

export const migrations = [schema, sortedInboxes, linkedInboxes] as const;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations });
}

const columns = columnNames.join(', ');

export function sqliteStore(db: Sqlite, sizes = defaultSizes): NotificationStore {
  const inboxes = new Inboxes(db, sizes);
  const find = db.get<Row>(`SELECT ${columns} FROM notification WHERE n = ?`);
  const greatest = db.get<{ n: number }>(`SELECT max(
    (SELECT last FROM counter), (SELECT coalesce(max(n), 0) FROM notification)) AS n`);
  const last = () => greatest()!.n;
  const accept = acceptStep(db, inboxes, find, last());
  const claim = db.all<Row>(`UPDATE notification SET attempts = attempts + 1, due_at = ?
    WHERE n IN (SELECT n FROM notification WHERE state = 'pending' AND due_at <= ?
      ORDER BY due_at LIMIT ?) RETURNING ${columns}`);
  const settle = db.run(`UPDATE notification SET state = ?, error = ?, due_at = ?
    WHERE n = ? AND attempts = ? AND state = 'pending'`);
  const pending = db.get<{ count: number }>(
    "SELECT count(*) AS count FROM notification WHERE state = 'pending'",
  );
  const forgetKeys = db.run(`DELETE FROM idempotency_key WHERE key IN
    (SELECT key FROM idempotency_key WHERE expires_at <= ? ORDER BY expires_at LIMIT ${forgetLimit})`);
  const forgetSent = db.run(`DELETE FROM notification WHERE n IN
    (SELECT n FROM notification WHERE channel <> 'in_app' AND n <= ? AND state <> 'pending'
      ORDER BY n LIMIT ${forgetLimit})`);
  const keepLast = db.run('UPDATE counter SET last = ?');
  const nextExpiry = db.get<{ at: number | null }>(
    'SELECT min(expires_at) AS at FROM idempotency_key',
  );
  const page = (rows: IteratorObject<Row>, limit: number) =>
    pageOf(rows.take(limit).map(noteOf), limit);
  let watcher: Watcher | undefined;
  return {
    async accept(draft, key, claimedUntil, now) {
      const accepted = await db.write((tx) => accept(tx, draft, key, claimedUntil, now));
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
    inbox: async (userId, before, limit) => page(inboxes.below(userId, before), limit),
    since: async (userId, after, limit) => page(inboxes.above(userId, after), limit),
    last: async () => last(),
    pending: async () => pending()!.count,
    forget: (now) =>
      db.write(() => {
        keepLast(last()); // the greatest number may go, and must not come again
        const keys = forgetKeys(now);
        // A key expires no later than its notification's number says: those of later keys stay.
        const expired = Math.min(now, (nextExpiry()!.at ?? Infinity) - 1);
        return [keys, forgetSent(expired - keyLifetime)].includes(forgetLimit);
      }),
    async watch(added) {
      watcher = added;
    },
    ready: async () => void last(),
    async close() {
      await inboxes.close();
      await db.close();
    },
  };
}
