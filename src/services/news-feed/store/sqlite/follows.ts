/** Follows, and what they say of users. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { People, Person, Profile } from '../people.ts';
import {
  backfillDepth,
  endOfTime,
  type FeedStore,
  type FollowOutcome,
} from '../news-feed-store.ts';
import { prepareReaderChange } from './reader-changes.ts';
import type { Prepared } from './prepared.ts';

export function prepareFollows(prepared: Prepared): Pick<FeedStore, 'follow' | 'unfollow'> {
  const { db, account, lastChange } = prepared;
  const present = db.get<{ since: number }>(`SELECT since FROM follow
    WHERE follower = ? AND followee = ? AND until = ${endOfTime}`);
  // One that ended when nothing had been made since its start gives way to the next.
  const start = db.run(`INSERT INTO follow (follower, followee, since, until, followed_at)
    VALUES (?, ?, ?, ${endOfTime}, ?) ON CONFLICT DO UPDATE
    SET until = excluded.until, followed_at = excluded.followed_at, ended_at = NULL`);
  const end = db.run(`UPDATE follow SET until = ?, ended_at = ?
    WHERE follower = ? AND followee = ? AND since = ?`);
  const countFollowees = db.run('UPDATE account SET followees = followees + ? WHERE n = ?');
  const countFollowers = db.run('UPDATE account SET followers = followers + ? WHERE n = ?');
  const fill = prepareBackfill(prepared);

  function change(
    [follower, followee]: readonly [string, string],
    now: number,
    to: { readonly followed: boolean; readonly backfill: number },
  ): FollowOutcome {
    const [from, author] = [account(follower), account(followee)];
    if (from === undefined) return { kind: 'unknown user', id: follower };
    if (author === undefined) return { kind: 'unknown user', id: followee };
    const since = present(from.n, author.n)?.since;
    if ((since !== undefined) === to.followed) return { kind: 'done' };
    const last = lastChange();
    if (since === undefined) {
      start(from.n, author.n, last, now);
      if (to.backfill > 0) fill(from.n, author.n, to.backfill, now);
    } else end(last, now, from.n, author.n, since);
    countFollowees(to.followed ? 1 : -1, from.n);
    countFollowers(to.followed ? 1 : -1, author.n);
    return { kind: 'done' };
  }

  return {
    follow: (follower, followee, now, backfill = 0) =>
      db.write(() => change([follower, followee], now, { followed: true, backfill })),
    unfollow: (follower, followee, now) =>
      db.write(() => change([follower, followee], now, { followed: false, backfill: 0 })),
  };
}

/** Delivers the newest posts of an author, except those that an earlier follow has delivered. */
function prepareBackfill({ db, lastChange }: Prepared) {
  // Posts that are next to each other make one row; a deletion, or an earlier follow, parts them.
  const earlier = (column: string) => `(SELECT ${column} FROM follow
    WHERE follower = ?1 AND followee = ?2 AND since < seq ORDER BY since DESC LIMIT 1)`;
  const deliver = db.run(`INSERT INTO follow
      (follower, followee, since, until, followed_at, ended_at, backfill)
    WITH newest AS (
      SELECT seq, removed FROM post WHERE author = ?2 ORDER BY seq DESC LIMIT ${backfillDepth}
    ), placed AS (
      SELECT seq, CASE WHEN removed IS NULL THEN coalesce(${earlier('since')}, -1) END AS place,
        removed IS NULL AND coalesce(${earlier('until')}, 0) < seq AS joins
      FROM newest WHERE seq >= (SELECT min(seq) FROM
        (SELECT seq FROM newest WHERE removed IS NULL ORDER BY seq DESC LIMIT ?3))
    ), runs AS (
      SELECT *, count(*) FILTER (WHERE NOT joins) OVER (ORDER BY seq DESC) AS run FROM placed
    )
    SELECT ?1, ?2, min(seq) - 1, max(seq), ?4, ?4, ?5 FROM runs WHERE joins GROUP BY run, place
    ON CONFLICT DO UPDATE SET until = excluded.until, followed_at = excluded.followed_at,
      ended_at = excluded.ended_at, backfill = excluded.backfill`);
  const note = prepareReaderChange(db);

  return (reader: number, author: number, count: number, now: number): void => {
    const number = lastChange() + 1;
    if (deliver(reader, author, count, now, number) > 0) note(reader, number, 0);
  };
}

export function preparePeople(db: Sqlite): People {
  const find = db.get<Profile & { readonly n: number }>(
    'SELECT n, followers, followees - 1 AS following FROM account WHERE id = ?',
  );
  const list = (one: 'follower' | 'followee', other: 'follower' | 'followee') => {
    const page = db.all<Person>(`SELECT n, id FROM follow JOIN account ON n = ${one}
      WHERE ${other} = ? AND ${one} > ? AND follower <> followee AND until = ${endOfTime}
      ORDER BY ${one} LIMIT ?`);
    return async (user: string, after: number, limit: number) => {
      const about = find(user);
      return about && page(about.n, after, limit).map(({ n, id }) => ({ n, id }));
    };
  };
  return {
    async profile(user) {
      const found = find(user);
      return found && { followers: found.followers, following: found.following };
    },
    followers: list('follower', 'followee'),
    following: list('followee', 'follower'),
  };
}
