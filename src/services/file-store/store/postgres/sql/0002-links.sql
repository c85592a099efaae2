CREATE TABLE file_store.link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  file bigint NOT NULL REFERENCES file_store.file (id) ON DELETE CASCADE,
  token_hash text COLLATE "C" NOT NULL UNIQUE,  -- SHA-256 of the token, hexadecimal
  disposition text NOT NULL,
  max_downloads bigint,                 -- null: any number
  downloads bigint NOT NULL DEFAULT 0,  -- that counted
  created_at bigint NOT NULL,           -- milliseconds
  expires_at bigint NOT NULL,
  revoked_at bigint
);
CREATE INDEX link_file ON file_store.link (file, id);

-- Clients whose downloads counted: until then, their ranges belong to that download.
CREATE TABLE file_store.link_client (
  link bigint NOT NULL REFERENCES file_store.link (id) ON DELETE CASCADE,
  client text COLLATE "C" NOT NULL,     -- a hash
  until bigint NOT NULL,
  PRIMARY KEY (link, client)
);
CREATE INDEX link_client_until ON file_store.link_client (until);
