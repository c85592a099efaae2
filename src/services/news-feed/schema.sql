CREATE TABLE account (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  followers INTEGER NOT NULL DEFAULT 0,   -- at present
  pulls INTEGER NOT NULL DEFAULT 0,       -- 1: some of the posts are pulled
  created_at INTEGER NOT NULL             -- milliseconds
);

-- In the order in which they were made. Timelines in memory keep seq in 32 bits.
CREATE TABLE post (
  seq INTEGER PRIMARY KEY CHECK (seq < 4294967296),
  author INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  nth INTEGER NOT NULL,                   -- of its author in this second, from 1
  content TEXT,                           -- NULL: deleted
  created_at INTEGER NOT NULL,            -- milliseconds
  pulled INTEGER NOT NULL                 -- 1: followers get it when they read
);
CREATE INDEX post_by_author ON post (author);
CREATE INDEX post_pulled ON post (author) WHERE pulled = 1;
CREATE INDEX post_deleted ON post (seq) WHERE content IS NULL;

-- Who follows, or followed, whom: the posts with since < seq <= until are delivered.
CREATE TABLE follow (
  follower INTEGER NOT NULL,
  followee INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,                 -- 9007199254740991: at present
  pulls INTEGER NOT NULL,                 -- 1: some of these posts may be pulled
  PRIMARY KEY (follower, followee, since)
) WITHOUT ROWID;
CREATE INDEX follow_present ON follow (followee, follower) WHERE until = 9007199254740991;
CREATE INDEX follow_pulls ON follow (follower, followee, since, until) WHERE pulls = 1;
