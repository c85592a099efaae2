-- Makes posts, in their order. Returns the id of each, NULL when there is no such author.
CREATE OR REPLACE FUNCTION news_feed.add_posts(
  d text, authors text[], base_ids text[], contents text[], extras text[], instants bigint[],
  waited integer[]                        -- before the call, milliseconds
) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
  -- Posts of one call are delivered together.
  took integer := extract(epoch FROM clock_timestamp() - now()) * 1000;
  writer bigint;
  fans bigint;
  k integer;
  post_id text;
BEGIN
  FOR i IN 1 .. cardinality(authors) LOOP
    post_id := NULL;
    SELECT n, followers INTO writer, fans FROM news_feed.account WHERE deployment = d AND id = authors[i];
    IF FOUND THEN
      last := last + 1;
      SELECT nth INTO k FROM (
        SELECT nth, id FROM news_feed.post WHERE author = writer ORDER BY seq DESC LIMIT 1
      ) AS latest WHERE starts_with(id, base_ids[i]);
      k := coalesce(k, 0);
      LOOP
        k := k + 1;
        post_id := base_ids[i] || CASE WHEN k = 1 THEN '' ELSE '_' || k END;
        INSERT INTO news_feed.post (deployment, seq, author, id, nth, content, created_at, followers,
            took_ms, has_more, extra)
          VALUES (d, last, writer, post_id, k, contents[i], instants[i], fans,
            waited[i] + took,
            extras[i] IS NOT NULL, extras[i])
          ON CONFLICT (deployment, id) DO NOTHING;
        EXIT WHEN FOUND;
      END LOOP;
    END IF;
    RETURN NEXT post_id;
  END LOOP;
END
$$;

-- Deletes a post; a repeat changes nothing. Returns false when there never was one.
CREATE OR REPLACE FUNCTION news_feed.remove_post(d text, post_id text, instant bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  last bigint := news_feed.take_turn(d);
BEGIN
  UPDATE news_feed.post SET content = NULL, extra = NULL, removed = last + 1,
      removed_at = instant
    WHERE deployment = d AND id = post_id AND removed IS NULL;
  RETURN EXISTS (SELECT FROM news_feed.post WHERE deployment = d AND id = post_id);
END
$$;
