-- Instants are milliseconds.

-- The greatest number so far. It outlives its notification: a number never comes again.
CREATE TABLE counter (last INTEGER NOT NULL);
INSERT INTO counter VALUES (0);

-- What a search reads stands before texts of up to 64 KiB.
CREATE TABLE notification (
  n INTEGER PRIMARY KEY,                -- its place in its inbox
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  state TEXT NOT NULL,                  -- see State in notification.ts
  attempts INTEGER NOT NULL,
  due_at INTEGER,                       -- pending, waiting: from when on; of what is over: since when
  read_at INTEGER,
  first_n INTEGER,                      -- the number in its id, if it came into its inbox later
  batch INTEGER,
  digest INTEGER,                       -- joined, digested: the number of the digest
  recipient TEXT,                       -- JSON: address or subscription
  error TEXT,
  extra TEXT,                           -- JSON: see Extra in row.ts
  trace TEXT,                           -- JSON: steps, separated by commas
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
-- Together these are the inboxes. A new notification stands in one of them.
CREATE INDEX unread ON notification (user_id, n) WHERE state = 'delivered' AND read_at IS NULL;
CREATE INDEX already_read ON notification (user_id, n)
  WHERE state = 'delivered' AND read_at IS NOT NULL;
CREATE INDEX over ON notification (due_at)
  WHERE state NOT IN ('delivered', 'pending', 'waiting', 'joined');
CREATE INDEX due ON notification (due_at) WHERE state = 'pending';
CREATE INDEX waiting ON notification (due_at) WHERE state = 'waiting';
CREATE UNIQUE INDEX moved ON notification (first_n) WHERE first_n IS NOT NULL;
CREATE INDEX of_batch ON notification (batch) WHERE batch IS NOT NULL;
CREATE INDEX of_digest ON notification (digest) WHERE digest IS NOT NULL;

CREATE TABLE idempotency_key (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  n INTEGER NOT NULL,                   -- of a notification's id, or of a batch
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX expiry ON idempotency_key (expires_at);

-- Counts of an inbox up to a number; what comes after that is counted when somebody asks.
CREATE TABLE bell (
  user_id TEXT PRIMARY KEY,
  upto INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  total INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE preference (
  user_id TEXT PRIMARY KEY,
  document TEXT NOT NULL                -- JSON: Preferences in schemas.ts
) WITHOUT ROWID;

-- The window that is open, or was the last one.
CREATE TABLE digest (
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  key TEXT NOT NULL,
  n INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  items INTEGER NOT NULL,
  size INTEGER NOT NULL,                -- bytes of titles and bodies
  PRIMARY KEY (user_id, channel, key)
) WITHOUT ROWID;

CREATE TABLE batch (
  n INTEGER PRIMARY KEY,
  total INTEGER NOT NULL,
  made INTEGER NOT NULL,
  is_over INTEGER NOT NULL,
  cursor TEXT NOT NULL,                 -- the last user who has theirs
  topic TEXT,
  users TEXT,                           -- JSON: a list, without a topic
  draft TEXT NOT NULL                   -- JSON
);
CREATE INDEX begun ON batch (n) WHERE NOT is_over;

CREATE TABLE topic (name TEXT PRIMARY KEY, subscribers INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE subscriber (
  topic TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (topic, user_id)
) WITHOUT ROWID;
