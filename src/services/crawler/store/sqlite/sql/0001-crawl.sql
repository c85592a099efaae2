CREATE TABLE job (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  seed_url TEXT NOT NULL,
  max_pages INTEGER NOT NULL,
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,          -- milliseconds
  ended_at INTEGER,
  totals TEXT NOT NULL,                 -- JSON
  owner TEXT NOT NULL DEFAULT '',
  lease_until INTEGER NOT NULL DEFAULT 0,
  starts INTEGER NOT NULL DEFAULT 0     -- after which nobody gave it back
);
CREATE INDEX job_unfinished ON job (n) WHERE status IN ('started', 'running');

CREATE TABLE url (
  job INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  url TEXT NOT NULL,
  depth INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (job, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX url_once ON url (job, url);

-- With rowids: a search in a table without them reads whole rows, of up to a MiB.
CREATE TABLE page (
  job INTEGER NOT NULL,
  n INTEGER NOT NULL,
  size INTEGER NOT NULL,                -- characters of the document
  document TEXT NOT NULL,               -- the page result, JSON
  PRIMARY KEY (job, n)
);
