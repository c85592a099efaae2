-- The system of record. One row for each line of a confirmation, and for each loading.
CREATE TABLE movements (
  entry_id TEXT NOT NULL,               -- the reservation's id, or that of the loading
  sku TEXT NOT NULL,
  reservation_id TEXT,                  -- null for a loading
  hub_id TEXT NOT NULL,
  qty INTEGER NOT NULL,                 -- units confirmed, or available after the loading
  kind TEXT NOT NULL,                   -- confirm, load
  order_id TEXT,
  user_id TEXT,
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
