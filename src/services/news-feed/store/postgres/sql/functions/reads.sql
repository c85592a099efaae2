-- Functions for reading are PL/pgSQL, which keeps plans from call to call, and these plans do not depend
-- on the arguments: planning takes longer than running.

-- Finds the newest deliveries to a reader after a number: numbers of posts, negative for deleted ones.
CREATE OR REPLACE FUNCTION news_feed.deliveries(reader bigint, after bigint, entries integer)
RETURNS json LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  portion integer;
BEGIN
  IF after = 0 THEN
    -- Reads twice its share from each follow, also from those that ended. Where that is enough, posts
    -- older than the last of them do not count, and need not be read from any follow.
    portion := 4 + 2 * entries / (SELECT count(*) FROM news_feed.follow WHERE follower = reader);
    SELECT seq - 1 INTO after FROM news_feed.follow CROSS JOIN LATERAL (
      SELECT seq FROM news_feed.post
      WHERE author = followee AND seq > since AND seq <= until
      ORDER BY seq DESC LIMIT portion
    ) AS portions WHERE follower = reader
    ORDER BY seq DESC OFFSET entries - 1 LIMIT 1;
    after := coalesce(after, 0);
  END IF;
  RETURN (SELECT json_agg(CASE WHEN removed IS NULL THEN seq ELSE -seq END) FROM (
    SELECT seq, removed FROM news_feed.follow CROSS JOIN LATERAL (
      SELECT seq, removed FROM news_feed.post
      WHERE author = followee AND seq > greatest(since, after) AND seq <= until
      ORDER BY seq DESC LIMIT entries
    ) AS posts WHERE follower = reader AND until > after
    ORDER BY seq DESC LIMIT entries
  ) AS newest);
END
$$;

-- Makes the numbers of posts negative that the reader does not want to see now.
CREATE OR REPLACE FUNCTION news_feed.silenced(d text, reader_n bigint, numbers json)
RETURNS json LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT json_agg(CASE WHEN number > 0 AND (
      EXISTS (SELECT FROM news_feed.hide WHERE reader = reader_n AND post = number)
      OR EXISTS (SELECT FROM news_feed.mute WHERE muter = reader_n AND until = 9007199254740991
        AND muted = (SELECT author FROM news_feed.post WHERE deployment = d AND seq = number))
    ) THEN -number ELSE number END ORDER BY position)
    FROM (SELECT value::bigint AS number, position
      FROM json_array_elements_text(numbers) WITH ORDINALITY AS entry (value, position)) AS listed);
END
$$;

-- Finds what has changed in a reader's timeline since the change `up_to`; -1: nothing of it is known.
-- STABLE functions see the state that the calling statement sees.
CREATE OR REPLACE FUNCTION news_feed.changes(
  d text, reader bigint, followees bigint, quiet bigint, changed bigint, last bigint, up_to bigint,
  depth integer, entries integer, changes_max integer,
  OUT is_anew boolean, OUT delivered json, OUT deleted json
) LANGUAGE plpgsql STABLE STRICT SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  is_anew := up_to < changed OR last - up_to > changes_max;
  IF is_anew THEN
    delivered := news_feed.deliveries(reader, 0, depth);
  -- Looks through the new posts or through the users whom the reader follows, whichever are fewer.
  ELSIF last - up_to <= followees THEN
    delivered := (SELECT json_agg(CASE WHEN removed IS NULL THEN seq ELSE -seq END) FROM (
      SELECT seq, removed FROM (
        SELECT seq, author, removed FROM news_feed.post WHERE deployment = d AND seq > up_to
        ORDER BY seq DESC LIMIT changes_max
      ) AS posts WHERE (SELECT true FROM news_feed.follow
        WHERE follower = reader AND followee = author AND since < seq AND until >= seq LIMIT 1)
      ORDER BY seq DESC LIMIT entries
    ) AS newest);
  ELSE
    delivered := news_feed.deliveries(reader, up_to, entries);
  END IF;
  IF quiet > 0 THEN delivered := news_feed.silenced(d, reader, delivered); END IF;
  IF NOT is_anew THEN
    deleted := (SELECT json_agg(seq) FROM news_feed.post
      WHERE deployment = d AND removed IS NOT NULL AND removed > up_to);
  END IF;
END
$$;
