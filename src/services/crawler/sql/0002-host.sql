-- From when on the next request to a host may be sent. Unlogged, so that a booking waits for no disk:
-- what a crash of the server loses would be over within a minute or so.
CREATE UNLOGGED TABLE crawler.host (
  deployment text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  free_at float8 NOT NULL,                  -- milliseconds, by the clock of the database
  PRIMARY KEY (deployment, host)
) WITH (fillfactor = 50);
