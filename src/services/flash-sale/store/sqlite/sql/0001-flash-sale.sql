-- A product from its first buyer or its first load on.
CREATE TABLE product (
  product_id TEXT PRIMARY KEY,
  flow TEXT NOT NULL,
  generation INTEGER NOT NULL,          -- of the ledger; 0: never loaded
  loaded INTEGER NOT NULL,
  released INTEGER NOT NULL,
  expired INTEGER NOT NULL,             -- of released: those whose hold lapsed
  hold_ms INTEGER,                      -- how long a hold lasts; NULL: until it is released
  user_limit INTEGER,                   -- units a user may own; NULL: any number
  starts_at INTEGER,                    -- checkouts from this instant on
  ends_at INTEGER,                      -- and before this one
  mode TEXT NOT NULL,                   -- as the operator set it: open, paused, closed
  slots TEXT NOT NULL,                  -- names of the time slots, JSON array
  vouchers_left INTEGER NOT NULL CHECK (vouchers_left >= 0),
  opened_at INTEGER NOT NULL,           -- instant of the last load
  last_joined_at INTEGER NOT NULL,      -- instant of the last newcomer to the waiting room
  last_return_at INTEGER,
  return_interval REAL,                 -- milliseconds a returned unit, moving average
  promoting INTEGER NOT NULL,           -- 1 while those who wait are confirmed, or those of a closed
                                        -- sale are dropped, a slice at a time
  passed_premium INTEGER NOT NULL,      -- sequence number of the last in the class that was passed
  passed_regular INTEGER NOT NULL       -- over in this ledger; -1: none
) WITHOUT ROWID;
CREATE INDEX product_unloaded ON product (last_joined_at) WHERE generation = 0;
CREATE INDEX product_opened ON product (opened_at DESC, product_id) WHERE generation > 0;
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
  status TEXT NOT NULL,                 -- held, confirmed, released, expired
  promoted INTEGER NOT NULL,            -- 1: out of the waiting room
  expires_at INTEGER                    -- when the hold lapses, if ever
) WITHOUT ROWID;
CREATE INDEX reservation_lapsing ON reservation (expires_at)
  WHERE status = 'held' AND expires_at IS NOT NULL;
CREATE INDEX reservation_lapsing_of ON reservation (user_id, product_id)
  WHERE status = 'held' AND expires_at IS NOT NULL;
CREATE INDEX reservation_promoted ON reservation (user_id, product_id) WHERE promoted = 1;

CREATE TABLE waiting (
  product_id TEXT NOT NULL,
  class INTEGER NOT NULL,               -- 0 premium, 1 regular
  seq INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  qty INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  first_group INTEGER NOT NULL,
  entered_ns INTEGER NOT NULL,
  PRIMARY KEY (product_id, class, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX waiting_user ON waiting (user_id, product_id);

-- Units that users hold or have confirmed, of products that limit them.
CREATE TABLE owned (
  product_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units >= 0),
  PRIMARY KEY (product_id, generation, user_id)
) WITHOUT ROWID;

-- How many wait in each block of 512 sequence numbers, and for how many units: a rank is the sum
-- of the blocks before, and a count within one.
CREATE TABLE waiting_block (
  product_id TEXT NOT NULL,
  class INTEGER NOT NULL,
  block INTEGER NOT NULL,
  n INTEGER NOT NULL,
  units INTEGER NOT NULL,
  largest INTEGER NOT NULL,             -- no quantity in the block is larger
  PRIMARY KEY (product_id, class, block)
) WITHOUT ROWID;
CREATE TRIGGER waiting_joined AFTER INSERT ON waiting BEGIN
  INSERT INTO waiting_block VALUES (new.product_id, new.class, new.seq >> 9, 1, new.qty, new.qty)
  ON CONFLICT DO UPDATE SET n = n + 1, units = units + new.qty, largest = max(largest, new.qty);
END;
CREATE TRIGGER waiting_left AFTER DELETE ON waiting BEGIN
  UPDATE waiting_block SET n = n - 1, units = units - old.qty
  WHERE product_id = old.product_id AND class = old.class AND block = old.seq >> 9;
  DELETE FROM waiting_block
  WHERE product_id = old.product_id AND class = old.class AND block = old.seq >> 9 AND n = 0;
END;

-- Idempotency keys: what each yielded. A key that is used again gets a new row, so the rows stand
-- in the order of their instants.
CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  idempotency_key TEXT NOT NULL UNIQUE,
  original TEXT NOT NULL,               -- JSON
  holder TEXT,                          -- while running: reservation of the attempt whose lock it is
  at INTEGER NOT NULL
);

CREATE TABLE member (user_id TEXT PRIMARY KEY) WITHOUT ROWID;

-- A load starts a new generation, which knows nothing of these rows of the former one, nor of those of `owned`.
CREATE TABLE voucher (
  product_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (product_id, generation, user_id)
) WITHOUT ROWID;

CREATE TABLE lottery_round (
  product_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  round INTEGER NOT NULL,
  seed TEXT NOT NULL,
  winners INTEGER,                      -- set when closed
  digest TEXT,                          -- set when drawn
  PRIMARY KEY (product_id, generation, round)
) WITHOUT ROWID;

CREATE TABLE lottery_entry (
  product_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  salt TEXT NOT NULL,                   -- secret of the entrant
  entry TEXT NOT NULL,                  -- what is published of the user
  device TEXT NOT NULL,
  won_round INTEGER,                    -- this and the next four: set when won
  place INTEGER,                        -- among the winners of the round, from 1 on
  token TEXT UNIQUE,
  reservation_id TEXT,
  expires_at INTEGER,
  state TEXT NOT NULL DEFAULT 'open',   -- once won also claimed, returned
  PRIMARY KEY (product_id, generation, seq),
  UNIQUE (product_id, generation, user_id),
  UNIQUE (product_id, generation, device)
) WITHOUT ROWID;
CREATE INDEX lottery_open ON lottery_entry (expires_at) WHERE state = 'open' AND expires_at IS NOT NULL;
CREATE INDEX lottery_won ON lottery_entry (product_id, generation, won_round, place)
  WHERE won_round IS NOT NULL;

-- Generations whose rows in `owned` and in these three tables are to be removed.
CREATE TABLE former (
  product_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  PRIMARY KEY (product_id, generation)
) WITHOUT ROWID;
