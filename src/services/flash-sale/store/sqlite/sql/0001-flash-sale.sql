-- A product from its first buyer or its first load on.
CREATE TABLE product (
  product_id TEXT PRIMARY KEY,
  flow TEXT NOT NULL,
  generation INTEGER NOT NULL,          -- of the ledger; 0: never loaded
  loaded INTEGER NOT NULL,
  released INTEGER NOT NULL,
  slots TEXT NOT NULL,                  -- names of the time slots, JSON array
  vouchers_left INTEGER NOT NULL CHECK (vouchers_left >= 0),
  opened_at INTEGER NOT NULL,           -- instant of the last load
  last_joined_at INTEGER NOT NULL,      -- instant of the last newcomer to the waiting room
  last_return_at INTEGER,
  return_interval REAL,                 -- milliseconds a returned unit, moving average
  promoting INTEGER NOT NULL DEFAULT 0  -- 1 while those who wait are confirmed, a slice at a time
) WITHOUT ROWID;
CREATE INDEX product_unloaded ON product (last_joined_at) WHERE generation = 0;
CREATE INDEX product_promoting ON product (product_id) WHERE promoting = 1;

CREATE TABLE bucket (
  product_id TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  available INTEGER NOT NULL CHECK (available >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  confirmed INTEGER NOT NULL CHECK (confirmed >= 0),
  PRIMARY KEY (product_id, bucket)
) WITHOUT ROWID;

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
  seq INTEGER NOT NULL,                 -- dense within product and class: only the head leaves
  user_id TEXT NOT NULL,
  qty INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  first_group INTEGER NOT NULL,
  entered_ns INTEGER NOT NULL,
  PRIMARY KEY (product_id, class, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX waiting_user ON waiting (user_id, product_id);

-- Idempotency keys: what each yielded. A key that is used again gets a new row, so the rows stand
-- in the order of their instants.
CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  idempotency_key TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,                 -- running, completed, queued
  order_id TEXT,
  reservation_id TEXT,                  -- while running: of the attempt whose lock it is
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
  drawn INTEGER NOT NULL,
  PRIMARY KEY (product_id, round)
) WITHOUT ROWID;

CREATE TABLE lottery_entry (
  product_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  device TEXT NOT NULL,
  won_round INTEGER,                    -- this and the rest: set when won
  token TEXT UNIQUE,
  reservation_id TEXT,
  expires_at INTEGER,
  state TEXT NOT NULL,                  -- open; once won also claimed, returned
  PRIMARY KEY (product_id, seq),
  UNIQUE (product_id, user_id),
  UNIQUE (product_id, device)
) WITHOUT ROWID;
CREATE INDEX lottery_open ON lottery_entry (expires_at) WHERE state = 'open' AND expires_at IS NOT NULL;
