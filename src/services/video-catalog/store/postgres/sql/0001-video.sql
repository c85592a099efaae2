CREATE SCHEMA video_catalog;

-- The last video of each deployment. Its lock orders uploads: n has no gaps, and the videos that
-- are seen are always those with the smallest n.
CREATE TABLE video_catalog.newest (
  deployment text COLLATE "C" PRIMARY KEY,
  n bigint NOT NULL,
  uploaded_at bigint NOT NULL           -- milliseconds
);

-- What never changes.
CREATE TABLE video_catalog.video (
  deployment text COLLATE "C",
  n bigint,
  title text NOT NULL,
  description text NOT NULL,
  tags text[] NOT NULL,
  created_at bigint NOT NULL,           -- milliseconds
  uploaded_at bigint NOT NULL,          -- milliseconds, never less than that of the video before
  duration_secs int NOT NULL,
  searched text COLLATE "C" NOT NULL,   -- see text-search/fold.ts
  terms text[] COLLATE "C" NOT NULL,    -- see text-search/grams.ts; and the era of the deployment
  PRIMARY KEY (deployment, n)
);
-- New entries wait in a list, so that they are sorted in by the hundred. Every search reads that list
-- from end to end, so it is short (KiB).
CREATE INDEX ON video_catalog.video USING gin (terms) WITH (gin_pending_list_limit = 1024);

-- What changes: a view writes a few bytes, and no index.
CREATE TABLE video_catalog.views (
  deployment text COLLATE "C",
  n bigint,
  view_count bigint NOT NULL,
  PRIMARY KEY (deployment, n)
) WITH (fillfactor = 70);

-- The terms of a video with these grams, null when it has too many; its era is one more. No gram has
-- as many characters as the term of an era.
CREATE FUNCTION video_catalog.terms_of(deployment text, era bigint, grams text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN grams IS NULL THEN ARRAY[deployment || ' not indexed ' || era]
    ELSE array_append(grams, deployment || ' era ' || era) END
$$;

-- The numbers of the newest videos of an era that have the grams, or were not indexed, and the query
-- in their text. The only way to them is the index on terms, whatever the statistics say.
CREATE FUNCTION video_catalog.look_up(
  in_deployment text, query text, grams text[], era bigint, before bigint, wanted bigint
) RETURNS SETOF bigint
LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  WITH matching AS MATERIALIZED (
    SELECT n FROM video_catalog.video
    WHERE (terms @> video_catalog.terms_of(in_deployment, era, grams)
        OR terms @> video_catalog.terms_of(in_deployment, era, NULL))
      AND strpos(searched, query) > 0
  )
  SELECT n FROM matching WHERE n < before ORDER BY n DESC LIMIT wanted
$$;
