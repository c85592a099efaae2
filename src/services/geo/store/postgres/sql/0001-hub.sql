CREATE SCHEMA geo;

CREATE TABLE geo.hub (
  deployment text COLLATE "C" NOT NULL,   -- GEO_PREFIX: deployments may share a database
  hub_id text COLLATE "C" NOT NULL,
  row_id bigint GENERATED ALWAYS AS IDENTITY,   -- never used again
  revision bigint NOT NULL,               -- grows with each change
  name text NOT NULL,
  lat double precision NOT NULL,          -- degrees
  lng double precision NOT NULL,
  radius_km double precision NOT NULL,
  stock double precision NOT NULL,        -- 0…1
  riders double precision NOT NULL,       -- 0…1
  paused boolean,                         -- null: nobody said
  coverage text,                          -- GeoJSON
  hours text,                             -- JSON
  count integer NOT NULL,                 -- hexagons
  -- Bounding boxes of the circle, (lng, lat); the second one beyond the antimeridian.
  area box NOT NULL,
  beyond box,
  -- What an upsert replaced, so that the same statement can report it.
  was_lat double precision,
  was_lng double precision,
  was_radius_km double precision,
  PRIMARY KEY (deployment, hub_id)
);

CREATE INDEX hub_area ON geo.hub USING gist (area);
CREATE INDEX hub_beyond ON geo.hub USING gist (beyond) WHERE beyond IS NOT NULL;

CREATE TABLE geo.pending_invalidation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  radius_km double precision NOT NULL,
  hub_id text COLLATE "C",                -- of a hub with another state; null: it moved
  at bigint NOT NULL                      -- milliseconds
);

CREATE INDEX pending_invalidation_at ON geo.pending_invalidation (deployment, at);
