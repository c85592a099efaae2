CREATE TABLE term (
  term TEXT PRIMARY KEY,
  freq INTEGER NOT NULL
) WITHOUT ROWID;

-- `preloaded` of store.ts.
INSERT INTO term VALUES ('design', 1), ('developer', 1), ('database', 1), ('distributed', 1),
  ('docker', 1), ('deploy', 1);
