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
  counters TEXT NOT NULL,               -- JSON {incarnation: [count, instant it lapses, 0 = never]}
  lapses_at INTEGER NOT NULL            -- when the last of them lapses; 0 = never
);
CREATE INDEX usage_lapses ON usage (lapses_at) WHERE lapses_at > 0;

-- The uses of all users. A row stays when it has lapsed: there is at most one for each rule.
CREATE TABLE global_usage (
  incarnation TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  lapses_at INTEGER NOT NULL            -- 0 = never
) WITHOUT ROWID;

CREATE TABLE applied_order (
  order_id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  terms TEXT NOT NULL,                  -- JSON
  verdicts TEXT NOT NULL,               -- JSON
  at INTEGER NOT NULL                   -- milliseconds
) WITHOUT ROWID;
CREATE INDEX applied_order_at ON applied_order (at);
