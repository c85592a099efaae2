CREATE SCHEMA news_feed;

CREATE TABLE news_feed.account (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,   -- FEED_PREFIX: deployments may share a database
  id text COLLATE "C" NOT NULL,
  followers bigint NOT NULL DEFAULT 0,    -- at present
  pulls boolean NOT NULL DEFAULT false,   -- some of the posts are pulled
  created_at bigint NOT NULL,             -- milliseconds
  UNIQUE (deployment, id)
);

-- Numbers posts and follows. They are drawn under the lock of the deployment, so that within a
-- deployment the order of numbers is the order of commits.
CREATE SEQUENCE news_feed.seq;

CREATE TABLE news_feed.post (
  seq bigint PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  author bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  nth integer NOT NULL,                   -- of its author in this second, from 1
  content text,                           -- NULL: deleted
  created_at bigint NOT NULL,             -- milliseconds
  pulled boolean NOT NULL,                -- followers get it when they read
  UNIQUE (deployment, id)
);
CREATE INDEX post_by_author ON news_feed.post (author, seq);
CREATE INDEX post_pulled ON news_feed.post (author, seq) WHERE pulled;

-- Who follows, or followed, whom: the posts with since < seq < until are delivered.
CREATE TABLE news_feed.follow (
  follower bigint NOT NULL,
  followee bigint NOT NULL,
  since bigint NOT NULL,
  until bigint,                           -- NULL: at present
  pulls boolean NOT NULL,                 -- some of these posts may be pulled
  PRIMARY KEY (follower, followee, since)
);
CREATE UNIQUE INDEX follow_present ON news_feed.follow (followee, follower) WHERE until IS NULL;
CREATE INDEX follow_pulls ON news_feed.follow (follower) WHERE pulls;

-- Pushed posts, and each user's own. What is beyond the length of a timeline is trimmed later.
CREATE TABLE news_feed.timeline (
  account bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (account, seq)
);

-- Up to which account the timelines of a deployment have been trimmed in this round.
CREATE TABLE news_feed.trimming (
  deployment text COLLATE "C" PRIMARY KEY,
  up_to bigint NOT NULL
);

-- Writes of a deployment take turns. A function's next statement sees what the last turn did.
CREATE FUNCTION news_feed.take_turn(d text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('news_feed ' || d, 0))
$$;

CREATE FUNCTION news_feed.deliver(author news_feed.account, post_seq bigint, is_pulled boolean)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_feed.timeline VALUES (author.n, post_seq);
  IF NOT is_pulled THEN
    INSERT INTO news_feed.timeline
      SELECT follower, post_seq FROM news_feed.follow
      WHERE followee = author.n AND until IS NULL;
  ELSIF NOT author.pulls THEN
    UPDATE news_feed.account SET pulls = true WHERE n = author.n;
    UPDATE news_feed.follow SET pulls = true WHERE followee = author.n AND until IS NULL;
  END IF;
END
$$;

-- Makes posts, in their order; yields the id of each, NULL when there is no such author.
CREATE FUNCTION news_feed.add_posts(
  d text, authors text[], base_ids text[], contents text[], instants bigint[], push_max bigint[]
) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  writer news_feed.account;
  k integer;
  post_id text;
  post_seq bigint;
BEGIN
  PERFORM news_feed.take_turn(d);
  FOR i IN 1 .. cardinality(authors) LOOP
    post_id := NULL;
    SELECT * INTO writer FROM news_feed.account WHERE deployment = d AND id = authors[i];
    IF FOUND THEN
      SELECT nth INTO k FROM (
        SELECT nth, id FROM news_feed.post WHERE author = writer.n ORDER BY seq DESC LIMIT 1
      ) AS latest WHERE starts_with(id, base_ids[i]);
      k := coalesce(k, 0);
      post_seq := nextval('news_feed.seq');
      LOOP
        k := k + 1;
        post_id := base_ids[i] || CASE WHEN k = 1 THEN '' ELSE '_' || k END;
        INSERT INTO news_feed.post VALUES (post_seq, d, writer.n, post_id, k, contents[i],
          instants[i], writer.followers > push_max[i])
        ON CONFLICT (deployment, id) DO NOTHING;
        EXIT WHEN FOUND;
      END LOOP;
      PERFORM news_feed.deliver(writer, post_seq, writer.followers > push_max[i]);
    END IF;
    RETURN NEXT post_id;
  END LOOP;
END
$$;

-- Starts or ends a follow. Yields the first id that is unknown, or NULL.
CREATE FUNCTION news_feed.set_followed(d text, from_id text, to_id text, followed boolean)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  source news_feed.account;
  target news_feed.account;
BEGIN
  PERFORM news_feed.take_turn(d);
  SELECT * INTO source FROM news_feed.account WHERE deployment = d AND id = from_id;
  IF NOT FOUND THEN RETURN from_id; END IF;
  SELECT * INTO target FROM news_feed.account WHERE deployment = d AND id = to_id;
  IF NOT FOUND THEN RETURN to_id; END IF;
  IF followed THEN
    INSERT INTO news_feed.follow
      VALUES (source.n, target.n, nextval('news_feed.seq'), NULL, target.pulls)
      ON CONFLICT (followee, follower) WHERE until IS NULL DO NOTHING;
  ELSE
    UPDATE news_feed.follow SET until = nextval('news_feed.seq')
      WHERE follower = source.n AND followee = target.n AND until IS NULL;
  END IF;
  IF FOUND THEN
    UPDATE news_feed.account SET followers = followers + CASE WHEN followed THEN 1 ELSE -1 END
      WHERE n = target.n;
  END IF;
  RETURN NULL;
END
$$;

-- Trims the timelines of the next accounts to their newest entries. Replicas take turns.
CREATE FUNCTION news_feed.trim_timelines(d text, accounts integer, entries integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first_n bigint;
  last_n bigint;
BEGIN
  INSERT INTO news_feed.trimming VALUES (d, 0) ON CONFLICT DO NOTHING;
  SELECT up_to INTO first_n FROM news_feed.trimming WHERE deployment = d FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT max(n) INTO last_n FROM (
    SELECT n FROM news_feed.account WHERE deployment = d AND n > first_n ORDER BY n LIMIT accounts
  ) AS next_accounts;
  DELETE FROM news_feed.timeline AS old USING (
    SELECT a.n, cut.seq FROM news_feed.account AS a CROSS JOIN LATERAL (
      SELECT seq FROM news_feed.timeline WHERE account = a.n
      ORDER BY seq DESC OFFSET entries LIMIT 1
    ) AS cut WHERE a.deployment = d AND a.n > first_n AND a.n <= last_n
  ) AS beyond WHERE old.account = beyond.n AND old.seq <= beyond.seq;
  UPDATE news_feed.trimming SET up_to = coalesce(last_n, 0) WHERE deployment = d;
END
$$;
