-- The system of record. One row for each line of a confirmation, and for each loading or adjustment.
CREATE TABLE movements (
  entry_id TEXT NOT NULL,               -- the reservation's id, or one of its own
  sku TEXT NOT NULL,
  reservation_id TEXT,                  -- of a confirmation
  hub_id TEXT NOT NULL,
  qty INTEGER NOT NULL,                 -- confirmed, available after the loading, or adjusted
  kind TEXT NOT NULL,                   -- confirm, load, adjust
  order_id TEXT,
  user_id TEXT,
  reason TEXT,                          -- of an adjustment
  reference TEXT,                       -- of an adjustment
  at INTEGER NOT NULL,                  -- milliseconds
  delta INTEGER NOT NULL,               -- change of the stock on hand
  seq INTEGER NOT NULL,                 -- 1, 2, 3 … for each hub and SKU
  PRIMARY KEY (entry_id, sku)
) WITHOUT ROWID;
CREATE INDEX movements_stock ON movements (hub_id, sku, seq);

CREATE TABLE stock_on_hand (
  hub_id TEXT NOT NULL,
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL,            -- sum of the deltas
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (hub_id, sku)
) WITHOUT ROWID;
