/**
 * The timelines that a replica keeps in memory. They are never taken for current: reads that come
 * together ask the database, in one query, which posts were made and deleted since the last one, and
 * for timelines that are not in memory. So most reads cost a share of one small query, and still find
 * all that was acknowledged before them, through whatever replica.
 */
import { LRUCache } from 'lru-cache';
import { batch } from '#kit/batch.ts';
import { gather } from '#kit/gather.ts';
import type { Queries } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import { postCache } from './post-cache.ts';
import { Ring, weightOf } from './ring.ts';
import { endOfTime, type Page, type Post, type TimelineRange } from './store.ts';

export interface TimelineOptions {
  /** Newest deliveries that a timeline keeps. */
  readonly timelineMax: number;
  /** Entries of all timelines in memory, 8 bytes each. */
  readonly cacheEntries: number;
}

/** How long a read waits for slower ones before it, milliseconds. */
const patience = 1;
/** Reads of one query. */
const readsAtOnce = 128;
/** With more new posts than this, timelines are read anew instead of brought up to date. */
const newPostsMax = 1_000;
/** Users whose number is in memory. */
const cacheUsers = 200_000;

interface Read extends TimelineRange {
  readonly user: string;
}

/** Numbers of the posts of a page, and of one more when another page follows. */
type Shown = readonly number[] | 'unknown user' | 'overtaken';

interface Timeline {
  readonly ring: Ring;
  /** Pulled posts up to this one are in the ring. */
  readonly pulledUpTo: number;
}

/** Up to where a timeline needs no reading; 0: nothing of it is in memory. */
type Asked = ReadonlyMap<string, number>;

/** A row of news. Lists are of numbers, descending where they are of posts. */
type News = UserNews | PostNews | NewestPost | Deletions;

/** What was delivered to a user since; without a number, the user is unknown. */
interface UserNews {
  readonly kind: 'user';
  readonly id: string;
  readonly number: string | null;
  readonly list: readonly number[] | null;
}

/** A post, and the accounts that got it; when it is pulled, of its followers none is listed. */
interface PostNews {
  readonly kind: 'post' | 'pulled';
  readonly number: string;
  readonly list: readonly number[];
}

/** Where to begin. */
interface NewestPost {
  readonly kind: 'newest post';
  readonly number: string;
}

/** Deleted posts, and the number of the last deletion. */
interface Deletions {
  readonly kind: 'deletions';
  readonly number: string | null;
  readonly list: readonly number[] | null;
}

/** 64-bit integers come as text. */
type PostRow = Omit<Post, 'created_at'> & Record<'seq' | 'created_at', string>;

const isPost = (row: News): row is PostNews => row.kind === 'post' || row.kind === 'pulled';

/** The author, and whoever followed the author when the post was made; pulled posts go nowhere. */
const recipients = sql`(SELECT json_agg(account) FROM (
  SELECT post.author AS account
  UNION ALL SELECT follower FROM news_feed.follow
  WHERE NOT pulled AND followee = author AND until IS NULL AND since < seq
  UNION ALL SELECT follower FROM news_feed.follow
  WHERE NOT pulled AND followee = author AND until > seq AND since < seq) AS recipients)`;

