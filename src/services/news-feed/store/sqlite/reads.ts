/** What timelines in memory are made of, read from the embedded store. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import type { Post } from '../store.ts';
import { changesMax, type Asked, type Changes, type FeedReads } from '../timelines.ts';

/** Follows that one statement looks at, and posts that it reads of them: a few milliseconds of work. */
const followsAtOnce = 500;
const postsAtOnce = 4_000;

interface Reader {
  readonly n: number;
  readonly followees: number;
}

/** Some of the posts that were delivered by a follow, present or past. */
interface Delivered {
  readonly followee: number;
  readonly since: number;
  readonly until: number;
  readonly list: string;
}

/** Lists come as JSON: rows of node:sqlite take three times as long to read. */
const parseList = storedJson('a list of post numbers', Type.Array(Type.Integer()));

export interface SqliteReads extends FeedReads {
  /** The number of the last post or deletion. */
  readonly lastChange: () => number;
}

export function sqliteReads(db: Pick<Sqlite, 'get' | 'all'>, timelineMax: number): SqliteReads {
  const findLast = db.get<{ number: number }>(`SELECT max(
    coalesce((SELECT max(seq) FROM post), 0),
    coalesce((SELECT max(removed) FROM post WHERE removed IS NOT NULL), 0)) AS number`);
  const findReader = db.get<Reader>('SELECT n, followees FROM account WHERE id = ?');
  const newPosts = db.get<{ list: string }>(`SELECT
    json_group_array(CASE WHEN removed IS NULL THEN seq ELSE -seq END) AS list
    FROM (SELECT seq, removed FROM post CROSS JOIN follow
      ON follower = ? AND followee = author AND since < seq AND until >= seq
      WHERE seq > ? ORDER BY seq DESC LIMIT ?)`);
  const newDeletions = db.get<{ list: string }>(
    'SELECT json_group_array(seq) AS list FROM post WHERE removed > ?',
  );
  const deliveries = prepareDeliveries(db);
  const loadPost = db.get<Post>(`SELECT post.id, account.id AS user_id, content, post.created_at
    FROM post JOIN account ON n = author WHERE seq = ? AND content IS NOT NULL`);

  const ownPosts = db.get<{ list: string }>(`SELECT json_group_array(seq) AS list FROM
    (SELECT seq FROM post WHERE author = ? AND seq < ? AND removed IS NULL
      ORDER BY seq DESC LIMIT ?)`);
  const lastChange = () => findLast()!.number;

  return {
    lastChange,

    async changes({ user, upTo = -1, depth }: Asked): Promise<Changes | undefined> {
      const last = lastChange();
      if (upTo === last) return { upTo, isAnew: false, delivered: [], deleted: [] };
      const reader = findReader(user);
      if (reader === undefined) return undefined;
      if (upTo < 0 || last - upTo > changesMax) {
        const delivered = await deliveries(reader, 0, last, depth);
        return { upTo: last, isAnew: true, delivered, deleted: [] };
      }
      const deleted = parseList(newDeletions(upTo)!.list);
      // Starts from whichever are fewer: the new posts, or the users whom the reader follows.
      const delivered =
        last - upTo <= reader.followees
          ? parseList(newPosts(reader.n, upTo, timelineMax)!.list)
          : await deliveries(reader, upTo, last, timelineMax);
      return { upTo: last, isAnew: false, delivered, deleted };
    },

    async postsOf(user, before, count) {
      const author = findReader(user);
      return author && parseList(ownPosts(author.n, before, count)!.list);
    },

    async posts(numbers) {
      const posts: Post[] = [];
      const slice = new TimeSlice();
      for (const number of numbers) {
        if (slice.isOver) await slice.next();
        const post = loadPost(number);
        if (post) posts.push(toPost(post));
      }
      return posts;
    },
  };
}

/**
 * Yields the newest deliveries to a reader after `after` and up to `last`, at most `count`; negative
 * for posts that were deleted by then. What was delivered up to a number never changes, so other work
 * may come in between.
 *
 * Of each author some posts are read at first. Those authors of whom all of these are among the newest
 * are asked for the rest.
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

  return async ({ n, followees }: Reader, after: number, last: number, count: number) => {
    // Twice the share of an author. Many more follows may have ended than there are authors now, and
    // these are read too: so the posts of one statement are bounded.
    const portion = Math.min(count, 4 + Math.ceil((2 * count) / followees));
    const limit = Math.min(followsAtOnce, Math.ceil(postsAtOnce / portion));
    const slice = new TimeSlice();
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

/** A plain object: rows of node:sqlite are dictionaries, several times slower to read. */
const toPost = ({ id, user_id, content, created_at }: Post): Post => ({
  id,
  user_id,
  content,
  created_at,
});
