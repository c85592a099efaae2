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
  uploaded_at bigint NOT NULL,          -- milliseconds
  searched text COLLATE "C" NOT NULL,   -- see fold.ts
  terms int[] NOT NULL,                 -- see grams.ts, each with the era in its highest 8 bits
  PRIMARY KEY (deployment, n)
);
-- New entries wait in a list, so that they are sorted in by the hundred. Every search reads that list
-- from end to end, so it is short (KiB).
CREATE INDEX ON video_catalog.video USING gin (terms) WITH (gin_pending_list_limit = 1024);

-- What changes: a view writes a few bytes, and no index.
CREATE TABLE video_catalog.progress (
  deployment text COLLATE "C",
  n bigint,
  starts_at bigint NOT NULL,            -- milliseconds
  duration_secs int,                    -- null until ready
  view_count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (deployment, n)
) WITH (fillfactor = 70);
CREATE INDEX ON video_catalog.progress (deployment, starts_at) WHERE duration_secs IS NULL;

-- 32,768 videos, by n, are an era, and each era has index terms of its own, so a search goes back in
-- time and stops where it has enough. After 256 eras the terms are used again.
CREATE FUNCTION video_catalog.terms_of_era(terms int[], era bigint) RETURNS int[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(((era & 255) << 24 | term)::bit(32)::int) FROM unnest(terms) AS term
$$;

-- The numbers of the newest videos before one that have the query in their searched text.
-- The newest are compared without the index: a common query is found among them. The rest is only
-- ever looked up in the index on terms, whatever the statistics say.
CREATE FUNCTION video_catalog.search(
  in_deployment text, query text, query_terms int[], before bigint, wanted bigint
) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  top bigint := least(before, 1 + coalesce(
    (SELECT newest.n FROM video_catalog.newest WHERE deployment = in_deployment), 0));
  indexed bigint := greatest(top - 512, 1);
  found_here bigint;
BEGIN
  RETURN QUERY SELECT n FROM video_catalog.video
    WHERE deployment = in_deployment AND n < top AND n >= indexed
      AND strpos(searched, query) > 0
    ORDER BY n DESC LIMIT wanted;
  GET DIAGNOSTICS found_here = ROW_COUNT;
  FOR era IN REVERSE indexed >> 15 .. 0 LOOP
    wanted := wanted - found_here;
    EXIT WHEN wanted <= 0;
    RETURN QUERY WITH matching AS MATERIALIZED (
        SELECT deployment, n FROM video_catalog.video
        WHERE terms @> video_catalog.terms_of_era(query_terms, era)
          AND strpos(searched, query) > 0
      )
      SELECT n FROM matching
      WHERE deployment = in_deployment AND n < indexed AND n >> 15 = era
      ORDER BY n DESC LIMIT wanted;
    GET DIAGNOSTICS found_here = ROW_COUNT;
  END LOOP;
END $$;
