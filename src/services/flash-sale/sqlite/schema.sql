-- One row a product, from its first buyer or its first load on: see products.ts.
CREATE TABLE product (
  product_id TEXT PRIMARY KEY,
  idle_since INTEGER,                   -- while it never had stock: instant of the last newcomer
  state TEXT NOT NULL                   -- JSON of a Product: flow, counters, buckets
) WITHOUT ROWID;
CREATE INDEX product_idle ON product (idle_since) WHERE idle_since IS NOT NULL;

CREATE TABLE reservation (
  reservation_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  qty INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  status TEXT NOT NULL,                 -- held, confirmed, released
  promoted INTEGER NOT NULL,            -- 1: out of the waiting room
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX reservation_promoted ON reservation (user_id, product_id) WHERE promoted = 1;

CREATE TABLE waiting (
  product_id TEXT NOT NULL,
  class INTEGER NOT NULL,               -- 0 premium, 1 regular
  seq INTEGER NOT NULL,                 -- dense within product and class
  user_id TEXT NOT NULL,
  qty INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  first_group INTEGER NOT NULL,
  entered_ns INTEGER NOT NULL,
  PRIMARY KEY (product_id, class, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX waiting_user ON waiting (user_id, product_id);

-- Idempotency records in order of insertion. No index on the key, whose randomness would cost a
-- page of log for each checkout: key-index.ts keeps one in memory.
CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  idempotency_key TEXT NOT NULL,
  status TEXT NOT NULL,                 -- running, completed, queued, free
  order_id TEXT,
  reservation_id TEXT,                  -- while running: whose lock it is
  position INTEGER,
  at INTEGER NOT NULL
);

CREATE TABLE member (user_id TEXT PRIMARY KEY) WITHOUT ROWID;

CREATE TABLE voucher (
  product_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (product_id, user_id)
) WITHOUT ROWID;

CREATE TABLE lottery_round (
  product_id TEXT NOT NULL,
  round INTEGER NOT NULL,
  seed TEXT NOT NULL,
  winners INTEGER,                      -- set when closed
  entrants TEXT,                        -- JSON array, set when closed
  drawn INTEGER NOT NULL,
  PRIMARY KEY (product_id, round)
) WITHOUT ROWID;

CREATE TABLE lottery_entry (
  product_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  device TEXT NOT NULL,
  token TEXT UNIQUE,                    -- the rest is set when won
  reservation_id TEXT,
  expires_at INTEGER,
  state TEXT NOT NULL,                  -- open; once won also claimed, returned
  PRIMARY KEY (product_id, seq),
  UNIQUE (product_id, user_id),
  UNIQUE (product_id, device)
) WITHOUT ROWID;
CREATE INDEX lottery_open ON lottery_entry (expires_at) WHERE state = 'open' AND expires_at IS NOT NULL;
