CREATE TABLE link (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,      -- SHA-256 of the token, hexadecimal
  disposition TEXT NOT NULL,
  max_downloads INTEGER,                -- null: any number
  downloads INTEGER NOT NULL DEFAULT 0, -- that counted
  created_at INTEGER NOT NULL,          -- milliseconds
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
);
CREATE INDEX link_file ON link (file, id);

-- Clients whose downloads counted: until then, their ranges belong to that download.
CREATE TABLE link_client (
  link INTEGER NOT NULL REFERENCES link (id) ON DELETE CASCADE,
  client TEXT NOT NULL,                 -- a hash
  until INTEGER NOT NULL,
  PRIMARY KEY (link, client)
) WITHOUT ROWID;
CREATE INDEX link_client_until ON link_client (until);
