/** The shared store: any number of replicas on one PostgreSQL. Each write is one function call. */
import { gather } from '#kit/gather.ts';
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import { storeUnavailable } from '#kit/problem.ts';
import {
  endOfTime,
  type FeedStore,
  type FollowOutcome,
  type NewPost,
  type Page,
  type Post,
  type Range,
  type TimelineRange,
} from './store.ts';
import { Timelines, type TimelineOptions } from './timelines.postgres.ts';

/** How long a write waits for its turn, milliseconds. */
const patience = 10_000;
/** Posts of one transaction: with 1,000 followers each it takes a fraction of a second. */
const postsAtOnce = 32;
/** Timelines trimmed at once. */
const accountsAtOnce = 200;

/**
 * @param deployment which users: several deployments may share a database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(
  url: string,
  deployment: string,
  options: TimelineOptions,
): Promise<PostgresFeed> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresFeed(await openPostgres(url, 'news-feed', folder), deployment, options);
}

/** A row of a page; without a post for a user who exists and has none. */
type Row = Omit<Post, 'created_at'> & {
  readonly seq: string | null;
  readonly created_at: string;
};

export class PostgresFeed implements FeedStore {
  readonly #db: Postgres;
  readonly #deployment: string;
  readonly #timelineMax: number;
  readonly #timelines: Timelines;
  #turn: Promise<unknown> = Promise.resolve();
  /** The posts of one turn of the event loop travel together. */
  readonly addPost = gather(
    (posts: readonly NewPost[]) => this.#write(() => this.#addPosts(posts)),
    (posts) => portions(posts, postsAtOnce),
  );

  constructor(db: Postgres, deployment: string, options: TimelineOptions) {
    this.#db = db;
    this.#deployment = deployment;
    this.#timelineMax = options.timelineMax;
    this.#timelines = new Timelines(db, deployment, options);
  }

  /**
   * Writes of one replica go one after another: all writes take turns in the database anyway, and
   * those that wait there would keep the connections that reads need.
   */
  #write<T>(work: () => Promise<T>): Promise<T> {
    const arrived = performance.now();
    const done = this.#turn.then(() => {
      // Those before it found the store stalled: it has waited as long as they have.
      if (performance.now() - arrived > patience) throw storeUnavailable();
      return work();
    });
    this.#turn = done.catch(() => {});
    return done;
  }

  async addUser(id: string, now: number): Promise<boolean> {
    const count = await this.#db.execute(sql`
      INSERT INTO news_feed.account (deployment, id, created_at)
      VALUES (${this.#deployment}, ${id}, ${now}) ON CONFLICT DO NOTHING`);
    return count === 1;
  }

  async #addPosts(posts: readonly NewPost[]): Promise<(Post | undefined)[]> {
    const rows = await this.#db.query(sql<{ id: string | null }>`
      SELECT id FROM news_feed.add_posts(${this.#deployment},
        ${posts.map(({ author }) => author)}::text[],
        ${posts.map(({ baseId }) => baseId)}::text[],
        ${posts.map(({ content }) => content)}::text[],
        ${posts.map(({ now }) => now)}::bigint[],
        ${posts.map(({ pushMax }) => pushMax)}::bigint[]) AS id`);
    return posts.map(({ author, content, now }, i) => {
      const id = rows[i]!.id;
      return id === null ? undefined : { id, user_id: author, content, created_at: now };
    });
  }

  removePost(id: string): Promise<boolean> {
    return this.#write(async () => {
      const [row] = await this.#db.query(sql<{ existed: boolean }>`
        SELECT news_feed.remove_post(${this.#deployment}, ${id}) AS existed`);
      return row!.existed;
    });
  }

  follow(follower: string, followee: string): Promise<FollowOutcome> {
    return this.#write(() => this.#setFollowed(follower, followee, true));
  }

  unfollow(follower: string, followee: string): Promise<FollowOutcome> {
    return this.#write(() => this.#setFollowed(follower, followee, false));
  }

  async #setFollowed(
    follower: string,
    followee: string,
    followed: boolean,
  ): Promise<FollowOutcome> {
    const [row] = await this.#db.query(sql<{ unknown: string | null }>`
      SELECT news_feed.set_followed(${this.#deployment}, ${follower}, ${followee}, ${followed})
        AS unknown`);
    const id = row!.unknown;
    return id === null ? { kind: 'done' } : { kind: 'unknown user', id };
  }

  timeline(user: string, range: TimelineRange): Promise<Page | undefined> {
    return this.#timelines.page(user, range);
  }

  async postsOf(user: string, { before = endOfTime, limit }: Range): Promise<Page | undefined> {
    const rows = await this.#db.query(sql<Row>`
      SELECT seq, shown.id, ${user}::text AS user_id, content, shown.created_at
      FROM news_feed.account AS writer LEFT JOIN LATERAL (
        SELECT seq, id, content, created_at FROM news_feed.post
        WHERE author = writer.n AND seq < ${before} AND content IS NOT NULL
        ORDER BY seq DESC LIMIT ${limit + 1}
      ) AS shown ON true
      WHERE deployment = ${this.#deployment} AND writer.id = ${user} ORDER BY seq DESC`);
    return pageOf(rows, limit);
  }

  /** Removes what is beyond the length of the timelines: those of the next accounts. */
  async trim(): Promise<void> {
    await this.#db.execute(sql`
      SELECT news_feed.trim_timelines(${this.#deployment}, ${accountsAtOnce}, ${this.#timelineMax})`);
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

/** @param rows one more than `limit` when another page follows */
function pageOf(rows: readonly Row[], limit: number): Page | undefined {
  if (rows.length === 0) return undefined;
  const found = rows.filter(({ seq }) => seq !== null);
  const shown = found.slice(0, limit);
  const posts = shown.map(({ id, user_id, content, created_at }) => {
    return { id, user_id, content, created_at: Number(created_at) };
  });
  const next = found.length > limit ? shown.at(-1)?.seq : undefined;
  return next ? { posts, next: Number(next) } : { posts };
}

function portions<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
