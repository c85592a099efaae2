CREATE TABLE rule (
  promo_id TEXT PRIMARY KEY,
  incarnation TEXT NOT NULL,
  version INTEGER NOT NULL UNIQUE,
  body TEXT                             -- JSON of the rule; null when it was removed
) WITHOUT ROWID;

-- No index on the holder: random keys would cost a page of log each. See sqlite/row-index.ts.
CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  holder TEXT NOT NULL,                 -- u:<user>, d:<device>, g:<incarnation>; each once
  counters TEXT NOT NULL,               -- JSON {incarnation: [count, instant at which it lapses, 0 = never]}
  lapses_at INTEGER NOT NULL            -- when the last of them lapses; 0 = never
);
CREATE INDEX usage_lapses ON usage (lapses_at) WHERE lapses_at > 0;

CREATE TABLE applied_order (
  order_id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  terms TEXT NOT NULL,
  verdicts TEXT NOT NULL,               -- JSON
  at INTEGER NOT NULL                   -- milliseconds
) WITHOUT ROWID;
CREATE INDEX applied_order_at ON applied_order (at);
