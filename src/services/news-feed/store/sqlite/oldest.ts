import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { followsAtOnce, parseList, postsAtOnce } from './lists.ts';

interface Delivered {
  readonly followee: number;
  readonly since: number;
  readonly list: string;
}

/**
 * Yields the oldest deliveries to a reader after `after` and up to `last`, at most `count`, ascending:
 * also those that were deleted, and no backfilled ones. They never change, so other work may come in
 * between.
 */
export function prepareOldest(db: Pick<Sqlite, 'all'>) {
  // Parameters: 1 after, 2 last, 3 count.
  const ofFollows = db.all<Delivered>(`SELECT followee, since, (SELECT json_group_array(seq)
      FROM (SELECT seq FROM post WHERE author = followee
        AND seq > max(since, ?1) AND seq <= min(until, ?2) ORDER BY seq LIMIT ?3)) AS list
    FROM follow WHERE follower = ?4 AND until > ?1 AND since < ?2 AND backfill IS NULL
      AND (followee, since) > (?5, ?6) ORDER BY followee, since LIMIT ?7`);

  return async (reader: number, after: number, last: number, count: number): Promise<number[]> => {
    const limit = Math.max(1, Math.min(followsAtOnce, Math.floor(postsAtOnce / count)));
    const slice = new TimeSlice();
    let oldest: number[] = [];
    for (let from = { followee: 0, since: 0 }; ;) {
      if (slice.isOver) await slice.next();
      // Posts newer than the wanted number of oldest ones do not count.
      const ceiling = oldest[count - 1] ?? last;
      const follows = ofFollows(after, ceiling, count, reader, from.followee, from.since, limit);
      const all = [...oldest, ...follows.flatMap(({ list }) => parseList(list))];
      oldest = all.sort((a, b) => a - b).slice(0, count);
      if (follows.length < limit) return oldest;
      from = follows.at(-1)!;
    }
  };
}
