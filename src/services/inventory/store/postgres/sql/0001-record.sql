CREATE SCHEMA inventory;

-- One row for each line of a confirmation, and for each loading or adjustment.
CREATE TABLE inventory.movements (
  deployment text COLLATE "C" NOT NULL, -- INVENTORY_PREFIX
  entry_id text COLLATE "C" NOT NULL,   -- the reservation's id, or one of its own
  sku text COLLATE "C" NOT NULL,
  reservation_id text COLLATE "C",      -- of a confirmation
  hub_id text COLLATE "C" NOT NULL,
  qty bigint NOT NULL,                  -- confirmed, available after the loading, or adjusted
  kind text NOT NULL,                   -- confirm, load, adjust
  order_id text,
  user_id text,
  reason text,                          -- of an adjustment
  reference text,                       -- of an adjustment
  at bigint NOT NULL,                   -- milliseconds
  delta bigint NOT NULL,                -- change of the stock on hand
  seq bigint NOT NULL,                  -- 1, 2, 3 … for each hub and SKU
  PRIMARY KEY (deployment, entry_id, sku)
);
-- Not unique: were Redis ever restored from an older state, numbers would be given again.
CREATE INDEX movements_stock ON inventory.movements (deployment, hub_id, sku, seq, entry_id);

CREATE TABLE inventory.stock_on_hand (
  deployment text COLLATE "C" NOT NULL,
  hub_id text COLLATE "C" NOT NULL,
  sku text COLLATE "C" NOT NULL,
  quantity bigint NOT NULL,             -- sum of the deltas
  last_seq bigint NOT NULL,
  PRIMARY KEY (deployment, hub_id, sku)
);
