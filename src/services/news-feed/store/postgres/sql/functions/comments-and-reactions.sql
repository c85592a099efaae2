-- Finds the numbers of a user and a post, NULL where there is none, and locks what pages show of the
-- post's reactions and comments: until the commit, nobody else changes them.
CREATE OR REPLACE FUNCTION news_feed.speak(
  d text, user_id text, post_id text, OUT speaker bigint, OUT target bigint
) LANGUAGE plpgsql AS $$
DECLARE
  is_first boolean;
BEGIN
  SELECT n INTO speaker FROM news_feed.account WHERE deployment = d AND id = user_id;
  SELECT seq, NOT has_more INTO target, is_first FROM news_feed.post
    WHERE deployment = d AND id = post_id AND removed IS NULL;
  IF speaker IS NULL OR target IS NULL THEN RETURN; END IF;
  IF is_first THEN
    UPDATE news_feed.post SET has_more = true WHERE deployment = d AND seq = target;
  END IF;
  INSERT INTO news_feed.talk (deployment, post) VALUES (d, target) ON CONFLICT DO NOTHING;
  PERFORM FROM news_feed.talk WHERE deployment = d AND post = target FOR UPDATE;
END
$$;

-- Adds a reaction, or takes it back.
CREATE OR REPLACE FUNCTION news_feed.set_reaction(
  d text, user_id text, post_id text, kind_name text, reacted boolean, kinds_max integer
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  said record;
  counts jsonb;
  present bigint;
BEGIN
  SELECT * INTO said FROM news_feed.speak(d, user_id, post_id);
  IF said.speaker IS NULL THEN RETURN 'unknown user'; END IF;
  IF said.target IS NULL THEN RETURN 'unknown post'; END IF;
  SELECT reactions INTO counts FROM news_feed.talk WHERE deployment = d AND post = said.target;
  present := coalesce((counts ->> kind_name)::bigint, 0);
  IF reacted THEN
    IF present = 0 AND (SELECT count(*) FROM jsonb_object_keys(counts)) >= kinds_max THEN
      RETURN 'too many kinds';
    END IF;
    INSERT INTO news_feed.reaction VALUES (said.speaker, said.target, kind_name)
      ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM news_feed.reaction
      WHERE reactor = said.speaker AND post = said.target AND kind = kind_name;
  END IF;
  IF NOT FOUND THEN RETURN 'done'; END IF;
  present := present + CASE WHEN reacted THEN 1 ELSE -1 END;
  UPDATE news_feed.talk SET reactions = CASE WHEN present = 0 THEN counts - kind_name
      ELSE counts || jsonb_build_object(kind_name, present) END
    WHERE deployment = d AND post = said.target;
  RETURN 'done';
END
$$;

-- Adds a comment. `n` is NULL when the user or the post is unknown.
CREATE OR REPLACE FUNCTION news_feed.add_comment(
  d text, user_id text, post_id text, text_of text, instant bigint, OUT outcome text, OUT number bigint
) LANGUAGE plpgsql AS $$
DECLARE
  said record;
BEGIN
  SELECT * INTO said FROM news_feed.speak(d, user_id, post_id);
  outcome := CASE WHEN said.speaker IS NULL THEN 'unknown user'
    WHEN said.target IS NULL THEN 'unknown post' ELSE 'made' END;
  IF outcome <> 'made' THEN RETURN; END IF;
  INSERT INTO news_feed.comment (deployment, post, author, content, created_at)
    VALUES (d, said.target, said.speaker, text_of, instant) RETURNING n INTO number;
  UPDATE news_feed.talk SET comments = comments + 1 WHERE deployment = d AND post = said.target;
END
$$;

-- Erases a comment; a repeat changes nothing. Returns false when there never was one.
CREATE OR REPLACE FUNCTION news_feed.remove_comment(d text, number bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  target bigint;
BEGIN
  SELECT post INTO target FROM news_feed.comment WHERE deployment = d AND n = number;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM FROM news_feed.talk WHERE deployment = d AND post = target FOR UPDATE;
  UPDATE news_feed.comment SET content = NULL WHERE n = number AND content IS NOT NULL;
  IF FOUND THEN
    UPDATE news_feed.talk SET comments = comments - 1 WHERE deployment = d AND post = target;
  END IF;
  RETURN true;
END
$$;
