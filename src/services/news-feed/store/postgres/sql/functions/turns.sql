-- Returns the number of the last post, deletion, mute, hide or backfill.
CREATE OR REPLACE FUNCTION news_feed.last_change(d text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN greatest(0,
    (SELECT max(seq) FROM news_feed.post WHERE deployment = d),
    (SELECT max(removed) FROM news_feed.post WHERE deployment = d AND removed IS NOT NULL),
    (SELECT choice.last FROM news_feed.choice WHERE deployment = d));
END
$$;

-- Lets the writes of a deployment take turns, so that numbers are in the order of commits. Returns the
-- last number: the statement after the lock sees what the last turn did.
CREATE OR REPLACE FUNCTION news_feed.take_turn(d text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('news_feed ' || d, 0));
  RETURN news_feed.last_change(d);
END
$$;
