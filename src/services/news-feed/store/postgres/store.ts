/** The shared store: any number of replicas on one PostgreSQL. Each write is one function call. */
import { batch } from '#kit/stores/batch.ts';
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { storeUnavailable } from '#kit/web/problem.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { pagesOf } from '../pages.ts';
import type { FeedStore, FollowOutcome, NewPost, Post } from '../store.ts';
import type { TimelineOptions } from '../timelines.ts';
import { postgresReads } from './reads.ts';

/** How long a write waits for its turn, milliseconds. */
const turnTimeoutMs = 10_000;
/** Posts of one transaction. */
const postsAtOnce = 32;

/** @throws StartupError when nothing answers at `url` */
export const openDatabase = (url: string): Promise<Postgres> =>
  openPostgres(url, 'news-feed', new URL('./sql/', import.meta.url));

/** @param deployment which users: several deployments may share a database */
export function postgresStore(
  db: Postgres,
  deployment: string,
  options: TimelineOptions,
): FeedStore {
  const takeTurn = turns();

  async function addPosts(posts: readonly NewPost[]): Promise<(Post | undefined)[]> {
    const rows = await db.query(sql<{ id: string | null }>`
      SELECT id FROM news_feed.add_posts(${deployment},
        ${posts.map(({ author }) => author)}::text[],
        ${posts.map(({ baseId }) => baseId)}::text[],
        ${posts.map(({ content }) => content)}::text[],
        ${posts.map(({ now }) => now)}::bigint[]) AS id`);
    return posts.map(({ author, content, now }, i) => {
      const id = rows[i]!.id;
      return id === null ? undefined : { id, user_id: author, content, created_at: now };
    });
  }

  async function setFollowed(follower: string, followee: string, followed: boolean) {
    const [row] = await db.query(sql<{ unknown: string | null }>`
      SELECT news_feed.set_followed(${deployment}, ${follower}, ${followee}, ${followed})
        AS unknown`);
    const id = row!.unknown;
    return (id === null ? { kind: 'done' } : { kind: 'unknown user', id }) satisfies FollowOutcome;
  }

  return {
    async addUser(id, now) {
      const count = await db.execute(sql`
        WITH made AS (
          INSERT INTO news_feed.account (deployment, id, created_at)
          VALUES (${deployment}, ${id}, ${now}) ON CONFLICT DO NOTHING RETURNING n
        ) INSERT INTO news_feed.follow SELECT n, n, 0 FROM made`);
      return count === 1;
    },
    // The posts of one turn of the event loop travel together.
    addPost: batch((posts) => takeTurn(() => addPosts(posts)), { maxSize: postsAtOnce }),
    removePost: (id) =>
      takeTurn(async () => {
        const [row] = await db.query(sql<{ existed: boolean }>`
          SELECT news_feed.remove_post(${deployment}, ${id}) AS existed`);
        return row!.existed;
      }),
    async authorOf(id) {
      const [row] = await db.query(sql<{ id: string }>`
        SELECT account.id FROM news_feed.post JOIN news_feed.account ON account.n = post.author
        WHERE post.deployment = ${deployment} AND post.id = ${id}`);
      return row?.id;
    },
    follow: (follower, followee) => takeTurn(() => setFollowed(follower, followee, true)),
    unfollow: (follower, followee) => takeTurn(() => setFollowed(follower, followee, false)),
    ...pagesOf(postgresReads(db, db.within(), deployment, options.timelineMax), options),
    ...lifecycleOf(db),
  };
}

/**
 * Writes of one replica go one after another: all writes take turns in the database anyway, and
 * those that wait there would hold the connections that reads need.
 */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const arrived = performance.now();
    const done = last.then(() => {
      // The store has stalled all this time.
      if (performance.now() - arrived > turnTimeoutMs) throw storeUnavailable();
      return work();
    });
    last = done.catch(() => {});
    return done;
  };
}
