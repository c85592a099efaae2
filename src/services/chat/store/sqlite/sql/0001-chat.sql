CREATE TABLE room (
  name TEXT PRIMARY KEY,
  seq INTEGER NOT NULL                  -- of its latest message
) WITHOUT ROWID;

CREATE TABLE message (
  room TEXT NOT NULL,
  seq INTEGER NOT NULL,
  user TEXT NOT NULL,
  content TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  PRIMARY KEY (room, seq)
) WITHOUT ROWID;
