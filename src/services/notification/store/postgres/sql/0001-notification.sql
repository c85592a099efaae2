CREATE SCHEMA notification;

-- Instants are milliseconds.

-- Numbers are handed out under the lock of this row, which is held until they are visible.
CREATE TABLE notification.counter (
  deployment text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE notification.notification (
  deployment text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  state text NOT NULL,                  -- delivered, pending, sent, simulated, failed
  recipient text,                       -- JSON: address or subscription
  error text,
  attempts int NOT NULL,
  due_at bigint,                        -- pending: when it may be claimed
  PRIMARY KEY (deployment, n)
);
CREATE INDEX ON notification.notification (deployment, user_id, n) WHERE channel = 'in_app';
CREATE INDEX ON notification.notification (deployment, n) WHERE channel <> 'in_app';
CREATE INDEX ON notification.notification (deployment, due_at) WHERE state = 'pending';

CREATE TABLE notification.idempotency_key (
  deployment text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  n bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (deployment, key)
);
CREATE INDEX ON notification.idempotency_key (deployment, expires_at);
