/** Receipts of posts, and facts about posts in timelines, read from PostgreSQL. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { Facts, Reasons } from '../reasons.ts';

type Row = Facts & { readonly isKnownUser: boolean; readonly isKnownPost: boolean };

/** @param slow for timelines of many followees */
export function postgresReasons(slow: Queries, deployment: string, timelineMax: number): Reasons {
  return {
    async receipt(post) {
      const [row] = await slow.query(sql<{ followersThen: number; tookMs: number }>`
        SELECT followers AS "followersThen", took_ms AS "tookMs" FROM news_feed.post
        WHERE deployment = ${deployment} AND id = ${post}`);
      return row;
    },

    // The follows of a pair do not overlap; the last one that began before the post delivered it,
    // or none did.
    async facts(user, post) {
      const [row] = await slow.query(sql<Row>`
        SELECT reader.n IS NOT NULL AS "isKnownUser", seq IS NOT NULL AS "isKnownPost",
          reader.n = author AS "isOwn", posted.created_at AS "createdAt", removed_at AS "deletedAt",
          (SELECT hidden_at FROM news_feed.hide WHERE hide.reader = n AND hide.post = seq)
            AS "hiddenAt",
          (SELECT muted_at FROM news_feed.mute
            WHERE muter = n AND muted = author AND until = 9007199254740991) AS "mutedAt",
          delivery.followed_at AS "followedAt", delivery.backfill IS NOT NULL AS "isBackfilled",
          (SELECT ended_at FROM news_feed.follow
            WHERE follower = n AND followee = author AND since < seq AND backfill IS NULL
            ORDER BY since DESC LIMIT 1) AS "unfollowedAt",
          CASE WHEN delivery.followed_at IS NOT NULL THEN news_feed.trimmed_at(n, seq,
            delivery.backfill, delivery.followed_at, ${timelineMax}::integer) END AS "trimmedAt"
        FROM (SELECT 1) AS one
        LEFT JOIN (SELECT n FROM news_feed.account
          WHERE deployment = ${deployment} AND id = ${user}) AS reader ON true
        LEFT JOIN (SELECT seq, author, created_at, removed_at FROM news_feed.post
          WHERE deployment = ${deployment} AND id = ${post}) AS posted ON true
        LEFT JOIN LATERAL (
          SELECT followed_at, backfill, until FROM news_feed.follow
          WHERE follower = n AND followee = author AND since < seq ORDER BY since DESC LIMIT 1
        ) AS delivery ON delivery.until >= seq`);
      const { isKnownUser, isKnownPost, ...facts } = row!;
      if (!isKnownUser) return { kind: 'unknown user', id: user };
      return isKnownPost ? { kind: 'known', facts } : { kind: 'unknown post' };
    },
  };
}
