-- Keeps the number of a mute, hide or backfill: timelines in memory learn of it by the number.
CREATE OR REPLACE FUNCTION news_feed.note_choice(d text, reader bigint, number bigint, quieter integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE news_feed.account SET quiet = quiet + quieter, changed = number WHERE n = reader;
  INSERT INTO news_feed.choice VALUES (d, number)
    ON CONFLICT (deployment) DO UPDATE SET last = excluded.last;
END
$$;

-- Delivers the newest posts of an author to a new follower, except those that an earlier follow has
-- delivered. Adjacent posts make one row; a deletion, or an earlier follow, separates rows. Returns how
-- many rows it made.
CREATE OR REPLACE FUNCTION news_feed.backfill(
  reader bigint, writer bigint, wanted integer, depth integer, number bigint, instant bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  made bigint;
BEGIN
  INSERT INTO news_feed.follow
      (follower, followee, since, until, followed_at, ended_at, backfill)
    WITH newest AS (
      SELECT seq, removed FROM news_feed.post WHERE author = writer ORDER BY seq DESC LIMIT depth
    ), placed AS (
      SELECT seq, coalesce(earlier.since, -1) AS place,
        removed IS NULL AND coalesce(earlier.until, 0) < seq AS joins
      FROM newest LEFT JOIN LATERAL (
        SELECT since, until FROM news_feed.follow
        WHERE follower = reader AND followee = writer AND since < seq ORDER BY since DESC LIMIT 1
      ) AS earlier ON true
      WHERE seq >= (SELECT min(seq) FROM (
        SELECT seq FROM newest WHERE removed IS NULL ORDER BY seq DESC LIMIT wanted) AS present)
    ), runs AS (
      SELECT *, count(*) FILTER (WHERE NOT joins) OVER (ORDER BY seq DESC) AS run FROM placed
    )
    SELECT reader, writer, min(seq) - 1, max(seq), instant, instant, number
    FROM runs WHERE joins GROUP BY run, place
    ON CONFLICT (follower, followee, since) DO UPDATE SET until = excluded.until,
      followed_at = excluded.followed_at, ended_at = excluded.ended_at,
      backfill = excluded.backfill;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END
$$;

-- Starts or ends a follow. Returns the first id that is unknown, or NULL.
CREATE OR REPLACE FUNCTION news_feed.set_followed(
  d text, from_id text, to_id text, followed boolean, instant bigint, wanted integer, depth integer
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
  source bigint;
  target bigint;
  present bigint;
  step integer := CASE WHEN followed THEN 1 ELSE -1 END;
BEGIN
  SELECT n INTO source FROM news_feed.account WHERE deployment = d AND id = from_id;
  IF NOT FOUND THEN RETURN from_id; END IF;
  SELECT n INTO target FROM news_feed.account WHERE deployment = d AND id = to_id;
  IF NOT FOUND THEN RETURN to_id; END IF;
  SELECT since INTO present FROM news_feed.follow
    WHERE follower = source AND followee = target AND until = 9007199254740991;
  IF FOUND = followed THEN RETURN NULL; END IF;
  IF followed THEN
    -- Replaces a follow that ended before anything was made after its start.
    INSERT INTO news_feed.follow (follower, followee, since, followed_at)
      VALUES (source, target, last, instant)
      ON CONFLICT (follower, followee, since) DO UPDATE
      SET until = excluded.until, followed_at = excluded.followed_at, ended_at = NULL;
    IF wanted > 0 AND news_feed.backfill(source, target, wanted, depth, last + 1, instant) > 0 THEN
      PERFORM news_feed.note_choice(d, source, last + 1, 0);
    END IF;
  ELSE
    UPDATE news_feed.follow SET until = last, ended_at = instant
      WHERE follower = source AND followee = target AND since = present;
  END IF;
  UPDATE news_feed.account SET followees = followees + step WHERE n = source;
  UPDATE news_feed.account SET followers = followers + step WHERE n = target;
  RETURN NULL;
END
$$;

-- Mutes an author for a user, or unmutes. Returns the first id that is unknown, or NULL.
CREATE OR REPLACE FUNCTION news_feed.set_muted(
  d text, from_id text, to_id text, muting boolean, instant bigint
) RETURNS text LANGUAGE plpgsql AS $$
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
  SELECT since INTO present FROM news_feed.mute
    WHERE muter = source AND muted = target AND until = 9007199254740991;
  IF FOUND = muting THEN RETURN NULL; END IF;
  IF muting THEN
    INSERT INTO news_feed.mute (muter, muted, since, muted_at)
      VALUES (source, target, last + 1, instant);
  ELSE
    UPDATE news_feed.mute SET until = last + 1
      WHERE muter = source AND muted = target AND since = present;
  END IF;
  PERFORM news_feed.note_choice(d, source, last + 1, CASE WHEN muting THEN 1 ELSE -1 END);
  RETURN NULL;
END
$$;

-- Hides a post from a user, or shows it again. Returns what is unknown, or NULL.
CREATE OR REPLACE FUNCTION news_feed.set_hidden(
  d text, user_id text, post_id text, hiding boolean, instant bigint
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
  source bigint;
  target bigint;
BEGIN
  SELECT n INTO source FROM news_feed.account WHERE deployment = d AND id = user_id;
  IF NOT FOUND THEN RETURN 'unknown user'; END IF;
  SELECT seq INTO target FROM news_feed.post WHERE deployment = d AND id = post_id;
  IF NOT FOUND THEN RETURN 'unknown post'; END IF;
  IF hiding THEN
    INSERT INTO news_feed.hide VALUES (source, target, instant) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM news_feed.hide WHERE reader = source AND post = target;
  END IF;
  IF FOUND THEN
    PERFORM news_feed.note_choice(d, source, last + 1, CASE WHEN hiding THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END
$$;
