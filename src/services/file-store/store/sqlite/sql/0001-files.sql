-- parent 0 is the top level, -1 nowhere: see trash. shared_with is a JSON object: user → permission.
CREATE TABLE folder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent INTEGER NOT NULL,
  height INTEGER NOT NULL DEFAULT 1,    -- one more than that of the highest folder in it
  name TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  shared_with TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL           -- milliseconds
);
CREATE INDEX folder_name ON folder (parent, name, id);
CREATE INDEX folder_owner ON folder (owner_id, parent, name, id);
CREATE INDEX folder_height ON folder (parent, height);

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

-- What was deleted: a file, or a folder with all that is in it. Its own row has the parent -1.
CREATE TABLE trash (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,                   -- file or folder
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  parent INTEGER NOT NULL,              -- where it was
  deleted_at INTEGER NOT NULL,
  purge_at INTEGER NOT NULL,            -- until then it can be restored; 0: no more
  UNIQUE (type, id)
);
CREATE INDEX trash_owner ON trash (owner_id, seq);
CREATE INDEX trash_due ON trash (purge_at, seq DESC);

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
