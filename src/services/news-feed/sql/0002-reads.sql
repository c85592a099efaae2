-- Replicas keep timelines and posts in memory and ask what has changed since: deletions are numbered,
-- too, in the order of their commits.
ALTER TABLE news_feed.post ADD COLUMN removed bigint;   -- NULL: not deleted
UPDATE news_feed.post SET removed = nextval('news_feed.seq') WHERE content IS NULL;
CREATE INDEX post_removed ON news_feed.post (deployment, removed, seq) WHERE removed IS NOT NULL;

-- Deletes a post, also once more; false when there never was one.
CREATE FUNCTION news_feed.remove_post(d text, post_id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM news_feed.take_turn(d);
  UPDATE news_feed.post SET content = NULL, removed = nextval('news_feed.seq')
    WHERE deployment = d AND id = post_id AND removed IS NULL;
  RETURN EXISTS (SELECT 1 FROM news_feed.post WHERE deployment = d AND id = post_id);
END
$$;

-- What is new, and to whom it went: also to those who have stopped following since.
CREATE INDEX post_newest ON news_feed.post (deployment, seq);
CREATE INDEX follow_ended ON news_feed.follow (followee, until) WHERE until IS NOT NULL;
