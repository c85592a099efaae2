CREATE TABLE stock (
  hub_id TEXT NOT NULL,
  sku TEXT NOT NULL,
  loaded INTEGER NOT NULL,
  buckets TEXT NOT NULL,                -- JSON array: available units of each bucket, 1 or 10
  held INTEGER NOT NULL CHECK (held >= 0),
  confirmed INTEGER NOT NULL,
  seq INTEGER NOT NULL,                 -- of the last movement
  PRIMARY KEY (hub_id, sku)
) WITHOUT ROWID;

CREATE TABLE reservation (
  reservation_id TEXT PRIMARY KEY,
  hub_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  lines TEXT NOT NULL,                  -- JSON array of {sku, qty}, sorted by SKU
  buckets TEXT NOT NULL,                -- JSON array: where the units of each line came from
  status TEXT NOT NULL,                 -- held, confirmed, released, expired
  reserved_at INTEGER NOT NULL,
  hold_ms INTEGER NOT NULL,             -- for how long it was made
  expires_at INTEGER NOT NULL,
  retaken INTEGER NOT NULL DEFAULT 0,   -- 1: confirmed after it had expired
  -- 1: the only one of its order in the hub that may be held or confirmed, which is the last one that
  -- the order made, or that was taken again.
  latest INTEGER NOT NULL DEFAULT 1,
  due INTEGER NOT NULL                  -- after it a held one expires, an ended one is forgotten
) WITHOUT ROWID;
CREATE INDEX reservation_due ON reservation (due);
CREATE UNIQUE INDEX reservation_order ON reservation (order_id, hub_id) WHERE latest = 1;

CREATE TABLE adjustment (
  reference TEXT PRIMARY KEY,
  body TEXT NOT NULL,                   -- JSON array: hub, SKU, delta, reason
  stock TEXT NOT NULL,                  -- JSON: what it was afterwards
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX adjustment_at ON adjustment (at);

CREATE TABLE outbox (
  entry_id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,                  -- instant it was made
  claimable_at INTEGER NOT NULL,        -- instant from which it can be claimed
  entry TEXT NOT NULL,                  -- JSON {id, kind, hubId, orderId, userId, at, movements}
  failures INTEGER NOT NULL DEFAULT 0,  -- how often the record has rejected it
  reason TEXT                           -- why, the last time
);
CREATE INDEX outbox_rejected ON outbox (failures) WHERE failures > 0;
CREATE INDEX outbox_claimable ON outbox (claimable_at);

-- For reconciliation: what waits of one hub and SKU.
CREATE TABLE outbox_movement (
  entry_id TEXT NOT NULL,
  hub_id TEXT NOT NULL,
  sku TEXT NOT NULL,
  delta INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (entry_id, sku)
) WITHOUT ROWID;
CREATE INDEX outbox_movement_key ON outbox_movement (hub_id, sku, seq);
