-- Instants are milliseconds.

-- The greatest number so far. It outlives its notification: a number never comes again.
CREATE TABLE counter (last INTEGER NOT NULL);
INSERT INTO counter VALUES (0);

-- What a search reads stands before texts of up to 64 KiB.
CREATE TABLE notification (
  n INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  state TEXT NOT NULL,                  -- delivered, pending, sent, simulated, failed
  attempts INTEGER NOT NULL,
  due_at INTEGER,                       -- pending: when it may be claimed
  recipient TEXT,                       -- JSON: address or subscription
  error TEXT,
  title TEXT NOT NULL,
  body TEXT NOT NULL
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
CREATE INDEX expiry ON idempotency_key (expires_at);
