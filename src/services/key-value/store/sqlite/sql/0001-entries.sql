-- One row without a value is a tombstone.
-- Rows are found through the map in memory, so that new ones always go to the end of the table.
CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  node TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT
);

CREATE TABLE ring (record TEXT NOT NULL); -- JSON, at most one row

CREATE TABLE served_version (
  node TEXT PRIMARY KEY,
  version_id TEXT NOT NULL
) WITHOUT ROWID;
