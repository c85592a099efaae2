CREATE TABLE orders (
  order_id TEXT PRIMARY KEY,
  dispatch_id TEXT,
  hub_id TEXT,
  lat REAL NOT NULL,
  lng REAL NOT NULL,
  cell TEXT NOT NULL,
  dropoff_lat REAL,
  dropoff_lng REAL,
  note TEXT,
  priority NOT NULL,                    -- as the client gave it: a number or a text
  priority_weight REAL NOT NULL,
  submitted_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,             -- if it is not delivered
  first_batch TEXT NOT NULL,            -- what the submission was answered with
  estimate_ms INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- By state: pooled, unmatched: from when on a batch may take it; claimed: end of the claim;
  -- reassigning: end of the delay; manual_assignment, delivered, expired, cancelled: since when.
  at INTEGER NOT NULL,
  batch_id TEXT,                        -- whose claim it is
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_total INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 1,
  rejected_by TEXT NOT NULL DEFAULT '', -- drivers of this round, each followed by a line feed
  is_by_hand INTEGER NOT NULL DEFAULT 0,
  assignment_id TEXT,
  cancel_reason TEXT
) WITHOUT ROWID;
CREATE INDEX orders_at ON orders (state, at);
CREATE INDEX orders_listed ON orders (state, order_id);
CREATE INDEX orders_end ON orders (ends_at)
  WHERE state NOT IN ('manual_assignment', 'delivered', 'expired', 'cancelled');
CREATE INDEX orders_waiting ON orders (submitted_at)
  WHERE state IN ('pooled', 'unmatched', 'claimed', 'offered', 'reassigning', 'manual_assignment');

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
  reported_at INTEGER NOT NULL,
  last_assigned_at INTEGER,
  assignment_id TEXT                    -- while an order is in the driver's hands
) WITHOUT ROWID;
CREATE INDEX driver_cell ON driver (cell, state, reported_at);
CREATE INDEX driver_silent ON driver (reported_at) WHERE assignment_id IS NULL;

CREATE TABLE assignment (
  assignment_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  driver_id TEXT NOT NULL,
  state TEXT NOT NULL,                  -- offered, accepted, rejected, expired, cancelled, delivered
  score REAL,
  offered_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Once rejected: what the answer said; once expired or cancelled: what became of the order.
  delay_ms INTEGER,
  order_became TEXT
) WITHOUT ROWID;
CREATE INDEX assignment_open ON assignment (expires_at) WHERE state = 'offered';
CREATE INDEX assignment_order ON assignment (order_id);

-- The batch for which orders are collected now: one row (rules/batching.ts).
CREATE TABLE next_batch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  batch_id TEXT,
  new_orders INTEGER NOT NULL,
  due_at INTEGER
);
INSERT INTO next_batch VALUES (1, NULL, 0, NULL);

-- What the newest batches were matched from: store/batches.ts.
CREATE TABLE batch (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id TEXT NOT NULL UNIQUE,
  summary TEXT NOT NULL,                -- JSON
  body TEXT NOT NULL                    -- JSON
);

CREATE TABLE hub (
  hub_id TEXT PRIMARY KEY,
  lat REAL NOT NULL,
  lng REAL NOT NULL
) WITHOUT ROWID;
