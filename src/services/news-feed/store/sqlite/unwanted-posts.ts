import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { TimeSlice } from '#kit/base/time-slice.ts';
import { endOfTime } from '../news-feed-store.ts';
import { parseList } from './lists.ts';

/** Numbers that one statement looks at: some milliseconds of work. */
const atOnce = 1_000;

/**
 * Yields a function that makes those of some numbers of posts negative that a reader does not want to
 * see now.
 */
export function prepareUnwantedPosts(db: Pick<Sqlite, 'get'>) {
  const silenced = db.get<{ list: string }>(`SELECT json_group_array(CASE
      WHEN value > 0 AND (EXISTS (SELECT 1 FROM hide WHERE reader = ?1 AND hide.post = value)
        OR EXISTS (SELECT 1 FROM post CROSS JOIN mute ON muter = ?1 AND muted = author
          AND until = ${endOfTime} WHERE seq = value)) THEN -value ELSE value END) AS list
    FROM json_each(?2)`);

  return async (
    reader: number,
    numbers: readonly number[],
    slice: TimeSlice,
  ): Promise<readonly number[]> => {
    const lists: number[][] = [];
    for (let i = 0; i < numbers.length; i += atOnce) {
      if (slice.isOver) await slice.next();
      const some = JSON.stringify(numbers.slice(i, i + atOnce));
      lists.push(parseList(silenced(reader, some)!.list));
    }
    return lists.flat();
  };
}
