/** Receipts of posts, and facts about posts in timelines, read from the embedded store. */
import type { Facts, FactsOutcome, Reasons } from '../reasons.ts';
import { endOfTime } from '../news-feed-store.ts';
import { prepareOldest } from './oldest.ts';
import type { Prepared } from './prepared.ts';

/** Backfills that one statement looks at, each of up to 100 posts. */
const backfillsAtOnce = 100;

interface Known extends Omit<Facts, 'isOwn' | 'isBackfilled' | 'trimmedAt'> {
  readonly seq: number;
  readonly reader: number;
  readonly author: number;
  readonly changed: number;
  /** Number of the backfill that delivered it. */
  readonly backfill: number | null;
}

/** Something that delivered posts: at which number, when, and how many. */
interface Arrival {
  readonly number: number;
  readonly at: number;
  readonly posts: number;
}

export function prepareReasons(prepared: Prepared, timelineMax: number): Reasons {
  const { db, account, lastChange } = prepared;
  const find = db.get<{ followersThen: number; tookMs: number }>(
    'SELECT followers AS followersThen, took_ms AS tookMs FROM post WHERE id = ?',
  );
  // The follows of a pair do not overlap: the last one that began before the post decides.
  const known = db.get<Known>(`SELECT seq, ?1 AS reader, author, post.created_at AS createdAt,
      removed_at AS deletedAt, account.changed,
      (SELECT hidden_at FROM hide WHERE reader = ?1 AND hide.post = seq) AS hiddenAt,
      (SELECT muted_at FROM mute WHERE muter = ?1 AND muted = author
        AND until = ${endOfTime}) AS mutedAt,
      delivery.followed_at AS followedAt, delivery.backfill,
      (SELECT ended_at FROM follow WHERE follower = ?1 AND followee = author AND since < seq
        AND backfill IS NULL ORDER BY since DESC LIMIT 1) AS unfollowedAt
    FROM post CROSS JOIN account ON account.n = ?1
    LEFT JOIN follow AS delivery ON follower = ?1 AND followee = author AND until >= seq
      AND since = (SELECT max(since) FROM follow
        WHERE follower = ?1 AND followee = author AND since < seq)
    WHERE post.id = ?2`);
  const trimmedAt = prepareTrimming(prepared, timelineMax);

  async function facts(user: string, post: string): Promise<FactsOutcome> {
    for (;;) {
      const reader = account(user);
      if (reader === undefined) return { kind: 'unknown user', id: user };
      const row = known(reader.n, post);
      if (row === undefined) return { kind: 'unknown post' };
      const last = lastChange();
      const trimmed = row.followedAt === null ? null : await trimmedAt(row, last);
      // A backfill in between would be counted in part.
      if (known(reader.n, post)?.changed !== row.changed) continue;
      return { kind: 'known', facts: toFacts(row, trimmed) };
    }
  }

  return {
    async receipt(post) {
      const found = find(post);
      return found && { followersThen: found.followersThen, tookMs: found.tookMs };
    },
    facts,
  };
}

function toFacts(row: Known, trimmedAt: number | null): Facts {
  const { createdAt, deletedAt, hiddenAt, mutedAt, followedAt, unfollowedAt } = row;
  const isOwn = row.reader === row.author;
  const isBackfilled = row.backfill !== null;
  const happened = { createdAt, deletedAt, trimmedAt, hiddenAt, mutedAt, followedAt, unfollowedAt };
  return { isOwn, isBackfilled, ...happened };
}

/** Yields when newer deliveries filled the timeline; null: there is still room. */
function prepareTrimming({ db }: Prepared, timelineMax: number) {
  const oldest = prepareOldest(db);
  const createdAt = db.get<{ at: number }>('SELECT created_at AS at FROM post WHERE seq = ?');
  const backfilled = db.all<Arrival & { until: number; followee: number }>(`SELECT
      backfill AS number, followed_at AS at, until, followee,
      (SELECT count(*) FROM post WHERE author = followee AND seq > max(since, ?2)
        AND seq <= until) AS posts
    FROM follow WHERE follower = ?1 AND backfill IS NOT NULL AND until > ?2
      AND (until, followee) > (?3, ?4) ORDER BY until, followee LIMIT ${backfillsAtOnce}`);

  /** Backfills of posts that are newer. */
  function readBackfills(reader: number, seq: number): Arrival[] {
    const arrivals: Arrival[] = [];
    for (let from = { until: seq, followee: endOfTime }; ;) {
      const found = backfilled(reader, seq, from.until, from.followee);
      arrivals.push(...found);
      if (found.length < backfillsAtOnce) return arrivals;
      from = found.at(-1)!;
    }
  }

  return async (row: Known, last: number): Promise<number | null> => {
    const { reader, seq, backfill, followedAt } = row;
    const arrivals = readBackfills(reader, seq);
    const posts = await oldest(reader, seq, last, timelineMax);
    const all = [...posts.map((number) => ({ number, posts: 1 })), ...arrivals];
    let room = timelineMax;
    const filling = all
      .sort((a, b) => a.number - b.number)
      .find((arrival) => (room -= arrival.posts) <= 0);
    if (filling === undefined) return null;
    // It came when the timeline was full already.
    if (backfill !== null && backfill > filling.number) return followedAt;
    return 'at' in filling ? filling.at : createdAt(filling.number)!.at;
  };
}
