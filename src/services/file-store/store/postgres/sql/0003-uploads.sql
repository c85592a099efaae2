-- Resumable uploads. Their pieces refer to contents, as versions do.
CREATE TABLE file_store.upload (
  id text COLLATE "C" PRIMARY KEY,
  deployment text COLLATE "C" NOT NULL,
  uploader text NOT NULL,
  length bigint NOT NULL,               -- bytes
  metadata text NOT NULL,               -- as the client sent it
  target text NOT NULL,                 -- JSON: what it becomes
  received bigint NOT NULL DEFAULT 0,   -- bytes
  pieces integer NOT NULL DEFAULT 0,
  claim text,                           -- of the latest writer
  file bigint,                          -- that it became
  expires_at bigint NOT NULL            -- milliseconds; 0: it was ended
);
CREATE INDEX upload_expires ON file_store.upload (deployment, expires_at);
CREATE INDEX upload_finished ON file_store.upload (deployment, id)
  WHERE file IS NOT NULL AND pieces > 0;

CREATE TABLE file_store.upload_piece (
  upload text COLLATE "C" NOT NULL,
  start bigint NOT NULL,
  content bigint NOT NULL,
  PRIMARY KEY (upload, start)
);
