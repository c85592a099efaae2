/**
 * The timelines of the embedded store: rings in memory, each filled from posts and follows when
 * it is first read, and pushed to from then on. Posts and follows alone are durable: they say
 * all that there is to know about timelines.
 */
import { LRUCache } from 'lru-cache';
import type { Sqlite } from '#kit/sqlite.ts';
import { prepareReads, type Following, type PostReader } from './reads.sqlite.ts';
import { largest, type Source } from './merge.ts';
import { postCache } from './post-cache.ts';
import { Ring, weightOf } from './ring.ts';
import { endOfTime, type Post } from './store.ts';

export interface MemoryOptions {
  readonly timelineMax: number;
  /** Entries of all timelines in memory. */
  readonly cacheEntries: number;
}

/** Users whose number is in memory. */
const cacheUsers = 200_000;

interface Timeline {
  readonly ring: Ring;
  /** Pulled posts up to this one are in the ring. */
  readonly pulledUpTo: number;
}

export class Memory {
  readonly #timelineMax: number;
  readonly #timelines: LRUCache<number, Timeline>;
  readonly #posts = postCache();
  readonly #users = new LRUCache<string, number>({ max: cacheUsers });
  readonly #read: ReturnType<typeof prepareReads>;
  /** Deleted posts; they remain in the rings. */
  #deleted = new Set<number>();
  /** The newest pulled post. */
  #lastPulled = 0;

  constructor(db: Sqlite, { timelineMax, cacheEntries }: MemoryOptions) {
    this.#timelineMax = timelineMax;
    this.#timelines = new LRUCache({
      maxSize: cacheEntries,
      sizeCalculation: ({ ring }) => weightOf(ring),
    });
    this.#read = prepareReads(db);
    this.#load();
    db.join({ beforeCommit: () => {}, afterRollback: () => this.#load() });
  }

  /** Starts anew from what is committed. */
  #load(): void {
    this.#timelines.clear();
    this.#posts.clear();
    this.#users.clear();
    this.#deleted = new Set(this.#read.deleted());
    this.#lastPulled = this.#read.lastPulled();
  }

  /** The number of a user, or undefined. Not to be called inside a unit: users are there for ever. */
  user(id: string): number | undefined {
    let n = this.#users.get(id);
    if (n === undefined) {
      n = this.#read.user(id)?.n;
      if (n !== undefined) this.#users.set(id, n);
    }
    return n;
  }

  /** To be called inside the unit that makes the post. */
  push(seq: number, users: readonly number[]): void {
    for (const user of users) {
      const timeline = this.#timelines.peek(user);
      // Put in anew, as a new object, it is weighed anew.
      if (timeline?.ring.push(seq)) this.#timelines.set(user, { ...timeline });
    }
  }

  /** To be called inside the unit that makes the post. */
  pull(seq: number): void {
    this.#lastPulled = seq;
  }

  /** To be called inside the unit that deletes the post. */
  remove(seq: number): void {
    this.#deleted.add(seq);
    this.#posts.delete(seq);
  }

  /** Numbers of the posts that a user's timeline shows: up to `count` of them. */
  page(user: number, offset: number, before: number, count: number): number[] {
    return this.#upToDate(user).page(offset, before, count, this.#deleted);
  }

  /** @param seq of a post that is not deleted */
  post(seq: number): Post {
    let post = this.#posts.get(seq);
    if (post === undefined) this.#posts.set(seq, (post = this.#read.post(seq)));
    return post;
  }

  #upToDate(user: number): Ring {
    const timeline = this.#timelines.get(user);
    if (timeline?.pulledUpTo === this.#lastPulled) return timeline.ring;
    const ring = timeline
      ? timeline.ring.with(this.#pulledSince(user, timeline.pulledUpTo))
      : this.#rebuild(user);
    this.#timelines.set(user, { ring, pulledUpTo: this.#lastPulled });
    return ring;
  }

  #rebuild(user: number): Ring {
    const followings = this.#read.followings(user);
    const own = { followee: user, since: 0, until: endOfTime };
    const portion = this.#portion(followings.length + 1);
    const sources = [own, ...followings].map((one) => this.#source(this.#read.posts, one, portion));
    return new Ring(this.#timelineMax, largest(sources, endOfTime, this.#timelineMax));
  }

  #pulledSince(user: number, seq: number): number[] {
    const followings = this.#read.pulledFollowings(user, seq);
    if (followings.length === 0) return [];
    const portion = this.#portion(followings.length);
    const sources = followings.map((one) =>
      this.#source(this.#read.pulled, { ...one, since: Math.max(one.since, seq) }, portion),
    );
    return largest(sources, endOfTime, this.#timelineMax);
  }

  #source(read: PostReader, { followee, since, until }: Following, portion: number): Source {
    return (before) => read(followee, since, Math.min(until, before - 1), portion);
  }

  /** About twice a source's share: most sources are read once. */
  #portion(sources: number): number {
    return Math.min(this.#timelineMax, 4 + Math.ceil((2 * this.#timelineMax) / sources));
  }
}
