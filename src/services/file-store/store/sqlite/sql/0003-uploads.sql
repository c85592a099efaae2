-- Resumable uploads. Their pieces refer to contents, as versions do.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  uploader TEXT NOT NULL,
  length INTEGER NOT NULL,              -- bytes
  metadata TEXT NOT NULL,               -- as the client sent it
  target TEXT NOT NULL,                 -- JSON: what it becomes
  received INTEGER NOT NULL DEFAULT 0,  -- bytes
  pieces INTEGER NOT NULL DEFAULT 0,
  claim TEXT,                           -- of the latest writer
  file INTEGER,                         -- that it became
  expires_at INTEGER NOT NULL           -- milliseconds; 0: it was ended
) WITHOUT ROWID;
CREATE INDEX upload_expires ON upload (expires_at);
CREATE INDEX upload_finished ON upload (id) WHERE file IS NOT NULL AND pieces > 0;

CREATE TABLE upload_piece (
  upload TEXT NOT NULL,
  start INTEGER NOT NULL,
  content INTEGER NOT NULL,
  PRIMARY KEY (upload, start)
) WITHOUT ROWID;