export class Timelines {
  readonly #db: Pick<Queries, 'query'>;
  readonly #deployment: string;
  readonly #timelineMax: number;
  readonly #users = new LRUCache<string, number>({ max: cacheUsers });
  readonly #timelines: LRUCache<number, Timeline>;
  readonly #posts = postCache();
  /** Deleted posts; they remain in the rings. */
  readonly #deleted = new Set<number>();
  /** Deletions up to this number are known here. */
  #lastDeletion = 0;
  /** Posts up to this one are in the rings, except pulled ones. */
  #lastPost: number | undefined;
  #lastPulled = 0;
  readonly #show = batch((reads: readonly Read[]) => this.#showAll(reads), {
    patience,
    most: readsAtOnce,
  });
  readonly #load = gather((lists: readonly (readonly number[])[]) => this.#loadAll(lists));

  constructor(
    db: Pick<Queries, 'query'>,
    deployment: string,
    { timelineMax, cacheEntries }: TimelineOptions,
  ) {
    this.#db = db;
    this.#deployment = deployment;
    this.#timelineMax = timelineMax;
    this.#timelines = new LRUCache({
      maxSize: cacheEntries,
      sizeCalculation: ({ ring }) => weightOf(ring),
    });
  }

  async page(user: string, range: TimelineRange, again = true): Promise<Page | undefined> {
    const shown = await this.#show({ ...range, user });
    if (shown === 'unknown user') return undefined;
    if (shown === 'overtaken') return this.page(user, range, again);
    const seqs = shown.slice(0, range.limit);
    const posts = await this.#postsOf(seqs);
    // One of them was deleted in the meantime: another stands in its place now.
    if (posts.length < seqs.length && again) return this.page(user, range, false);
    return { posts, next: shown.length > range.limit ? seqs.at(-1) : undefined };
  }

  async #showAll(reads: readonly Read[]): Promise<Shown[]> {
    const asked = this.#toBeAsked(reads);
    const since = { post: this.#lastPost, deletion: this.#lastDeletion };
    const news = await this.#newsSince(since, asked);
    if (!this.#apply(since, news)) return reads.map(() => 'overtaken');
    const read = new Map<string, Timeline | 'unknown user' | 'overtaken'>();
    for (const row of news) {
      if (row.kind === 'user') read.set(row.id, this.#put(row, asked.get(row.id)!));
    }
    return reads.map((one) => this.#shownTo(one, read.get(one.user)));
  }

  /** Users whose timeline is not in memory, or lacks pulled posts. */
  #toBeAsked(reads: readonly Read[]): Asked {
    const asked = new Map<string, number>();
    for (const { user } of reads) {
      const known = this.#inMemory(user)?.pulledUpTo ?? 0;
      if (known === 0 || known < this.#lastPulled) asked.set(user, known);
    }
    return asked;
  }

  #inMemory(user: string): Timeline | undefined {
    const n = this.#users.get(user);
    return n === undefined ? undefined : this.#timelines.get(n);
  }

  /**
   * Brings what is in memory up to date with an answer.
   *
   * @returns false when it is of no use, since one that knows later posts came first: timelines
   *   without those, beside deletions that came after them, would be a state that never was
   */
  #apply(since: { post: number | undefined; deletion: number }, news: readonly News[]): boolean {
    const posts = news.filter(isPost);
    if (posts.length > newPostsMax) {
      this.#timelines.clear();
      this.#lastPost = undefined;
      return false;
    }
    const begins = since.post === undefined || this.#lastPost === undefined;
    if (begins && since.post !== this.#lastPost) return false;
    const newest = news.find((row) => row.kind === 'newest post') ?? posts.at(-1);
    const lastPost = Number(newest?.number ?? since.post);
    if (lastPost < (this.#lastPost ?? 0)) return false;

    for (const { kind, number, list } of posts) {
      const seq = Number(number);
      if (seq <= this.#lastPost!) continue;
      if (kind === 'pulled') this.#lastPulled = seq;
      for (const n of list) this.#push(seq, n);
    }
    this.#lastPost = lastPost;
    const deletions = news.find((row) => row.kind === 'deletions')!;
    for (const seq of deletions.list ?? []) {
      this.#deleted.add(seq);
      this.#posts.delete(seq);
    }
    this.#lastDeletion = Math.max(this.#lastDeletion, Number(deletions.number));
    return true;
  }

  #push(seq: number, n: number): void {
    const timeline = this.#timelines.peek(n);
    // Put in anew, as a new object, it is weighed anew.
    if (timeline?.ring.push(seq)) this.#timelines.set(n, { ...timeline });
  }

  /** @param known up to where the timeline in memory is whole; 0 for one that is not in memory */
  #put({ id, number, list }: UserNews, known: number): Timeline | 'unknown user' | 'overtaken' {
    if (number === null) return 'unknown user';
    const n = Number(number);
    const former = this.#timelines.get(n)?.ring;
    // It had to make room meanwhile.
    if (known > 0 && former === undefined) return 'overtaken';
    const older = known > 0 ? former!.page(0, known + 1, this.#timelineMax) : [];
    const ring = new Ring(this.#timelineMax, [...(list ?? []), ...older], Float64Array);
    // One of 0 would be asked for once more.
    const timeline = { ring, pulledUpTo: Math.max(1, this.#lastPost!) };
    this.#users.set(id, n);
    this.#timelines.set(n, timeline);
    return timeline;
  }

  #shownTo(
    { user, offset, before = endOfTime, limit }: Read,
    read: Timeline | 'unknown user' | 'overtaken' | undefined,
  ): Shown {
    if (typeof read === 'string') return read;
    const timeline = read ?? this.#inMemory(user);
    // Gone meanwhile, or there are pulled posts now.
    if (timeline === undefined || timeline.pulledUpTo < this.#lastPulled) return 'overtaken';
    return limit === 0 ? [] : timeline.ring.page(offset, before, limit + 1, this.#deleted);
  }

  async #newsSince(
    since: { post: number | undefined; deletion: number },
    asked: Asked,
  ): Promise<readonly News[]> {
    const deployment = this.#deployment;
    const posts =
      since.post === undefined
        ? sql`SELECT 'newest post' AS kind, NULL AS id, coalesce(max(seq), 0) AS number,
            NULL::json AS list FROM news_feed.post WHERE deployment = ${deployment}`
        : sql`(SELECT CASE WHEN pulled THEN 'pulled' ELSE 'post' END AS kind, NULL AS id,
            seq AS number, ${recipients} AS list
          FROM news_feed.post WHERE deployment = ${deployment} AND seq > ${since.post}
          ORDER BY seq LIMIT ${newPostsMax + 1})`;
    const timelines = sql`UNION ALL SELECT 'user', asked.id, reader.n, news.seqs
      FROM unnest(${[...asked.keys()]}::text[], ${[...asked.values()]}::bigint[])
        AS asked (id, known)
      LEFT JOIN news_feed.account AS reader
        ON reader.deployment = ${deployment} AND reader.id = asked.id
      LEFT JOIN LATERAL ${this.#deliveries()} AS news ON true`;
    return this.#db.query(sql<News>`
      ${posts}
      UNION ALL SELECT 'deletions', NULL, max(removed), json_agg(seq) FROM news_feed.post
      WHERE deployment = ${deployment} AND removed > ${since.deletion}
      ${asked.size > 0 ? timelines : sql``}`);
  }

  /** Pushed and pulled posts of `reader` after `known`; each index yields the newest first. */
  #deliveries() {
    const most = this.#timelineMax;
    return sql`(SELECT json_agg(seq ORDER BY seq DESC) AS seqs FROM (
      (SELECT seq FROM news_feed.timeline WHERE account = reader.n AND seq > known
       ORDER BY seq DESC LIMIT ${most})
      UNION ALL
      SELECT pulled.seq FROM news_feed.follow CROSS JOIN LATERAL (
        SELECT seq FROM news_feed.post
        WHERE author = followee AND pulled AND seq > greatest(since, known)
          AND seq < coalesce(until, ${endOfTime})
        ORDER BY seq DESC LIMIT ${most}
      ) AS pulled WHERE follower = reader.n AND pulls
    ) AS deliveries)`;
  }

  /** Those of the posts that are not deleted. */
  async #postsOf(seqs: readonly number[]): Promise<Post[]> {
    const posts = seqs.map((seq) => this.#posts.get(seq));
    const missing = seqs.filter((_, i) => posts[i] === undefined);
    if (missing.length === 0) return posts as Post[];
    const loaded = await this.#load(missing);
    return seqs.flatMap((seq, i) => posts[i] ?? loaded.get(seq) ?? []);
  }

  async #loadAll(lists: readonly (readonly number[])[]): Promise<ReadonlyMap<number, Post>[]> {
    const rows = await this.#db.query(sql<PostRow>`
      SELECT seq, post.id, writer.id AS user_id, content, post.created_at
      FROM news_feed.post JOIN news_feed.account AS writer ON writer.n = author
      WHERE seq = ANY(${[...new Set(lists.flat())]}) AND content IS NOT NULL`);
    const loaded = new Map<number, Post>();
    for (const { seq, id, user_id, content, created_at } of rows) {
      const post = { id, user_id, content, created_at: Number(created_at) };
      loaded.set(Number(seq), post);
      this.#posts.set(Number(seq), post);
    }
    return lists.map(() => loaded);
  }
}
