CREATE SCHEMA file_store;

-- deployment: FILE_STORE_PREFIX; deployments may share a database. parent 0 is the top level, -1
-- nowhere: see trash. shared_with: user → permission.
CREATE TABLE file_store.folder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  parent bigint NOT NULL,
  height integer NOT NULL DEFAULT 1,    -- one more than that of the highest folder in it
  name text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  shared_with jsonb NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL            -- milliseconds
);
CREATE INDEX folder_name ON file_store.folder (deployment, parent, name, id);
CREATE INDEX folder_owner ON file_store.folder (deployment, owner_id, parent, name, id);
CREATE INDEX folder_height ON file_store.folder (parent, height);
CREATE INDEX folder_shared ON file_store.folder USING gin (shared_with);

CREATE TABLE file_store.file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  parent bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  shared_with jsonb NOT NULL DEFAULT '{}',
  mime_type text NOT NULL,
  version integer NOT NULL,             -- the latest
  content bigint NOT NULL,              -- of the latest version
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX file_name ON file_store.file (deployment, parent, name, id);
CREATE INDEX file_owner ON file_store.file (deployment, owner_id, parent, name, id);
CREATE INDEX file_shared ON file_store.file USING gin (shared_with);

-- What was deleted: a file, or a folder with all that is in it. Its own row has the parent -1.
CREATE TABLE file_store.trash (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  type text NOT NULL,                   -- file or folder
  id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  parent bigint NOT NULL,               -- where it was
  deleted_at bigint NOT NULL,
  purge_at bigint NOT NULL,             -- until then it can be restored; 0: no more
  UNIQUE (type, id)
);
CREATE INDEX trash_owner ON file_store.trash (deployment, owner_id, seq);
CREATE INDEX trash_due ON file_store.trash (deployment, purge_at, seq DESC);

CREATE TABLE file_store.version (
  file bigint NOT NULL,
  version integer NOT NULL,
  content bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (file, version)
);

CREATE TABLE file_store.content (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- never used again
  deployment text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,       -- SHA-256, hexadecimal
  size bigint NOT NULL,                 -- bytes
  refs integer NOT NULL DEFAULT 0,      -- versions that refer to it
  pins integer NOT NULL,                -- uploads under way, or that died, until:
  pinned_until bigint NOT NULL,
  stored boolean NOT NULL DEFAULT false, -- true once a version was recorded
  UNIQUE (deployment, hash)
);
CREATE INDEX content_unneeded ON file_store.content (deployment, id) WHERE refs = 0;

-- Contents whose bytes are to be deleted.
CREATE TABLE file_store.deletion (
  id bigint PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  claimed_until bigint NOT NULL
);
CREATE INDEX deletion_lapsed ON file_store.deletion (deployment, claimed_until);
