/** The data of timelines in memory, read from the embedded store. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { TimeSlice } from '#kit/base/time-slice.ts';
import { changesMax, type Asked, type Changes, type FeedReads } from '../timelines.ts';
import { followsAtOnce, parseList, postsAtOnce } from './lists.ts';
import { preparePosts } from './posts.ts';
import { prepareUnwantedPosts } from './unwanted-posts.ts';
import { Slice } from './slice.ts';

interface Reader {
  readonly n: number;
  readonly followees: number;
  /** Mutes and hides in force. */
  readonly quiet: number;
  /** Number of the reader's last mute, hide or backfill. */
  readonly changed: number;
}

/** Some of the posts that were delivered by a follow, present or past. */
interface Delivered {
  readonly followee: number;
  readonly since: number;
  readonly until: number;
  readonly list: string;
}

interface SqliteReads extends FeedReads {
  /** The number of the last change. */
  readonly lastChange: () => number;
}

export function sqliteReads(db: Pick<Sqlite, 'get' | 'all'>, timelineMax: number): SqliteReads {
  const findLast = db.get<{ number: number }>(`SELECT max(
    coalesce((SELECT max(seq) FROM post), 0),
    coalesce((SELECT max(removed) FROM post WHERE removed IS NOT NULL), 0),
    (SELECT last FROM choice)) AS number`);
  const findReader = db.get<Reader>(
    'SELECT n, followees, quiet, changed FROM account WHERE id = ?',
  );
  const newPosts = db.get<{ list: string }>(`SELECT
    json_group_array(CASE WHEN removed IS NULL THEN seq ELSE -seq END) AS list
    FROM (SELECT seq, removed FROM post CROSS JOIN follow
      ON follower = ? AND followee = author AND since < seq AND until >= seq
      WHERE seq > ? ORDER BY seq DESC LIMIT ?)`);
  const newDeletions = db.get<{ list: string }>(
    'SELECT json_group_array(seq) AS list FROM post WHERE removed > ?',
  );
  const deliveries = prepareDeliveries(db);
  const silenced = prepareUnwantedPosts(db);
  const ownPosts = db.get<{ list: string }>(`SELECT json_group_array(seq) AS list FROM
    (SELECT seq FROM post WHERE author = ? AND seq < ? AND removed IS NULL
      ORDER BY seq DESC LIMIT ?)`);
  const lastChange = () => findLast()!.number;

  /** Starts from whichever are fewer: the new posts, or the users whom the reader follows. */
  function newDeliveries(reader: Reader, upTo: number, last: number, slice: Slice) {
    return last - upTo <= reader.followees
      ? parseList(newPosts(reader.n, upTo, timelineMax)!.list)
      : deliveries(reader, upTo, last, timelineMax, slice);
  }

  return {
    lastChange,

    async changes({ user, upTo = -1, depth }: Asked): Promise<Changes | undefined> {
      for (;;) {
        const last = lastChange();
        if (upTo === last) return { upTo, isAnew: false, delivered: [], deleted: [] };
        const reader = findReader(user);
        if (reader === undefined) return undefined;
        const slice = new Slice();
        const isAnew = upTo < reader.changed || last - upTo > changesMax;
        // Now: others may delete something while the rest is read.
        const deleted = isAnew ? [] : parseList(newDeletions(upTo)!.list);
        let delivered: readonly number[] = isAnew
          ? await deliveries(reader, 0, last, depth, slice)
          : await newDeliveries(reader, upTo, last, slice);
        if (reader.quiet > 0) delivered = await silenced(reader.n, delivered, slice);
        // By now the reader may have muted, hidden or backfilled something.
        const mayHaveChanged = slice.hasPaused || reader.quiet > 0;
        if (mayHaveChanged && findReader(user)!.changed !== reader.changed) continue;
        return { upTo: last, isAnew, delivered, deleted };
      }
    },

    async postsOf(user, before, count) {
      const author = findReader(user);
      return author && parseList(ownPosts(author.n, before, count)!.list);
    },

    posts: preparePosts(db),
  };
}

/**
 * Yields the newest deliveries to a reader after `after` and up to `last`, at most `count`; negative
 * for posts that were deleted by then. The deliveries up to a number never change, so other work may
 * come in between.
 *
 * At first, some posts of each author are read. If all of an author's are among the newest, the
 * rest of that author's posts are read, too.
 */
function prepareDeliveries(db: Pick<Sqlite, 'get' | 'all'>) {
  // Parameters: 1 after, 2 last, 3 count.
  const newestOf = `(SELECT json_group_array(CASE WHEN removed <= ?2 THEN -seq ELSE seq END)
    FROM (SELECT seq, removed FROM post WHERE author = followee
      AND seq > max(since, ?1) AND seq <= min(until, ?2) ORDER BY seq DESC LIMIT ?3)) AS list`;
  const ofFollows = db.all<Delivered>(`SELECT followee, since, until, ${newestOf}
    FROM follow WHERE follower = ?4 AND until > ?1 AND (followee, since) > (?5, ?6)
    ORDER BY followee, since LIMIT ?7`);
  const ofOne = db.get<{ list: string }>(`SELECT ${newestOf}
    FROM (SELECT ?4 AS followee, ?5 AS since, ?6 AS until)`);

  return async (
    { n, followees }: Reader,
    after: number,
    last: number,
    count: number,
    slice: TimeSlice,
  ) => {
    // Twice the share of an author. Many more follows may have ended than there are authors now, and
    // these are read too: so the posts of one statement are bounded.
    const portion = Math.min(count, 4 + Math.ceil((2 * count) / followees));
    const limit = Math.min(followsAtOnce, Math.ceil(postsAtOnce / portion));
    let newest: number[] = [];
    const floor = () => (newest.length < count ? after : Math.abs(newest[count - 1]!));
    const add = (numbers: readonly number[]) => {
      const all = [...newest, ...numbers].sort((a, b) => Math.abs(b) - Math.abs(a));
      newest = all.slice(0, count);
    };
    for (let from = { followee: 0, since: 0 }; ;) {
      const follows = ofFollows(floor(), last, portion, n, from.followee, from.since, limit);
      const lists = follows.map(({ list }) => parseList(list));
      add(lists.flat());
      for (const [i, { followee, since }] of follows.entries()) {
        const lowest = Math.abs(lists[i]![portion - 1] ?? 0);
        if (lowest <= floor()) continue;
        if (slice.isOver) await slice.next();
        add(parseList(ofOne(floor(), last, count, followee, since, lowest - 1)!.list));
      }
      if (follows.length < limit) return newest;
      from = follows.at(-1)!;
      if (slice.isOver) await slice.next();
    }
  };
}
