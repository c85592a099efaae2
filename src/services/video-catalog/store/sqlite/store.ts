/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { isOutage } from '#kit/web/problem.ts';
import { searchedText } from '../../text-search/fold.ts';
import { gramsOf } from '../../text-search/grams.ts';
import { searchNewestFirst } from '../../text-search/newest-first.ts';
import type { NewVideo, VideoRecord, VideoStore } from '../store.ts';
import { videoIndex, videoList } from './video-index.ts';
import { columns, toRecord, type Row } from './rows.ts';
import { termsOf } from './terms.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/**
 * A video with more grams has no other such video in its transaction: the index takes some 5 ms to
 * commit 6,000 of them, and up to 15 when it merges its segments.
 */
const manyGrams = 1_000;

export function sqliteStore(db: Sqlite): VideoStore {
  const countView = db.run('UPDATE views SET view_count = view_count + 1 WHERE n = ?');
  const find = db.get<Row>(`SELECT ${columns} FROM video JOIN views USING (n) WHERE n = ?`);
  const create = creation(db);
  const inTurn = oneAfterAnother();
  const index = videoIndex(db);
  return {
    ...lifecycleOf(db),
    async create(video) {
      const searched = await searchedText(video.title, video.description, video.tags);
      const grams = await gramsOf(searched);
      const write = () => db.write(() => create(video, searched, grams));
      return (grams?.length ?? 0) > manyGrams ? inTurn(write) : write();
    },
    async view(n) {
      const count = () => (countView(n) === 1 ? find(n) : undefined);
      const row = await db.write(count).catch((error: unknown) => {
        // A disk that takes no writes keeps nobody from reading.
        if (isOutage(error)) return find(n);
        throw error;
      });
      return row && toRecord(row);
    },
    list: videoList(db),
    search: (query, page) => searchNewestFirst(index, query, page),
  };
}

/** Runs each write when those before it have ended. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(write: () => Promise<T>): Promise<T> => {
    const written = last.then(write);
    last = written.catch(() => {}); // told to its caller
    return written;
  };
}

/** Part of a unit of work. */
function creation(db: Sqlite) {
  const newest = db.get<{ n: number; uploadedAt: number }>(
    'SELECT n, uploaded_at AS uploadedAt FROM video ORDER BY n DESC LIMIT 1',
  );
  const insertVideo = db.run('INSERT INTO video VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertViews = db.run('INSERT INTO views VALUES (?, 0)');
  const insertTerms = db.run('INSERT INTO term (rowid, terms) VALUES (?, ?)');
  return (video: NewVideo, searched: string, grams: string[] | undefined): VideoRecord => {
    const { title, description, tags, createdAt, durationSecs } = video;
    const last = newest();
    const n = (last?.n ?? 0) + 1;
    const uploadedAt = Math.max(createdAt, last?.uploadedAt ?? 0);
    const json = JSON.stringify(tags);
    insertVideo(n, title, description, json, createdAt, uploadedAt, durationSecs, searched);
    insertViews(n);
    insertTerms(n, termsOf(n, grams));
    return { ...video, n, uploadedAt, viewCount: 0 };
  };
}
