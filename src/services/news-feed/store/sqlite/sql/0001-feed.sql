CREATE TABLE account (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  followees INTEGER NOT NULL DEFAULT 1,   -- at present, the user among them
  followers INTEGER NOT NULL DEFAULT 0,   -- at present, without the user
  quiet INTEGER NOT NULL DEFAULT 0,       -- how many mutes and hides of the user hold at present
  changed INTEGER NOT NULL DEFAULT 0,     -- number of the user's last mute, hide or backfill; 0: none
  created_at INTEGER NOT NULL             -- milliseconds
);

-- The number of the last mute, hide or backfill of anybody: one row.
CREATE TABLE choice (last INTEGER NOT NULL);
INSERT INTO choice VALUES (0);

-- Posts and deletions, and what users change in their own timelines, are numbered together, from 1, in
-- the order of their commits. What is read often comes first, and is read without what is long.
CREATE TABLE post (
  seq INTEGER PRIMARY KEY,
  author INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  nth INTEGER NOT NULL,                   -- of its author in this second, from 1
  created_at INTEGER NOT NULL,            -- milliseconds
  removed INTEGER,                        -- number of the deletion; NULL: not deleted
  is_plain INTEGER NOT NULL DEFAULT 1,    -- 0: deleted, or with an `extra` or a row of `talk`
  content TEXT,                           -- NULL: deleted
  extra TEXT,                             -- JSON; NULL: none
  removed_at INTEGER,                     -- milliseconds
  followers INTEGER NOT NULL DEFAULT 0,   -- of the author, when it was made
  took_ms INTEGER NOT NULL DEFAULT 0      -- from its arrival until it was written
);
CREATE INDEX post_by_author ON post (author, seq, removed);
CREATE INDEX post_removed ON post (removed) WHERE removed IS NOT NULL;

-- Who follows, or followed, whom: the posts with since < seq <= until are delivered. No two rows of a
-- pair overlap. All users follow themselves, since their own posts are delivered to them.
CREATE TABLE follow (
  follower INTEGER NOT NULL,
  followee INTEGER NOT NULL,
  since INTEGER NOT NULL,                 -- number of the last change before the follow
  until INTEGER NOT NULL,                 -- 9007199254740991: at present
  followed_at INTEGER NOT NULL DEFAULT 0, -- milliseconds
  ended_at INTEGER,                       -- milliseconds; NULL: at present
  backfill INTEGER,                       -- posts from before a follow: its number as a backfill
  PRIMARY KEY (follower, followee, since)
) WITHOUT ROWID;
CREATE INDEX follow_followers ON follow (followee, follower)
  WHERE until = 9007199254740991 AND follower <> followee;
CREATE INDEX follow_following ON follow (follower, followee)
  WHERE until = 9007199254740991 AND follower <> followee;
CREATE INDEX follow_backfill ON follow (follower, until) WHERE backfill IS NOT NULL;

-- The posts with since < seq <= until were made while their author was muted.
CREATE TABLE mute (
  muter INTEGER NOT NULL,
  muted INTEGER NOT NULL,
  since INTEGER NOT NULL,                 -- number of the mute
  until INTEGER NOT NULL,                 -- number of its end; 9007199254740991: at present
  muted_at INTEGER NOT NULL,              -- milliseconds
  PRIMARY KEY (muter, muted, since)
) WITHOUT ROWID;

CREATE TABLE hide (
  reader INTEGER NOT NULL,
  post INTEGER NOT NULL,
  hidden_at INTEGER NOT NULL,             -- milliseconds
  PRIMARY KEY (reader, post)
) WITHOUT ROWID;

-- What pages show of the reactions to a post, and of the comments on it.
CREATE TABLE talk (
  post INTEGER PRIMARY KEY,
  reactions TEXT NOT NULL DEFAULT '{}',   -- JSON: how many there are, by kind
  comments INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE reaction (
  post INTEGER NOT NULL,
  kind TEXT NOT NULL,
  reactor INTEGER NOT NULL,
  PRIMARY KEY (post, kind, reactor)
) WITHOUT ROWID;

CREATE TABLE comment (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  post INTEGER NOT NULL,
  author INTEGER NOT NULL,
  content TEXT,                           -- NULL: erased
  created_at INTEGER NOT NULL             -- milliseconds
);
CREATE INDEX comment_by_post ON comment (post, n) WHERE content IS NOT NULL;
