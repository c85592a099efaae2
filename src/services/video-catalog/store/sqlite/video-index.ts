/** Lists, and what a search reads, without holding up the event loop. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import type { VideoIndex } from '../../text-search/newest-first.ts';
import type { VideoRecord, VideoStore } from '../store.ts';
import { columns, toRecord, type Row } from './rows.ts';
import { matchExpression } from './terms.ts';

/** Videos that are compared between two looks at the clock: their texts may be long. */
const portion = 8;

/** Newest first, one by one: a video may have texts of a few hundred KiB. */
export function videoList(db: Sqlite): VideoStore['list'] {
  const next = db.get<Row>(
    `SELECT ${columns} FROM video JOIN views USING (n) WHERE n < ? ORDER BY n DESC LIMIT 1`,
  );
  return async ({ before, count }) => {
    const found: VideoRecord[] = [];
    const slice = new TimeSlice();
    while (found.length < count) {
      if (slice.isOver) await slice.next();
      const row = next(found.at(-1)?.n ?? before);
      if (row === undefined) break;
      found.push(toRecord(row));
    }
    return found;
  };
}

export function videoIndex(db: Sqlite): VideoIndex {
  const newest = db.get<{ n: number | null }>('SELECT max(n) AS n FROM video');
  const comparePortion = db.all<Row>(
    `SELECT ${columns} FROM video JOIN views USING (n)
    WHERE n < ? AND n >= ? AND instr(searched, ?) > 0 ORDER BY n DESC LIMIT ?`,
  );
  // Oldest first: the index is several times slower the other way.
  const candidates = db.all<{ n: number }>(
    'SELECT rowid AS n FROM term WHERE term MATCH ? ORDER BY rowid',
  );
  const compareOne = db.get<Row>(
    `SELECT ${columns} FROM video JOIN views USING (n) WHERE n = ? AND instr(searched, ?) > 0`,
  );

  return {
    newest: async () => newest()?.n ?? 0,

    async compare(query, from, { before, count }) {
      const found: VideoRecord[] = [];
      const slice = new TimeSlice();
      for (let past = before; past > from && found.length < count; past -= portion) {
        if (slice.isOver) await slice.next();
        const oldest = Math.max(from, past - portion);
        const rows = comparePortion(past, oldest, query, count - found.length);
        found.push(...rows.map(toRecord));
      }
      return found;
    },

    async lookUp(query, grams, era, { before, count }) {
      const found: VideoRecord[] = [];
      const slice = new TimeSlice();
      if (slice.isOver) await slice.next();
      const matches = candidates(matchExpression(era, grams));
      for (let i = matches.length - 1; i >= 0 && found.length < count; i--) {
        if (slice.isOver) await slice.next();
        const { n } = matches[i]!;
        const row = n < before ? compareOne(n, query) : undefined;
        if (row !== undefined) found.push(toRecord(row));
      }
      await slice.next(); // the next era is another slice
      return found;
    },
  };
}
