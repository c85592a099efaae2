CREATE TABLE policy (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- its overrides refer to it: one made again has none of them
  name TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,                    -- JSON
  overrides INTEGER NOT NULL DEFAULT 0   -- how many there are
);

CREATE TABLE override (
  policy INTEGER NOT NULL,
  key TEXT NOT NULL,
  limits TEXT NOT NULL,                  -- JSON
  PRIMARY KEY (policy, key)
) WITHOUT ROWID;

-- Policies that were removed, until their overrides are deleted.
CREATE TABLE removed_policy (id INTEGER PRIMARY KEY);

-- The last changes.
CREATE TABLE change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,                    -- policy, removed or override
  name TEXT NOT NULL,
  key TEXT NOT NULL                      -- of an override, else ''
);
