/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { isOutage } from '#kit/web/problem.ts';
import { indexedOf } from '../../text-search/indexed.ts';
import { searchMostViewed } from '../../text-search/most-viewed.ts';
import { searchNewestFirst } from '../../text-search/newest-first.ts';
import { forgetLimit, type VideoRecord, type VideoStore } from '../video-catalog-store.ts';
import { changeSteps } from './change.ts';
import { creation } from './create.ts';
import { columns, isSelected, selected, toRecord, type Row } from './rows.ts';
import { sizeOf, type WriteTerms } from './terms.ts';
import { rankedIndex, videoIndex } from './video-index.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/**
 * A write of more terms has no other such write in its transaction: the index takes some 5 ms to
 * commit 6,000 of them, and up to 15 when it merges its segments.
 */
const manyTerms = 1_000;

export function sqliteStore(db: Sqlite): VideoStore {
  const countView = db.run('UPDATE views SET view_count = view_count + 1 WHERE n = ?');
  const find = db.get<Row>(`SELECT ${columns} FROM video JOIN views USING (n) WHERE n = ?`);
  const findSelected = db.get<Row>(
    `SELECT ${columns} FROM video JOIN views USING (n) WHERE n = ?5 AND ${isSelected}`,
  );
  const forget = db.run(
    `DELETE FROM idempotency_key WHERE key IN (SELECT key FROM idempotency_key
      WHERE expires_at <= ? ORDER BY expires_at LIMIT ${forgetLimit})`,
  );
  const create = creation(db);
  const inTurn = oneAfterAnother();
  const write: WriteTerms = (size, unit) =>
    size > manyTerms ? inTurn(() => db.write(unit)) : db.write(unit);
  const index = videoIndex(db, columns, toRecord);
  const ranking = rankedIndex(db);
  return {
    ...lifecycleOf(db),
    async create(video, key) {
      const indexed = await indexedOf(video);
      return write(sizeOf(indexed), () => create(video, indexed, key));
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
    ...changeSteps(db, write),
    async read(ns, selection) {
      const found: VideoRecord[] = [];
      const slice = new TimeSlice();
      for (const n of ns) {
        if (slice.isOver) await slice.next();
        const row = findSelected(...selected(selection), n);
        if (row !== undefined) found.push(toRecord(row));
      }
      return found;
    },
    newest: (selection, page) => searchNewestFirst(index, selection, page),
    mostViewed: (selection, page) => searchMostViewed(ranking, selection, page),
    forget: (now) => db.write(() => forget(now) === forgetLimit),
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
