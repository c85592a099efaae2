/** Reactions and comments: each step is one function call. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { kindsMax, type Comment, type CommentsAndReactions } from '../comments-and-reactions.ts';

export function postgresCommentsAndReactions(
  db: Queries,
  deployment: string,
): CommentsAndReactions {
  return {
    async setReaction({ post, user, kind }, reacted) {
      const [row] = await db.query(sql<{
        outcome: 'done' | 'too many kinds' | 'unknown user' | 'unknown post';
      }>`
        SELECT news_feed.set_reaction(${deployment}, ${user}, ${post}, ${kind}, ${reacted},
          ${kindsMax}::integer) AS outcome`);
      const { outcome } = row!;
      return outcome === 'unknown user' ? { kind: outcome, id: user } : { kind: outcome };
    },

    async addComment({ post, user, content, now }) {
      const [row] = await db.query(sql<{
        outcome: 'made' | 'unknown user' | 'unknown post';
        n: number;
      }>`
        SELECT outcome, number AS n
        FROM news_feed.add_comment(${deployment}, ${user}, ${post}, ${content}, ${now})`);
      const { outcome, n } = row!;
      if (outcome === 'made') return { kind: outcome, n };
      return outcome === 'unknown user' ? { kind: outcome, id: user } : { kind: outcome };
    },

    async removeComment(n) {
      const [row] = await db.query(sql<{ existed: boolean }>`
        SELECT news_feed.remove_comment(${deployment}, ${n}) AS existed`);
      return row!.existed;
    },

    async commenterOf(n) {
      const [row] = await db.query(sql<{ user: string }>`
        SELECT account.id AS user
        FROM news_feed.comment JOIN news_feed.account ON account.n = comment.author
        WHERE comment.deployment = ${deployment} AND comment.n = ${n}`);
      return row?.user;
    },

    async comments(post, after, limit) {
      const [about] = await db.query(sql<{ seq: number }>`
        SELECT seq FROM news_feed.post
        WHERE deployment = ${deployment} AND id = ${post} AND removed IS NULL`);
      if (about === undefined) return undefined;
      return db.query(sql<Comment>`
        SELECT comment.n, account.id AS user, content, comment.created_at AS "createdAt"
        FROM news_feed.comment JOIN news_feed.account ON account.n = comment.author
        WHERE comment.deployment = ${deployment} AND post = ${about.seq} AND comment.n > ${after}
          AND content IS NOT NULL
        ORDER BY comment.n LIMIT ${limit}`);
    },
  };
}
