CREATE TABLE dictionary (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- NULL: dropped; what it has is being deleted.
  name TEXT UNIQUE,
  -- decay.ts says what these mean.
  half_life_hours REAL NOT NULL DEFAULT 0,
  since INTEGER NOT NULL DEFAULT 0,
  halvings REAL NOT NULL DEFAULT 0
);

CREATE TABLE term (
  dictionary INTEGER NOT NULL,
  term TEXT NOT NULL,
  freq NUMERIC NOT NULL,
  halvings NUMERIC NOT NULL DEFAULT 0,
  PRIMARY KEY (dictionary, term)
) WITHOUT ROWID;

CREATE TABLE blocked (
  dictionary INTEGER NOT NULL,
  term TEXT NOT NULL,
  PRIMARY KEY (dictionary, term)
) WITHOUT ROWID;

INSERT INTO dictionary (id, name) VALUES (1, 'default');
-- `preloaded` of store.ts.
INSERT INTO term (dictionary, term, freq) VALUES (1, 'design', 1), (1, 'developer', 1),
  (1, 'database', 1), (1, 'distributed', 1), (1, 'docker', 1), (1, 'deploy', 1);
