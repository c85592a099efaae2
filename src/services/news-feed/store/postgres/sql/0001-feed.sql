CREATE SCHEMA news_feed;

CREATE TABLE news_feed.account (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,   -- FEED_PREFIX: deployments may share a database
  id text COLLATE "C" NOT NULL,
  followees bigint NOT NULL DEFAULT 1,    -- at present, the user among them
  followers bigint NOT NULL DEFAULT 0,    -- at present, without the user
  quiet bigint NOT NULL DEFAULT 0,        -- how many mutes and hides of the user hold at present
  changed bigint NOT NULL DEFAULT 0,      -- number of the user's last mute, hide or backfill; 0: none
  created_at bigint NOT NULL,             -- milliseconds
  UNIQUE (deployment, id)
);

-- The number of the last mute, hide or backfill of anybody.
CREATE TABLE news_feed.choice (
  deployment text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL
);

-- Posts and deletions of a deployment, and what users change in their own timelines, are numbered
-- together, from 1, in the order of their commits.
CREATE TABLE news_feed.post (
  deployment text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  author bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  nth integer NOT NULL,                   -- of its author in this second, from 1
  content text,                           -- NULL: deleted
  created_at bigint NOT NULL,             -- milliseconds
  removed bigint,                         -- number of the deletion; NULL: not deleted
  removed_at bigint,                      -- milliseconds
  followers bigint NOT NULL DEFAULT 0,    -- of the author, when it was made
  took_ms integer NOT NULL DEFAULT 0,     -- from its arrival until it was written
  has_more boolean NOT NULL DEFAULT false,  -- there is an `extra`, or a row of `talk`
  extra text,                             -- JSON; NULL: none
  PRIMARY KEY (deployment, seq),
  UNIQUE (deployment, id)
);
CREATE INDEX post_by_author ON news_feed.post (author, seq) INCLUDE (removed);
CREATE INDEX post_removed ON news_feed.post (deployment, removed) INCLUDE (seq)
  WHERE removed IS NOT NULL;

-- Who follows, or followed, whom: the posts with since < seq <= until are delivered. No two rows of a
-- pair overlap. All users follow themselves, since their own posts are delivered to them.
CREATE TABLE news_feed.follow (
  follower bigint NOT NULL,
  followee bigint NOT NULL,
  since bigint NOT NULL,                  -- number of the last change before the follow
  until bigint NOT NULL DEFAULT 9007199254740991,   -- this one: at present
  followed_at bigint NOT NULL DEFAULT 0,  -- milliseconds
  ended_at bigint,                        -- milliseconds; NULL: at present
  backfill bigint,                        -- posts from before a follow: its number as a backfill
  PRIMARY KEY (follower, followee, since) INCLUDE (until)
);
CREATE INDEX follow_followers ON news_feed.follow (followee, follower)
  WHERE until = 9007199254740991 AND follower <> followee;
CREATE INDEX follow_following ON news_feed.follow (follower, followee)
  WHERE until = 9007199254740991 AND follower <> followee;

-- The posts with since < seq <= until were made while their author was muted.
CREATE TABLE news_feed.mute (
  muter bigint NOT NULL,
  muted bigint NOT NULL,
  since bigint NOT NULL,                  -- number of the mute
  until bigint NOT NULL DEFAULT 9007199254740991,   -- number of its end; this one: at present
  muted_at bigint NOT NULL,               -- milliseconds
  PRIMARY KEY (muter, muted, since)
);

CREATE TABLE news_feed.hide (
  reader bigint NOT NULL,
  post bigint NOT NULL,                   -- of the reader's deployment
  hidden_at bigint NOT NULL,              -- milliseconds
  PRIMARY KEY (reader, post)
);

-- Functions for reading are PL/pgSQL, whose plans are kept from call to call, and these plans do not
-- depend on the arguments: to plan them anew takes longer than to run them.
CREATE FUNCTION news_feed.last_change(d text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN greatest(0,
    (SELECT max(seq) FROM news_feed.post WHERE deployment = d),
    (SELECT max(removed) FROM news_feed.post WHERE deployment = d AND removed IS NOT NULL),
    (SELECT choice.last FROM news_feed.choice WHERE deployment = d));
END
$$;

-- Writes of a deployment take turns, so that numbers are in the order of commits. Yields the last
-- number: the statement after the lock sees what the last turn did.
CREATE FUNCTION news_feed.take_turn(d text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('news_feed ' || d, 0));
  RETURN news_feed.last_change(d);
END
$$;
