ALTER TABLE url_shortener.mapping RENAME TO link;

-- Ids are never used again: what still names a removed link means no other one.
ALTER TABLE url_shortener.link
  DROP CONSTRAINT mapping_pkey,
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD UNIQUE (code),
  ADD COLUMN not_before bigint,         -- milliseconds, as is expires_at
  ADD COLUMN expires_at bigint,
  ADD COLUMN max_clicks bigint,
  ADD COLUMN clicks bigint NOT NULL DEFAULT 0,            -- since its creation
  ADD COLUMN disabled boolean NOT NULL DEFAULT false,
  ADD COLUMN tags jsonb NOT NULL DEFAULT '[]';

CREATE INDEX link_created ON url_shortener.link (created_at, id);

CREATE TABLE url_shortener.link_tag (
  tag text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  link_id bigint NOT NULL,
  PRIMARY KEY (tag, created_at, link_id)
);

-- The number of the latest change. A change locks the row until it commits, so that changes become
-- visible in their order.
CREATE TABLE url_shortener.latest_change (
  version bigint NOT NULL
);
INSERT INTO url_shortener.latest_change VALUES (0);

-- The latest changes and removals of links, numbered without gaps.
CREATE TABLE url_shortener.link_change (
  version bigint PRIMARY KEY,
  code text NOT NULL
);

-- Links whose clicks are still to be removed.
CREATE TABLE url_shortener.removed_link (
  id bigint PRIMARY KEY
);

CREATE TABLE url_shortener.click_day (
  link_id bigint NOT NULL,
  day int NOT NULL,                     -- days since the epoch, in UTC
  clicks bigint NOT NULL,
  bots bigint NOT NULL,
  hosts int NOT NULL,                   -- how many stand in click_source
  PRIMARY KEY (link_id, day)
);

CREATE TABLE url_shortener.click_source (
  link_id bigint NOT NULL,
  day int NOT NULL,
  kind text COLLATE "C" NOT NULL,       -- host, country
  name text COLLATE "C" NOT NULL,
  clicks bigint NOT NULL,
  PRIMARY KEY (link_id, day, kind, name)
);

-- The last portion of clicks that each process has recorded: one that comes again counts no more.
CREATE TABLE url_shortener.click_writer (
  writer text PRIMARY KEY,
  portion bigint NOT NULL,
  at bigint NOT NULL
);
