-- The last upload. It outlives the video: a number never comes again, and instants never go back.
CREATE TABLE newest (
  n INTEGER NOT NULL,
  uploaded_at INTEGER NOT NULL          -- milliseconds
);
INSERT INTO newest VALUES (0, 0);

-- What views do not change. What lists filter by stands before the texts, which may be long.
CREATE TABLE video (
  n INTEGER PRIMARY KEY,
  created_at INTEGER NOT NULL,          -- milliseconds
  uploaded_at INTEGER NOT NULL,         -- milliseconds, never less than that of the video before
  duration_secs INTEGER NOT NULL,
  tags TEXT NOT NULL,                   -- JSON
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  searched TEXT NOT NULL                -- see text-search/fold.ts
);
CREATE INDEX uploaded ON video (uploaded_at);

-- What changes: a view writes a few bytes, however long the texts are.
CREATE TABLE views (
  n INTEGER PRIMARY KEY,
  view_count INTEGER NOT NULL
);
CREATE INDEX most_viewed ON views (view_count);

-- For each term (text-search/grams.ts, tags, and the era), the videos that have it.
CREATE VIRTUAL TABLE term USING fts5(terms, content = '', columnsize = 0, detail = none,
  tokenize = 'ascii');
-- Small pages and rare merges: no commit merges so much that it holds up others.
INSERT INTO term (term, rank) VALUES ('pgsz', 1000), ('automerge', 8);

-- What uploads with a key made.
CREATE TABLE idempotency_key (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  n INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  uploaded_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX expiry ON idempotency_key (expires_at);
