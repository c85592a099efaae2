-- Returns the terms of a video, and its era as one more; null terms: it has too many. No run has as many
-- characters as the term of an era or of a tag, and no name of a deployment has a colon.
CREATE OR REPLACE FUNCTION video_catalog.terms_of(deployment text, era bigint, terms text[])
RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN terms IS NULL THEN ARRAY[deployment || ' not indexed ' || era]
    ELSE array_append(terms, deployment || ' era ' || era) END
$$;

-- Returns whether a video is selected; an empty query and a null tag select all.
CREATE OR REPLACE FUNCTION video_catalog.is_selected(
  video video_catalog.video, query text, tag text, created_after bigint, created_until bigint
) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT (query = '' OR strpos(video.searched, query) > 0)
    AND (tag IS NULL OR tag = ANY (video.tags))
    AND video.created_at > created_after AND video.created_at <= created_until
$$;

-- Finds the numbers of the newest videos of an era that have the terms, or were not indexed, and are
-- selected. It goes through the index on terms, whatever the statistics say.
CREATE OR REPLACE FUNCTION video_catalog.look_up(
  in_deployment text, query text, tag text, created_after bigint, created_until bigint,
  in_terms text[], era bigint, before bigint, wanted bigint
) RETURNS SETOF bigint
LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  WITH matching AS MATERIALIZED (
    SELECT n FROM video_catalog.video
    WHERE (terms @> video_catalog.terms_of(in_deployment, era, in_terms)
        OR terms @> video_catalog.terms_of(in_deployment, era, NULL))
      AND video_catalog.is_selected(video, query, tag, created_after, created_until)
  )
  SELECT n FROM matching WHERE n < before ORDER BY n DESC LIMIT wanted
$$;
