CREATE TABLE mapping (
  code TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL           -- milliseconds
) WITHOUT ROWID;
