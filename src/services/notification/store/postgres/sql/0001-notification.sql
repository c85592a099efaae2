CREATE SCHEMA notification;

-- Instants are milliseconds.

-- Numbers are handed out under the lock of this row, which is held until they are visible.
CREATE TABLE notification.counter (
  deployment text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE notification.notification (
  deployment text COLLATE "C" NOT NULL,
  n bigint NOT NULL,                    -- its place in its inbox
  user_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  state text NOT NULL,                  -- see State in notification.ts
  recipient text,                       -- JSON: address or subscription
  error text,
  attempts int NOT NULL,
  due_at bigint,                        -- pending, waiting: from when on; of what is over: since when
  read_at bigint,
  first_n bigint,                       -- the number in its id, if it came into its inbox later
  batch bigint,
  digest bigint,                        -- joined, digested: the number of the digest
  extra text,                           -- JSON: see Extra in row.ts
  trace text,                           -- JSON: steps, separated by commas
  PRIMARY KEY (deployment, n)
);
-- Together the first two are the inboxes. A new notification stands in one of them.
CREATE INDEX ON notification.notification (deployment, user_id, n)
  WHERE state = 'delivered' AND read_at IS NULL;
CREATE INDEX ON notification.notification (deployment, user_id, n)
  WHERE state = 'delivered' AND read_at IS NOT NULL;
CREATE INDEX ON notification.notification (deployment, due_at)
  WHERE state NOT IN ('delivered', 'pending', 'waiting', 'joined');
CREATE INDEX ON notification.notification (deployment, due_at) WHERE state = 'pending';
CREATE INDEX ON notification.notification (deployment, due_at) WHERE state = 'waiting';
CREATE UNIQUE INDEX ON notification.notification (deployment, first_n) WHERE first_n IS NOT NULL;
CREATE INDEX ON notification.notification (deployment, batch) WHERE batch IS NOT NULL;
CREATE INDEX ON notification.notification (deployment, digest) WHERE digest IS NOT NULL;

CREATE TABLE notification.idempotency_key (
  deployment text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  n bigint NOT NULL,                    -- of a notification's id, or of a batch
  expires_at bigint NOT NULL,
  PRIMARY KEY (deployment, key)
);
CREATE INDEX ON notification.idempotency_key (deployment, expires_at);

-- Counts of an inbox up to a number; what comes after that is counted when somebody asks. Who changes
-- what an inbox holds below that number locks this row first.
CREATE TABLE notification.bell (
  deployment text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  upto bigint NOT NULL,
  unread bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (deployment, user_id)
);

CREATE TABLE notification.preference (
  deployment text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  document text NOT NULL,               -- JSON: Preferences in schemas.ts
  PRIMARY KEY (deployment, user_id)
);

-- The window that is open, or was the last one. Who joins it, or ends it, locks its row first.
CREATE TABLE notification.digest (
  deployment text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  key text COLLATE "C" NOT NULL,
  n bigint NOT NULL,                    -- 0: none
  ends_at bigint NOT NULL,
  items int NOT NULL,
  size int NOT NULL,                    -- bytes of titles and bodies
  PRIMARY KEY (deployment, user_id, channel, key)
);

CREATE TABLE notification.batch (
  deployment text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  total bigint NOT NULL,
  made bigint NOT NULL,
  is_over boolean NOT NULL,
  cursor text COLLATE "C" NOT NULL,     -- the last user who has theirs
  topic text COLLATE "C",
  users text,                           -- JSON: a list, without a topic
  draft text NOT NULL,                  -- JSON
  PRIMARY KEY (deployment, n)
);
CREATE INDEX ON notification.batch (deployment, n) WHERE NOT is_over;

CREATE TABLE notification.topic (
  deployment text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  subscribers bigint NOT NULL,
  PRIMARY KEY (deployment, name)
);
CREATE TABLE notification.subscriber (
  deployment text COLLATE "C" NOT NULL,
  topic text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (deployment, topic, user_id)
);
