-- Finds the posts that were delivered to a reader, when they were made, after a number: their numbers,
-- the oldest first, without those that must not be sent. `up_to` is how far it looked.
CREATE OR REPLACE FUNCTION news_feed.delivered_after(
  d text, reader_n bigint, after bigint, last bigint, entries integer, posts_max integer,
  OUT numbers json, OUT up_to bigint
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  oldest bigint[];
BEGIN
  IF last - after <= posts_max THEN
    oldest := ARRAY(SELECT seq FROM (
        SELECT seq, author FROM news_feed.post WHERE deployment = d AND seq > after
        ORDER BY seq LIMIT posts_max
      ) AS posts WHERE (SELECT true FROM news_feed.follow WHERE follower = reader_n
        AND followee = author AND since < seq AND until >= seq AND backfill IS NULL LIMIT 1)
      ORDER BY seq LIMIT entries);
  ELSE
    oldest := ARRAY(SELECT seq FROM news_feed.follow CROSS JOIN LATERAL (
        SELECT seq FROM news_feed.post
        WHERE author = followee AND seq > greatest(since, after) AND seq <= until
        ORDER BY seq LIMIT entries
      ) AS posts WHERE follower = reader_n AND until > after AND backfill IS NULL
      ORDER BY seq LIMIT entries);
  END IF;
  up_to := CASE WHEN cardinality(oldest) < entries THEN last ELSE oldest[entries] END;
  numbers := (SELECT json_agg(seq ORDER BY seq) FROM news_feed.post
    WHERE deployment = d AND seq = ANY(oldest) AND removed IS NULL
      AND NOT EXISTS (SELECT FROM news_feed.hide WHERE reader = reader_n AND post = seq)
      -- Muted now, or by the last mute that began before the post.
      AND NOT EXISTS (SELECT FROM news_feed.mute
        WHERE muter = reader_n AND muted = author AND until = 9007199254740991)
      AND coalesce((SELECT until FROM news_feed.mute
        WHERE muter = reader_n AND muted = author AND since < seq
        ORDER BY since DESC LIMIT 1), 0) < seq);
END
$$;
