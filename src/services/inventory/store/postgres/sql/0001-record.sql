CREATE SCHEMA inventory;

-- One row for each line of a confirmation, and for each loading.
CREATE TABLE inventory.movements (
  deployment text COLLATE "C" NOT NULL, -- INVENTORY_PREFIX
  entry_id text COLLATE "C" NOT NULL,   -- the reservation's id, or that of the loading
  sku text COLLATE "C" NOT NULL,
  reservation_id text COLLATE "C",      -- null for a loading
  hub_id text COLLATE "C" NOT NULL,
  qty bigint NOT NULL,                  -- units confirmed, or available after the loading
  kind text NOT NULL,                   -- confirm, load
  order_id text,
  user_id text,
  at bigint NOT NULL,                   -- milliseconds
  delta bigint NOT NULL,                -- change of the stock on hand
  seq bigint NOT NULL,                  -- 1, 2, 3 … for each hub and SKU
  PRIMARY KEY (deployment, entry_id, sku)
);
-- Not unique: were Redis ever restored from an older state, numbers would be given again.
CREATE INDEX movements_stock ON inventory.movements (deployment, hub_id, sku, seq);

CREATE TABLE inventory.stock_on_hand (
  deployment text COLLATE "C" NOT NULL,
  hub_id text COLLATE "C" NOT NULL,
  sku text COLLATE "C" NOT NULL,
  quantity bigint NOT NULL,             -- sum of the deltas
  last_seq bigint NOT NULL,
  PRIMARY KEY (deployment, hub_id, sku)
);
