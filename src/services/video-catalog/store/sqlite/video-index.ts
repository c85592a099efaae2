/** Lists, and what a search reads, without holding up the event loop. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { RankedIndex, Walked } from '../../text-search/most-viewed.ts';
import { hasTerms, type VideoIndex } from '../../text-search/newest-first.ts';
import type { PagePosition } from '../video-catalog-store.ts';
import { isSelected, selected } from './rows.ts';
import { matchExpression } from './terms.ts';

/** Videos that are compared between two looks at the clock: their texts may be long. */
const portion = 8;

/**
 * @param columns what is read of a video
 * @param toEntry makes an entry of a list out of them
 */
export function videoIndex<RowT extends object, T extends { readonly n: number }>(
  db: Sqlite,
  columns: string,
  toEntry: (row: RowT) => T,
): VideoIndex<T> {
  const newest = db.get<{ n: number }>('SELECT n FROM newest');
  const lastUntil = db.get<{ n: number }>(
    'SELECT n FROM video WHERE uploaded_at <= ? ORDER BY uploaded_at DESC, n DESC LIMIT 1',
  );
  const endOfPortion = db.get<{ n: number }>(
    'SELECT n FROM video WHERE n < ? AND n >= ? ORDER BY n DESC LIMIT 1 OFFSET ?',
  );
  const comparePortion = db.all<RowT>(
    `SELECT ${columns} FROM video JOIN views USING (n)
    WHERE n < ?5 AND n >= ?6 AND ${isSelected} ORDER BY n DESC LIMIT ?7`,
  );
  // Oldest first: the index is several times slower the other way.
  const candidates = db.all<{ n: number }>(
    'SELECT rowid AS n FROM term WHERE term MATCH ? AND rowid < ? ORDER BY rowid',
  );
  const compareOne = db.get<RowT>(
    `SELECT ${columns} FROM video JOIN views USING (n) WHERE n = ?5 AND ${isSelected}`,
  );

  return {
    newest: async () => newest()!.n,
    firstAfter: async (instant) => (lastUntil(instant)?.n ?? 0) + 1,

    async compare(selection, from, { before, count }) {
      // Nearly all that a list passes it shows: one by one, with texts of a few hundred KiB.
      const size = hasTerms(selection) ? portion : 1;
      const found: T[] = [];
      const slice = new TimeSlice();
      for (let past = before; past > from && found.length < count;) {
        if (slice.isOver) await slice.next();
        const end = endOfPortion(past, from, size - 1)?.n ?? from;
        const left = count - found.length;
        found.push(...comparePortion(...selected(selection), past, end, left).map(toEntry));
        past = end;
      }
      return found;
    },

    async lookUp(selection, terms, era, { before, count }) {
      const found: T[] = [];
      const slice = new TimeSlice();
      if (slice.isOver) await slice.next();
      const matches = candidates(matchExpression(era, terms), before);
      for (let i = matches.length - 1; i >= 0 && found.length < count; i--) {
        if (slice.isOver) await slice.next();
        const row = compareOne(...selected(selection), matches[i]!.n);
        if (row !== undefined) found.push(toEntry(row));
      }
      await slice.next(); // the next era is another slice
      return found;
    },
  };
}

const toPlace = ({ n, viewCount }: PagePosition): PagePosition => ({ n, viewCount });

interface WalkedRow extends PagePosition {
  readonly isSelected: number;
}

export function rankedIndex(db: Sqlite): RankedIndex {
  const walk = (condition: string) =>
    db.all<WalkedRow>(
      `SELECT n, view_count AS viewCount, ${isSelected} AS isSelected
      FROM views INDEXED BY most_viewed CROSS JOIN video USING (n)
      WHERE ${condition} ORDER BY view_count DESC, n DESC LIMIT ?5`,
    );
  // Two statements, since one would pass all videos with as many views.
  const sameViews = walk('view_count = ?6 AND n < ?7');
  const fewerViews = walk('view_count < ?6');
  return {
    ...videoIndex(db, 'n, view_count AS viewCount', toPlace),

    async walk(selection, { behind, count }) {
      const found: Walked[] = [];
      const slice = new TimeSlice();
      let last = behind;
      for (let ties = true; found.length < count;) {
        if (slice.isOver) await slice.next();
        const size = Math.min(portion, count - found.length);
        const args = [...selected(selection), size, last.viewCount] as const;
        const rows: WalkedRow[] = ties ? sameViews(...args, last.n) : fewerViews(...args);
        for (const { n, viewCount, isSelected } of rows) {
          found.push({ n, viewCount, isSelected: isSelected === 1 });
        }
        last = rows.at(-1) ?? last;
        if (rows.length < size && !ties) break;
        ties = !ties || rows.length === size;
      }
      return found;
    },
  };
}
