/** The shared store: any number of replicas on one PostgreSQL. Each write is one function call. */
import { batch } from '#kit/stores/batch.ts';
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { journalOf } from '../journal.ts';
import { pagesOf } from '../pages.ts';
import type { FeedStore, NewPost, Post } from '../news-feed-store.ts';
import type { TimelineOptions } from '../timelines.ts';
import { postgresFollows } from './follows.ts';
import { postgresJournal } from './journal.ts';
import { postgresReads } from './reads.ts';
import { postgresReasons } from './reasons.ts';
import { postgresCommentsAndReactions } from './comments-and-reactions.ts';
import { turns } from './turns.ts';

/** Posts of one transaction. */
const postsAtOnce = 32;

interface Arrived extends NewPost {
  /** By `performance.now()`. */
  readonly arrived: number;
}

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
  const reads = postgresReads(db, db.within(), deployment, options.timelineMax);

  async function addPosts(posts: readonly Arrived[]): Promise<(Post | undefined)[]> {
    const hasExtra = posts.some(({ extra }) => extra !== undefined);
    const extras = hasExtra ? posts.map(({ extra = null }) => extra) : null;
    const rows = await db.query(sql<{ id: string | null }>`
      SELECT id FROM news_feed.add_posts(${deployment},
        ${posts.map(({ author }) => author)}::text[],
        ${posts.map(({ baseId }) => baseId)}::text[],
        ${posts.map(({ content }) => content)}::text[],
        ${extras}::text[],
        ${posts.map(({ now }) => now)}::bigint[],
        ${posts.map(({ arrived }) => Math.round(performance.now() - arrived))}::integer[]) AS id`);
    return posts.map(({ author, content, now, extra }, i) => {
      const id = rows[i]!.id;
      if (id === null) return undefined;
      const post = { id, user_id: author, content, created_at: now };
      return extra === undefined ? post : { ...post, extra: JSON.parse(extra) as object };
    });
  }
  // The posts of one turn of the event loop travel together.
  const addInBatch = batch((posts: readonly Arrived[]) => takeTurn(() => addPosts(posts)), {
    maxSize: postsAtOnce,
  });

  return {
    async addUser(id, now) {
      const count = await db.execute(sql`
        WITH made AS (
          INSERT INTO news_feed.account (deployment, id, created_at)
          VALUES (${deployment}, ${id}, ${now}) ON CONFLICT DO NOTHING RETURNING n
        ) INSERT INTO news_feed.follow (follower, followee, since, followed_at)
          SELECT n, n, 0, ${now}::bigint FROM made`);
      return count === 1;
    },
    addPost: (post) => addInBatch({ ...post, arrived: performance.now() }),
    removePost: (id, now) =>
      takeTurn(async () => {
        const [row] = await db.query(sql<{ existed: boolean }>`
          SELECT news_feed.remove_post(${deployment}, ${id}, ${now}) AS existed`);
        return row!.existed;
      }),
    async authorOf(id) {
      const [row] = await db.query(sql<{ id: string }>`
        SELECT account.id FROM news_feed.post JOIN news_feed.account ON account.n = post.author
        WHERE post.deployment = ${deployment} AND post.id = ${id}`);
      return row?.id;
    },
    ...postgresFollows(db, deployment, takeTurn),
    ...postgresCommentsAndReactions(db, deployment),
    ...journalOf(postgresJournal(db, db.within(), deployment), reads),
    ...postgresReasons(db.within(), deployment, options.timelineMax),
    ...pagesOf(reads, options),
    ...lifecycleOf(db),
  };
}
