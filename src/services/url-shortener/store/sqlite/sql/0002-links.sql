-- Ids are never used again: what still names a removed link means no other one.
CREATE TABLE link (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL,          -- milliseconds, as are not_before and expires_at
  not_before INTEGER,
  expires_at INTEGER,
  max_clicks INTEGER,
  clicks INTEGER NOT NULL DEFAULT 0,    -- since its creation
  disabled INTEGER NOT NULL DEFAULT 0,
  tags TEXT NOT NULL DEFAULT '[]'       -- JSON
);
CREATE INDEX link_created ON link (created_at);

INSERT INTO link (code, url, created_at) SELECT code, url, created_at FROM mapping ORDER BY created_at;
DROP TABLE mapping;

CREATE TABLE link_tag (
  tag TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  link_id INTEGER NOT NULL,
  PRIMARY KEY (tag, created_at, link_id)
) WITHOUT ROWID;

-- The latest changes and removals of links, numbered without gaps.
CREATE TABLE link_change (
  version INTEGER PRIMARY KEY,
  code TEXT NOT NULL
);

-- Links whose clicks are still to be removed.
CREATE TABLE removed_link (
  id INTEGER PRIMARY KEY
);

CREATE TABLE click_day (
  link_id INTEGER NOT NULL,
  day INTEGER NOT NULL,                 -- days since the epoch, in UTC
  clicks INTEGER NOT NULL,
  bots INTEGER NOT NULL,
  hosts INTEGER NOT NULL,               -- how many stand in click_source
  PRIMARY KEY (link_id, day)
) WITHOUT ROWID;

CREATE TABLE click_source (
  link_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,                   -- host, country
  name TEXT NOT NULL,
  clicks INTEGER NOT NULL,
  PRIMARY KEY (link_id, day, kind, name)
) WITHOUT ROWID;
