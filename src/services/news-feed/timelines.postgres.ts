/**
 * The timelines that a replica keeps in memory. They are never taken for current: reads that come
 * together ask the database, in one query, what was delivered to their users since, and what was
 * deleted. So a read costs a few probes of indexes, and still finds all that was acknowledged before
 * it, through whatever replica.
 */
import { LRUCache } from 'lru-cache';
import { batch } from '#kit/batch.ts';
import { gather } from '#kit/gather.ts';
import { query, type Postgres } from '#kit/postgres.ts';
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
const patience = 5;
/** Reads of one query. */
const readsAtOnce = 128;

interface Read extends TimelineRange {
  readonly user: string;
}

/** Numbers of the posts of a page, and of one more when another page follows. */
type Shown = readonly number[] | 'unknown user' | 'overtaken';

/** One row of deletions (`id` is null), one for each user who is unknown or got something. */
interface News {
  readonly id: string | null;
  /** Numbers of posts, descending; null for an unknown user, or when nothing was deleted. */
  readonly seqs: readonly number[] | null;
  readonly last_deletion: string | null;
}

export class Timelines {
  readonly #sql: Postgres;
  readonly #deployment: string;
  readonly #timelineMax: number;
  readonly #rings: LRUCache<string, Ring>;
  readonly #posts = postCache();
  /** Deleted posts; they remain in the rings. */
  readonly #deleted = new Set<number>();
  /** The number of the last deletion that is known here. */
  #lastDeletion = 0;
  readonly #show = batch((reads: readonly Read[]) => this.#showAll(reads), {
    patience,
    most: readsAtOnce,
  });
  readonly #load = gather((lists: readonly (readonly number[])[]) => this.#loadAll(lists));

  constructor(sql: Postgres, deployment: string, { timelineMax, cacheEntries }: TimelineOptions) {
    this.#sql = sql;
    this.#deployment = deployment;
    this.#timelineMax = timelineMax;
    this.#rings = new LRUCache({ maxSize: cacheEntries, sizeCalculation: weightOf });
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
    const rings = new Map(reads.map(({ user }) => [user, this.#rings.get(user) ?? this.#empty()]));
    const seen = this.#lastDeletion;
    const news = await this.#newsSince(seen, rings);

    const deletions = news.find(({ id }) => id === null)!;
    const lastDeletion = Number(deletions.last_deletion ?? seen);
    // A later answer came first. Its deletions beside the posts of this one would be a state that
    // never was.
    if (lastDeletion < this.#lastDeletion) return reads.map(() => 'overtaken');
    this.#lastDeletion = lastDeletion;
    for (const seq of deletions.seqs ?? []) this.#delete(seq);

    for (const { id, seqs } of news) {
      if (id === null) continue;
      if (seqs === null) rings.delete(id);
      else this.#deliver(id, rings.get(id)!, seqs);
    }
    return reads.map(({ user, offset, before = endOfTime, limit }) => {
      const ring = rings.get(user);
      if (ring === undefined) return 'unknown user';
      return limit === 0 ? [] : ring.page(offset, before, limit + 1, this.#deleted);
    });
  }

  /** Of pushed and pulled posts each index yields the newest first. */
  async #newsSince(deletion: number, rings: ReadonlyMap<string, Ring>): Promise<readonly News[]> {
    const newest = Array.from(rings.values(), (ring) => (ring.length > 0 ? ring.at(0) : 0));
    return query(this.#sql<News[]>`
      SELECT asked.id, news.seqs, NULL::bigint AS last_deletion
      FROM unnest(${[...rings.keys()]}::text[], ${newest}::bigint[]) AS asked (id, known)
      LEFT JOIN news_feed.account AS reader
        ON reader.deployment = ${this.#deployment} AND reader.id = asked.id
      LEFT JOIN LATERAL (
        SELECT json_agg(seq ORDER BY seq DESC) AS seqs FROM (
          (SELECT seq FROM news_feed.timeline WHERE account = reader.n AND seq > known
           ORDER BY seq DESC LIMIT ${this.#timelineMax})
          UNION ALL
          SELECT pulled.seq FROM news_feed.follow CROSS JOIN LATERAL (
            SELECT seq FROM news_feed.post
            WHERE author = followee AND pulled AND seq > greatest(since, known)
              AND seq < coalesce(until, ${endOfTime})
            ORDER BY seq DESC LIMIT ${this.#timelineMax}
          ) AS pulled WHERE follower = reader.n AND pulls
        ) AS deliveries
      ) AS news ON true
      WHERE reader.n IS NULL OR news.seqs IS NOT NULL
      UNION ALL
      SELECT NULL, json_agg(seq), max(removed) FROM news_feed.post
      WHERE deployment = ${this.#deployment} AND removed > ${deletion}`);
  }

  #empty(): Ring {
    return new Ring(this.#timelineMax, [], Float64Array);
  }

  #deliver(user: string, ring: Ring, seqs: readonly number[]): void {
    ring.pushNewer(seqs);
    // What is set once more would not be weighed once more.
    this.#rings.delete(user);
    this.#rings.set(user, ring);
  }

  #delete(seq: number): void {
    this.#deleted.add(seq);
    this.#posts.delete(seq);
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
    const sql = this.#sql;
    const rows = await query(sql`
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
