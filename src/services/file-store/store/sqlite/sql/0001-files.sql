-- parent 0 is the top level. shared_with is a JSON object: user → permission.
CREATE TABLE folder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent INTEGER NOT NULL,
  depth INTEGER NOT NULL,               -- 1 at the top level
  name TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  shared_with TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL           -- milliseconds
);
CREATE INDEX folder_name ON folder (parent, name, id);
CREATE INDEX folder_owner ON folder (owner_id, parent, name, id);

CREATE TABLE file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent INTEGER NOT NULL,
  name TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  shared_with TEXT NOT NULL DEFAULT '{}',
  mime_type TEXT NOT NULL,
  version INTEGER NOT NULL,             -- the latest
  content INTEGER NOT NULL,             -- of the latest version
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX file_name ON file (parent, name, id);
CREATE INDEX file_owner ON file (owner_id, parent, name, id);

-- An index of shared_with: what is shared with a user, in the order of listings.
CREATE TABLE folder_share (
  user_id TEXT NOT NULL,
  parent INTEGER NOT NULL,
  name TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (user_id, parent, name, id)
) WITHOUT ROWID;
CREATE TABLE file_share (
  user_id TEXT NOT NULL,
  parent INTEGER NOT NULL,
  name TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (user_id, parent, name, id)
) WITHOUT ROWID;

CREATE TABLE version (
  file INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (file, version)
) WITHOUT ROWID;

CREATE TABLE content (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
  hash TEXT NOT NULL UNIQUE,            -- SHA-256, hexadecimal
  size INTEGER NOT NULL,                -- bytes
  refs INTEGER NOT NULL DEFAULT 0,      -- versions that refer to it
  pins INTEGER NOT NULL DEFAULT 0,      -- uploads under way, or that died, until:
  pinned_until INTEGER NOT NULL,
  stored INTEGER NOT NULL DEFAULT 0     -- 1 once a version was recorded
);
CREATE INDEX content_unneeded ON content (id) WHERE refs = 0;

-- Contents whose bytes are to be deleted.
CREATE TABLE deletion (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  claimed_until INTEGER NOT NULL
);
