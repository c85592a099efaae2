-- What never changes.
CREATE TABLE video (
  n INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL,                   -- JSON
  created_at INTEGER NOT NULL,          -- milliseconds
  uploaded_at INTEGER NOT NULL,         -- milliseconds, never less than that of the video before
  duration_secs INTEGER NOT NULL,
  searched TEXT NOT NULL                -- see text-search/fold.ts
);

-- What changes: a view writes a few bytes, however long the texts are.
CREATE TABLE views (
  n INTEGER PRIMARY KEY,
  view_count INTEGER NOT NULL
);

-- For each term (text-search/grams.ts, and the era), the videos that have it.
CREATE VIRTUAL TABLE term USING fts5(terms, content = '', columnsize = 0, detail = none,
  tokenize = 'ascii');
