-- Returns when newer deliveries had filled a reader's timeline so that this post has no room; NULL: it
-- has. A backfill delivers at its own number. `own_backfill` is that of the post itself.
CREATE OR REPLACE FUNCTION news_feed.trimmed_at(
  reader bigint, post_seq bigint, own_backfill bigint, own_followed_at bigint, entries integer
) RETURNS bigint LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  filling record;
BEGIN
  SELECT arrived, arrived_at INTO filling FROM (
    SELECT coalesce(backfill, seq) AS arrived,
      CASE WHEN backfill IS NULL THEN created_at ELSE followed_at END AS arrived_at
    FROM news_feed.follow CROSS JOIN LATERAL (
      SELECT seq, created_at FROM news_feed.post
      WHERE author = followee AND seq > greatest(since, post_seq) AND seq <= until
      ORDER BY seq LIMIT entries
    ) AS posts WHERE follower = reader AND until > post_seq
  ) AS newer ORDER BY arrived OFFSET entries - 1 LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- The post came when the timeline was full already.
  RETURN CASE WHEN own_backfill > filling.arrived THEN own_followed_at ELSE filling.arrived_at END;
END
$$;
