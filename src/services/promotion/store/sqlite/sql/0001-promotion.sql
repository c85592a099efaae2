CREATE TABLE rule (
  promo_id TEXT PRIMARY KEY,
  incarnation TEXT NOT NULL,
  version INTEGER NOT NULL UNIQUE,
  body TEXT                             -- JSON of the rule; null when it was removed
) WITHOUT ROWID;

-- The counters of one user or one device stand in one row, as they stand in one hash on Redis: a
-- cart that gets ten promotions changes two of these rows.
CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  holder TEXT NOT NULL UNIQUE,          -- u:<user> or d:<device>
  counters TEXT NOT NULL,               -- JSON {incarnation: [count, instant it lapses, 0 = never, first use]}
  lapses_at INTEGER NOT NULL            -- when the last of them lapses; 0 = never
);
CREATE INDEX usage_lapses ON usage (lapses_at) WHERE lapses_at > 0;

-- The uses of all users. A row stays when it has lapsed: there is at most one for each rule.
CREATE TABLE global_usage (
  incarnation TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  lapses_at INTEGER NOT NULL,           -- 0 = never
  since INTEGER NOT NULL                -- the first use that is counted
) WITHOUT ROWID;

CREATE TABLE applied_order (
  order_id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  terms TEXT NOT NULL,                  -- JSON
  verdicts TEXT NOT NULL,               -- JSON, of its codes too
  taken TEXT,                           -- JSON of the uses; null when there are none
  returned TEXT,                        -- JSON, when it was cancelled
  at INTEGER NOT NULL                   -- milliseconds; of the cancelling, when it was cancelled
) WITHOUT ROWID;
CREATE INDEX applied_order_at ON applied_order (at);

-- Codes that were created together.
CREATE TABLE code_batch (
  id TEXT PRIMARY KEY,
  promo_id TEXT NOT NULL,
  incarnation TEXT NOT NULL,
  uses_per_code INTEGER NOT NULL,
  pending_since INTEGER                 -- while codes are being added; null when all are there
) WITHOUT ROWID;
CREATE INDEX code_batch_of_rule ON code_batch (incarnation, id);
CREATE INDEX code_batch_pending ON code_batch (pending_since) WHERE pending_since IS NOT NULL;

CREATE TABLE code (
  key TEXT PRIMARY KEY,                 -- upper case
  batch TEXT NOT NULL,
  spelling TEXT NOT NULL,
  uses INTEGER NOT NULL DEFAULT 0,
  ended INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX code_of_batch ON code (batch, key);
