CREATE TABLE room (
  name TEXT PRIMARY KEY,
  seq INTEGER NOT NULL                  -- of its latest message
) WITHOUT ROWID;

CREATE TABLE message (
  room TEXT NOT NULL,
  seq INTEGER NOT NULL,
  user TEXT NOT NULL,
  content TEXT NOT NULL,                -- '' where it was taken back
  timestamp INTEGER NOT NULL,
  deleted INTEGER NOT NULL,             -- 1 where it was taken back
  PRIMARY KEY (room, seq)
) WITHOUT ROWID;

CREATE TABLE ban (
  room TEXT NOT NULL,
  user TEXT NOT NULL,
  until INTEGER NOT NULL,               -- milliseconds since the epoch
  PRIMARY KEY (room, user)
) WITHOUT ROWID;

CREATE INDEX ban_until ON ban (until);
