/** Exact search in the embedded store, newest first. */
import { setImmediate } from 'node:timers/promises';
import type { Sqlite } from '#kit/sqlite.ts';
import { termsOfQuery } from './grams.ts';
import type { Page, VideoRecord } from './store.ts';

/**
 * Videos of one era, by n. Each era has terms of its own in the index, so a search goes back in
 * time and stops where it has enough.
 */
const era = 32_768;
/** The newest videos are compared without the index: a common query is found among them. */
const newestCompared = 512;
/** Videos that are compared between two looks at the clock. */
const slice = 32;
/** How long a search may hold up the event loop, milliseconds. */
const longestTurn = 2;

export const eraOf = (n: number): number => Math.floor(n / era);

/** How the index names a term: letters and digits, the last five for the term. */
export const token = (term: number, ofEra: number): string =>
  ofEra.toString(36) + term.toString(36).padStart(5, '0');

export interface Row extends Omit<VideoRecord, 'tags'> {
  readonly tags: string;
}

export const columns = `n, title, description, tags, uploaded_at AS uploadedAt,
  starts_at AS startsAt, duration_secs AS durationSecs, view_count AS viewCount`;

export const record = (row: Row): VideoRecord => ({
  ...row,
  tags: JSON.parse(row.tags) as string[],
});

export function searching(db: Sqlite): (query: string, page: Page) => Promise<VideoRecord[]> {
  const newest = db.get<{ n: number | null }>('SELECT max(n) AS n FROM video');
  const compareNewest = db.all<Row>(
    `SELECT ${columns} FROM video JOIN progress USING (n)
    WHERE n < ? AND n >= ? AND instr(searched, ?) > 0 ORDER BY n DESC LIMIT ?`,
  );
  // Oldest first: the index is several times slower the other way.
  const candidates = db.all<{ n: number }>(
    'SELECT rowid AS n FROM term WHERE term MATCH ? ORDER BY rowid',
  );
  const compare = db.get('SELECT 1 FROM video WHERE n = ? AND instr(searched, ?) > 0');
  const find = db.get<Row>(`SELECT ${columns} FROM video JOIN progress USING (n) WHERE n = ?`);

  return async (query, { before, count }) => {
    const top = Math.min(before, (newest()?.n ?? 0) + 1);
    const indexed = Math.max(1, top - newestCompared);
    const found: Row[] = [];
    let since = performance.now();
    const pause = async () => {
      if (performance.now() - since <= longestTurn) return;
      await setImmediate();
      since = performance.now();
    };
    for (let past = top; past > indexed && found.length < count; past -= slice) {
      await pause();
      const from = Math.max(indexed, past - slice);
      found.push(...compareNewest(past, from, query, count - found.length));
    }
    const terms = termsOfQuery(query);
    for (let past = eraOf(indexed); past >= 0 && found.length < count; past--) {
      await pause();
      const matches = candidates(terms.map((term) => token(term, past)).join(' AND '));
      for (let i = matches.length - 1; i >= 0 && found.length < count; i--) {
        if (i % slice === 0) await pause();
        const { n } = matches[i]!;
        if (n < indexed && compare(n, query) !== undefined) found.push(find(n)!);
      }
    }
    return found.map(record);
  };
}
