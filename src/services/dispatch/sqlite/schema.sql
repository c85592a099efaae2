CREATE TABLE orders (
  order_id TEXT PRIMARY KEY,
  dispatch_id TEXT,
  hub_id TEXT,
  lat REAL NOT NULL,
  lng REAL NOT NULL,
  cell TEXT NOT NULL,
  priority TEXT NOT NULL,               -- JSON, as the client gave it
  weight REAL NOT NULL,
  submitted_at INTEGER NOT NULL,
  first_batch TEXT NOT NULL,            -- what the submission was answered with
  estimate INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- By state: pooled, left_over: from when on a batch may take it; claimed: end of the claim; reassigning:
  -- end of the delay; manual_assignment, delivered: since when.
  at INTEGER NOT NULL,
  batch_id TEXT,                        -- whose claim it is
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_total INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 1,
  excluded TEXT NOT NULL DEFAULT '',    -- drivers, each followed by a line feed
  by_hand INTEGER NOT NULL DEFAULT 0,   -- a refusal leads back to the manual queue
  assignment_id TEXT
) WITHOUT ROWID;
CREATE INDEX orders_at ON orders (state, at);

CREATE TABLE score_table (
  order_id TEXT PRIMARY KEY,
  body TEXT NOT NULL                    -- JSON
) WITHOUT ROWID;

CREATE TABLE driver (
  driver_id TEXT PRIMARY KEY,
  lat REAL NOT NULL,
  lng REAL NOT NULL,
  cell TEXT NOT NULL,
  speed_kmh REAL NOT NULL,
  max_orders INTEGER NOT NULL,
  state TEXT NOT NULL,
  heard_at INTEGER NOT NULL,
  last_assigned_at INTEGER,
  assignment_id TEXT                    -- while an order is in the driver's hands
) WITHOUT ROWID;
CREATE INDEX driver_cell ON driver (cell, state);

CREATE TABLE assignment (
  assignment_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  driver_id TEXT NOT NULL,
  state TEXT NOT NULL,                  -- offered, accepted, rejected, expired, delivered
  score REAL,
  offered_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Once refused: what the answer said.
  delay INTEGER,
  became TEXT
) WITHOUT ROWID;
CREATE INDEX assignment_open ON assignment (expires_at) WHERE state = 'offered';
CREATE INDEX assignment_order ON assignment (order_id);

-- The batch that gathers: one row.
CREATE TABLE gathering (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  batch_id TEXT,                        -- from its first order on
  arrived INTEGER NOT NULL,             -- orders since the last batch
  flush_at INTEGER                      -- when it is due; null: nothing waits
);
INSERT INTO gathering VALUES (1, NULL, 0, NULL);

CREATE TABLE hub (
  hub_id TEXT PRIMARY KEY,
  lat REAL NOT NULL,
  lng REAL NOT NULL
) WITHOUT ROWID;
