/** Follows, mutes and hides, and what they say of users. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import type { People, Person, Profile } from '../people.ts';
import type { MutesAndHides } from '../mutes-and-hides.ts';
import { backfillDepth, endOfTime, type FeedStore } from '../news-feed-store.ts';
import type { TakeTurn } from './turns.ts';

type Follows = Pick<FeedStore, 'follow' | 'unfollow'>;

export function postgresFollows(
  db: Queries,
  deployment: string,
  takeTurn: TakeTurn,
): Follows & MutesAndHides & People {
  /** @param step yields the id that is unknown */
  async function change(step: Sql) {
    const [row] = await takeTurn(() =>
      db.query(sql<{ unknown: string | null }>`SELECT ${step} AS unknown`),
    );
    const id = row!.unknown;
    return id === null ? ({ kind: 'done' } as const) : ({ kind: 'unknown user', id } as const);
  }

  return {
    follow: (follower, followee, now, backfill = 0) =>
      change(sql`news_feed.set_followed(${deployment}, ${follower}, ${followee}, true, ${now},
        ${backfill}::integer, ${backfillDepth}::integer)`),
    unfollow: (follower, followee, now) =>
      change(
        sql`news_feed.set_followed(${deployment}, ${follower}, ${followee}, false, ${now}, 0, 0)`,
      ),
    setMuted: (user, author, muted, now) =>
      change(sql`news_feed.set_muted(${deployment}, ${user}, ${author}, ${muted}, ${now})`),

    async setHidden(user, post, hidden, now) {
      const [row] = await takeTurn(() =>
        db.query(sql<{ unknown: 'unknown user' | 'unknown post' | null }>`
          SELECT news_feed.set_hidden(${deployment}, ${user}, ${post}, ${hidden}, ${now})
            AS unknown`),
      );
      const { unknown } = row!;
      if (unknown === 'unknown user') return { kind: unknown, id: user };
      return { kind: unknown ?? 'done' };
    },

    ...postgresPeople(db, deployment),
  };
}

function postgresPeople(db: Queries, deployment: string): People {
  async function profileOf(user: string): Promise<(Profile & { n: number }) | undefined> {
    const [row] = await db.query(sql<Profile & { n: number }>`
      SELECT n, followers, followees - 1 AS following FROM news_feed.account
      WHERE deployment = ${deployment} AND id = ${user}`);
    return row;
  }

  async function list(user: string, rows: (n: number) => Sql<Person>) {
    const about = await profileOf(user);
    return about && db.query(rows(about.n));
  }

  return {
    async profile(user) {
      const found = await profileOf(user);
      return found && { followers: found.followers, following: found.following };
    },
    followers: (user, after, limit) =>
      list(
        user,
        (about) => sql<Person>`
          SELECT n, id FROM news_feed.follow JOIN news_feed.account ON n = follower
          WHERE followee = ${about} AND follower > ${after} AND follower <> followee
            AND until = ${sql.raw(String(endOfTime))}
          ORDER BY follower LIMIT ${limit}`,
      ),
    following: (user, after, limit) =>
      list(
        user,
        (about) => sql<Person>`
          SELECT n, id FROM news_feed.follow JOIN news_feed.account ON n = followee
          WHERE follower = ${about} AND followee > ${after} AND follower <> followee
            AND until = ${sql.raw(String(endOfTime))}
          ORDER BY followee LIMIT ${limit}`,
      ),
  };
}
