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
  starts INTEGER NOT NULL DEFAULT 0,    -- after which nobody gave it back
  options TEXT NOT NULL DEFAULT '{}',   -- JSON
  webhook_status TEXT,                  -- null: nobody asked to be told
  webhook_attempts INTEGER NOT NULL DEFAULT 0,
  webhook_due INTEGER,                  -- from the end of the job until the webhook is settled
  removed INTEGER NOT NULL DEFAULT 0    -- 1: nobody finds it; 2: and only its webhook is still to be sent
);
CREATE INDEX job_unfinished ON job (n) WHERE status IN ('started', 'running');
CREATE INDEX job_by_status ON job (status, n);
CREATE INDEX job_ended ON job (ended_at) WHERE ended_at IS NOT NULL AND removed = 0;
CREATE INDEX job_removed ON job (n) WHERE removed = 1;
CREATE INDEX job_webhook ON job (webhook_due) WHERE webhook_due IS NOT NULL;

CREATE TABLE url (
  job INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  url TEXT NOT NULL,
  depth INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  attempts INTEGER NOT NULL,            -- requests that were begun
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

CREATE TABLE content (
  job INTEGER NOT NULL,
  page INTEGER NOT NULL,
  format TEXT NOT NULL,
  body BLOB NOT NULL,                   -- UTF-8, gzip
  PRIMARY KEY (job, page, format)
);
