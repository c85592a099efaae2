/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { searchedText } from './fold.ts';
import { termsOf } from './grams.ts';
import { columns, eraOf, record, searching, token, type Row } from './store.sqlite-search.ts';
import type { Upload, VideoRecord, VideoStore } from './store.ts';

// What changes is apart from what does not: a view writes a few bytes.
const schema = `CREATE TABLE video (
  n INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL,                   -- JSON
  uploaded_at INTEGER NOT NULL,         -- milliseconds
  searched TEXT NOT NULL                -- see fold.ts
);
CREATE TABLE progress (
  n INTEGER PRIMARY KEY,
  starts_at INTEGER NOT NULL,           -- milliseconds
  duration_secs INTEGER,                -- null until ready
  view_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX unfinished ON progress (starts_at) WHERE duration_secs IS NULL;
-- For each term of grams.ts, in each era, the videos that have it.
CREATE VIRTUAL TABLE term USING fts5(terms, content = '', columnsize = 0, detail = none,
  tokenize = 'ascii')`;

/** Videos made ready in one step. */
const finishAtOnce = 500;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations: [schema] });
}

export function sqliteStore(db: Sqlite): VideoStore {
  const newest = db.get<{ n: number; uploadedAt: number }>(
    'SELECT n, uploaded_at AS uploadedAt FROM video ORDER BY n DESC LIMIT 1',
  );
  const view = db.run('UPDATE progress SET view_count = view_count + 1 WHERE n = ?');
  const find = db.get<Row>(`SELECT ${columns} FROM video JOIN progress USING (n) WHERE n = ?`);
  const list = db.all<Row>(
    `SELECT ${columns} FROM video JOIN progress USING (n) WHERE n < ? ORDER BY n DESC LIMIT ?`,
  );
  const ping = db.get('SELECT 1');
  const create = creation(db, () => newest());
  return {
    create: (upload, now, startsAt) => db.write(() => create(upload, now, startsAt)),
    view: (n) =>
      db.write(() => {
        const row = view(n) === 1 ? find(n) : undefined;
        return row && record(row);
      }),
    list: async ({ before, count }) => list(before, count).map(record),
    search: searching(db),
    finish: finishing(db),
    ready: async () => void ping(),
    close: () => db.close(),
  };
}

function creation(db: Sqlite, newest: () => { n: number; uploadedAt: number } | undefined) {
  const insertVideo = db.run('INSERT INTO video VALUES (?, ?, ?, ?, ?, ?)');
  const insertProgress = db.run('INSERT INTO progress (n, starts_at) VALUES (?, ?)');
  const insertTerms = db.run('INSERT INTO term (rowid, terms) VALUES (?, ?)');
  return (upload: Upload, now: number, startsAt: number): VideoRecord => {
    const { title, description, tags } = upload;
    const last = newest();
    const n = (last?.n ?? 0) + 1;
    const uploadedAt = Math.max(now, last?.uploadedAt ?? 0);
    const searched = searchedText(title, description, tags);
    insertVideo(n, title, description, JSON.stringify(tags), uploadedAt, searched);
    insertProgress(n, startsAt);
    const era = eraOf(n);
    const terms = termsOf(searched).map((term) => token(term, era));
    insertTerms(n, terms.join(' '));
    return { ...upload, n, uploadedAt, startsAt, durationSecs: null, viewCount: 0 };
  };
}

function finishing(db: Sqlite): VideoStore['finish'] {
  const due = db.all<{ n: number }>(
    `SELECT n FROM progress WHERE duration_secs IS NULL AND starts_at <= ?
    ORDER BY starts_at LIMIT ${finishAtOnce}`,
  );
  const finish = db.run('UPDATE progress SET duration_secs = ? WHERE n = ?');
  const next = db.get<{ startsAt: number | null }>(
    'SELECT min(starts_at) AS startsAt FROM progress WHERE duration_secs IS NULL',
  );
  const nextStart = () => next()!.startsAt ?? undefined;
  return async (startedBy, drawDuration) => {
    const start = nextStart();
    if (start === undefined || start > startedBy) return start;
    return db.write(() => {
      for (const { n } of due(startedBy)) finish(drawDuration(), n);
      return nextStart();
    });
  };
}
