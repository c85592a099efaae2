CREATE SCHEMA video_catalog;

-- The last video of each deployment. Its lock orders uploads: n has no gaps, and the videos that
-- are seen are always those with the smallest n.
CREATE TABLE video_catalog.newest (
  deployment text COLLATE "C" PRIMARY KEY,
  n bigint NOT NULL,
  uploaded_at bigint NOT NULL           -- milliseconds
);

-- What views do not change.
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
  terms text[] COLLATE "C" NOT NULL,    -- runs (text-search/grams.ts), tags, and the era
  PRIMARY KEY (deployment, n)
);
CREATE INDEX ON video_catalog.video (deployment, uploaded_at, n);
-- New entries wait in a list, so that they are sorted in by the hundred. Every search reads that list
-- from end to end, so it is short (KiB).
CREATE INDEX ON video_catalog.video USING gin (terms) WITH (gin_pending_list_limit = 1024);

-- What changes: a view writes a few bytes.
CREATE TABLE video_catalog.views (
  deployment text COLLATE "C",
  n bigint,
  view_count bigint NOT NULL,
  PRIMARY KEY (deployment, n)
);
CREATE INDEX ON video_catalog.views (deployment, view_count, n);

-- What uploads with a key made.
CREATE TABLE video_catalog.idempotency_key (
  deployment text COLLATE "C",
  key text COLLATE "C",
  fingerprint text NOT NULL,
  n bigint NOT NULL,
  created_at bigint NOT NULL,
  uploaded_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (deployment, key)
);
CREATE INDEX ON video_catalog.idempotency_key (deployment, expires_at);

-- The terms of a video, null when it has too many; its era is one more. No run has as many characters
-- as the term of an era or of a tag, and no name of a deployment has a colon.
CREATE FUNCTION video_catalog.terms_of(deployment text, era bigint, terms text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN terms IS NULL THEN ARRAY[deployment || ' not indexed ' || era]
    ELSE array_append(terms, deployment || ' era ' || era) END
$$;

-- Whether a video is selected; an empty query and a null tag select all.
CREATE FUNCTION video_catalog.is_selected(
  video video_catalog.video, query text, tag text, created_after bigint, created_until bigint
) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT (query = '' OR strpos(video.searched, query) > 0)
    AND (tag IS NULL OR tag = ANY (video.tags))
    AND video.created_at > created_after AND video.created_at <= created_until
$$;

-- The numbers of the newest videos of an era that have the terms, or were not indexed, and are
-- selected. The only way to them is the index on terms, whatever the statistics say.
CREATE FUNCTION video_catalog.look_up(
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
