CREATE SCHEMA news_feed;

CREATE TABLE news_feed.account (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,   -- FEED_PREFIX: deployments may share a database
  id text COLLATE "C" NOT NULL,
  followees bigint NOT NULL DEFAULT 1,    -- at present, the user among them
  created_at bigint NOT NULL,             -- milliseconds
  UNIQUE (deployment, id)
);

-- Posts and deletions of a deployment are numbered together, from 1, in the order of their commits.
CREATE TABLE news_feed.post (
  deployment text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  author bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  nth integer NOT NULL,                   -- of its author in this second, from 1
  content text,                           -- NULL: deleted
  created_at bigint NOT NULL,             -- milliseconds
  removed bigint,                         -- number of the deletion; NULL: not deleted
  PRIMARY KEY (deployment, seq),
  UNIQUE (deployment, id)
);
CREATE INDEX post_by_author ON news_feed.post (author, seq) INCLUDE (removed);
CREATE INDEX post_removed ON news_feed.post (deployment, removed) INCLUDE (seq)
  WHERE removed IS NOT NULL;

-- Who follows, or followed, whom: the posts with since < seq <= until are delivered. All users follow
-- themselves, since their own posts are delivered to them.
CREATE TABLE news_feed.follow (
  follower bigint NOT NULL,
  followee bigint NOT NULL,
  since bigint NOT NULL,                  -- number of the last change before the follow
  until bigint NOT NULL DEFAULT 9007199254740991,   -- this one: at present
  PRIMARY KEY (follower, followee, since) INCLUDE (until)
);

-- Functions for reading are PL/pgSQL, whose plans are kept from call to call, and these plans do not
-- depend on the arguments: to plan them anew takes longer than to run them.
CREATE FUNCTION news_feed.last_change(d text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN greatest(0,
    (SELECT max(seq) FROM news_feed.post WHERE deployment = d),
    (SELECT max(removed) FROM news_feed.post WHERE deployment = d AND removed IS NOT NULL));
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

-- Makes posts, in their order; yields the id of each, NULL when there is no such author.
CREATE FUNCTION news_feed.add_posts(
  d text, authors text[], base_ids text[], contents text[], instants bigint[]
) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
  writer bigint;
  k integer;
  post_id text;
BEGIN
  FOR i IN 1 .. cardinality(authors) LOOP
    post_id := NULL;
    SELECT n INTO writer FROM news_feed.account WHERE deployment = d AND id = authors[i];
    IF FOUND THEN
      last := last + 1;
      SELECT nth INTO k FROM (
        SELECT nth, id FROM news_feed.post WHERE author = writer ORDER BY seq DESC LIMIT 1
      ) AS latest WHERE starts_with(id, base_ids[i]);
      k := coalesce(k, 0);
      LOOP
        k := k + 1;
        post_id := base_ids[i] || CASE WHEN k = 1 THEN '' ELSE '_' || k END;
        INSERT INTO news_feed.post
          VALUES (d, last, writer, post_id, k, contents[i], instants[i])
          ON CONFLICT (deployment, id) DO NOTHING;
        EXIT WHEN FOUND;
      END LOOP;
    END IF;
    RETURN NEXT post_id;
  END LOOP;
END
$$;

-- Deletes a post, also once more; false when there never was one.
CREATE FUNCTION news_feed.remove_post(d text, post_id text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
BEGIN
  UPDATE news_feed.post SET content = NULL, removed = last + 1
    WHERE deployment = d AND id = post_id AND removed IS NULL;
  RETURN EXISTS (SELECT FROM news_feed.post WHERE deployment = d AND id = post_id);
END
$$;

-- Starts or ends a follow. Yields the first id that is unknown, or NULL.
CREATE FUNCTION news_feed.set_followed(d text, from_id text, to_id text, followed boolean)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
  source bigint;
  target bigint;
  present bigint;
BEGIN
  SELECT n INTO source FROM news_feed.account WHERE deployment = d AND id = from_id;
  IF NOT FOUND THEN RETURN from_id; END IF;
  SELECT n INTO target FROM news_feed.account WHERE deployment = d AND id = to_id;
  IF NOT FOUND THEN RETURN to_id; END IF;
  SELECT since INTO present FROM news_feed.follow
    WHERE follower = source AND followee = target AND until = 9007199254740991;
  IF FOUND = followed THEN RETURN NULL; END IF;
  IF followed THEN
    INSERT INTO news_feed.follow VALUES (source, target, last);
  ELSIF present = last THEN
    -- Nothing was delivered in between: another follow may start at this number.
    DELETE FROM news_feed.follow
      WHERE follower = source AND followee = target AND since = present;
  ELSE
    UPDATE news_feed.follow SET until = last
      WHERE follower = source AND followee = target AND since = present;
  END IF;
  UPDATE news_feed.account SET followees = followees + CASE WHEN followed THEN 1 ELSE -1 END
    WHERE n = source;
  RETURN NULL;
END
$$;

-- The newest deliveries to a reader after a number: a list of post numbers, negative for deleted
-- posts.
CREATE FUNCTION news_feed.deliveries(reader bigint, after bigint, entries integer)
RETURNS json LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  portion integer;
BEGIN
  IF after = 0 THEN
    -- Twice the share of a follow is read of each, also of those that ended. Where these are enough,
    -- what is older than the last of them does not count, and needs not be read of anybody.
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

-- What has changed in a reader's timeline since the change `up_to`; -1: nothing of it is known. Being
-- STABLE, it sees the state that the calling statement sees.
CREATE FUNCTION news_feed.changes(
  d text, reader bigint, followees bigint, last bigint, up_to bigint, depth integer, entries integer,
  changes_max integer, OUT is_anew boolean, OUT delivered json, OUT deleted json
) LANGUAGE plpgsql STABLE STRICT SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  is_anew := up_to < 0 OR last - up_to > changes_max;
  IF is_anew THEN
    delivered := news_feed.deliveries(reader, 0, depth);
    RETURN;
  END IF;
  -- Whichever is less to look at: the new posts, or the users whom the reader follows.
  IF last - up_to <= followees THEN
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
  deleted := (SELECT json_agg(seq) FROM news_feed.post
    WHERE deployment = d AND removed IS NOT NULL AND removed > up_to);
END
$$;
