CREATE TABLE account (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  followees INTEGER NOT NULL DEFAULT 1,   -- at present, the user among them
  created_at INTEGER NOT NULL             -- milliseconds
);

-- Posts and deletions are numbered together, from 1, in the order of their commits.
CREATE TABLE post (
  seq INTEGER PRIMARY KEY,
  author INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  nth INTEGER NOT NULL,                   -- of its author in this second, from 1
  content TEXT,                           -- NULL: deleted
  created_at INTEGER NOT NULL,            -- milliseconds
  removed INTEGER                         -- number of the deletion; NULL: not deleted
);
CREATE INDEX post_by_author ON post (author, seq, removed);
CREATE INDEX post_removed ON post (removed) WHERE removed IS NOT NULL;

-- Who follows, or followed, whom: the posts with since < seq <= until are delivered. All users follow
-- themselves, since their own posts are delivered to them.
CREATE TABLE follow (
  follower INTEGER NOT NULL,
  followee INTEGER NOT NULL,
  since INTEGER NOT NULL,                 -- number of the last change before the follow
  until INTEGER NOT NULL,                 -- 9007199254740991: at present
  PRIMARY KEY (follower, followee, since)
) WITHOUT ROWID;
