CREATE SCHEMA crawler;

CREATE TABLE crawler.counter (
  deployment text COLLATE "C" PRIMARY KEY,  -- CRAWLER_PREFIX: deployments may share a database
  last bigint NOT NULL
);

CREATE TABLE crawler.job (
  deployment text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  seed_url text NOT NULL,
  max_pages int NOT NULL,
  status text NOT NULL,
  started_at bigint NOT NULL,               -- milliseconds
  ended_at bigint,
  totals text NOT NULL,                     -- JSON
  owner text NOT NULL DEFAULT '',
  lease_until bigint NOT NULL DEFAULT 0,
  starts int NOT NULL DEFAULT 0,            -- after which nobody gave it back
  options text NOT NULL,                    -- JSON
  webhook_status text,                      -- null: nobody asked to be told
  webhook_attempts int NOT NULL DEFAULT 0,
  webhook_due bigint,                       -- from the end of the job until the webhook is settled
  removed smallint NOT NULL DEFAULT 0,      -- 1: nobody finds it; 2: and only its webhook is still to be sent
  PRIMARY KEY (deployment, n)
) WITH (fillfactor = 50);                   -- updated with every page

CREATE INDEX job_unfinished ON crawler.job (deployment, n) WHERE status IN ('started', 'running');
CREATE INDEX job_by_status ON crawler.job (deployment, status, n);
CREATE INDEX job_ended ON crawler.job (deployment, ended_at) WHERE ended_at IS NOT NULL AND removed = 0;
CREATE INDEX job_removed ON crawler.job (deployment, n) WHERE removed = 1;
CREATE INDEX job_webhook ON crawler.job (deployment, webhook_due) WHERE webhook_due IS NOT NULL;

CREATE TABLE crawler.url (
  deployment text COLLATE "C" NOT NULL,
  job bigint NOT NULL,
  seq int NOT NULL,
  url text COLLATE "C" NOT NULL,
  depth int NOT NULL,
  state text NOT NULL,
  detail text NOT NULL,
  attempts smallint NOT NULL,               -- requests that were begun
  PRIMARY KEY (deployment, job, seq)
) WITH (fillfactor = 80);

-- A URL may take 8 KiB when percent-encoded, more than an index entry holds. Its bytes are those of
-- its text: a backslash, which a query may hold, would begin an escape of bytea if it stood alone.
CREATE UNIQUE INDEX url_once
  ON crawler.url (deployment, job, sha256(decode(replace(url, '\', '\\'), 'escape')));

CREATE TABLE crawler.page (
  deployment text COLLATE "C" NOT NULL,
  job bigint NOT NULL,
  n int NOT NULL,
  size int NOT NULL,                        -- characters of the document
  document text NOT NULL,                   -- the page result, JSON
  PRIMARY KEY (deployment, job, n)
);

CREATE TABLE crawler.content (
  deployment text COLLATE "C" NOT NULL,
  job bigint NOT NULL,
  page int NOT NULL,
  format text NOT NULL,
  body bytea NOT NULL,                      -- UTF-8, gzip
  PRIMARY KEY (deployment, job, page, format)
);
ALTER TABLE crawler.content ALTER body SET STORAGE EXTERNAL;  -- it is compressed already

-- From when on the next request to a host may be sent. Unlogged, so that a booking waits for no disk:
-- what a crash of the server loses would be over within a minute or so.
CREATE UNLOGGED TABLE crawler.host (
  deployment text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  free_at float8 NOT NULL,                  -- milliseconds, by the clock of the database
  PRIMARY KEY (deployment, host)
) WITH (fillfactor = 50);
