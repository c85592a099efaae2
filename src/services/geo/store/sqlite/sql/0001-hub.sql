CREATE TABLE hub (
  id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again
  revision INTEGER NOT NULL,            -- grows with each change
  hub_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  lat REAL NOT NULL,                    -- degrees
  lng REAL NOT NULL,
  radius_km REAL NOT NULL,
  stock REAL NOT NULL,                  -- 0…1
  riders REAL NOT NULL,                 -- 0…1
  paused INTEGER,                       -- 0, 1; null: nobody said
  coverage TEXT,                        -- GeoJSON
  hours TEXT,                           -- JSON
  count INTEGER NOT NULL                -- hexagons
);

-- Boxes around the hubs, two where a hub's circle crosses the antimeridian. Coordinates are
-- 32-bit floats rounded outward: a superset, the exact distance decides.
CREATE VIRTUAL TABLE hub_box USING rtree(id, min_lat, max_lat, min_lng, max_lng, +hub INTEGER);

CREATE TABLE pending_invalidation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lat REAL NOT NULL,
  lng REAL NOT NULL,
  radius_km REAL NOT NULL,
  hub_id TEXT,                          -- of a hub with another state; null: it moved
  at INTEGER NOT NULL                   -- milliseconds
);
