/**
 * Timelines in memory, the same for both stores.
 *
 * Posts and follows alone say what was delivered to whom; nothing else is stored. A timeline in
 * memory is the numbers of the newest deliveries to one user, as they were after a certain change. It
 * is never taken for current: every read asks the store what has changed since. So it needs no
 * rollback, and it shows what any replica has acknowledged.
 */
import { LRUCache } from 'lru-cache';
import { endOfTime, type Post, type TimelineRange } from './news-feed-store.ts';

/** The reads from the store. Each call sees one state of the store. */
export interface FeedReads {
  /** Reads the changes of a user's timeline. Undefined when there is no such user. */
  changes(asked: Asked): Promise<Changes | undefined>;
  /**
   * Numbers of the newest posts of a user, descending, below `before` and without deleted ones.
   * Undefined when there is no such user.
   */
  postsOf(user: string, before: number, count: number): Promise<readonly number[] | undefined>;
  /** Posts by their numbers, in the order of `numbers`. Deleted ones are left out. */
  posts(numbers: readonly number[]): Promise<Post[]>;
}

export interface Asked {
  readonly user: string;
  /** Changes up to this number are known. Undefined: nothing is known. */
  readonly upTo: number | undefined;
  /** How many deliveries are wanted when the whole timeline is read. */
  readonly depth: number;
}

export interface Changes {
  /** The number of the last change in the store. */
  readonly upTo: number;
  /** True: `delivered` is the whole answer. False: it continues what is known. */
  readonly isAnew: boolean;
  /** Numbers of posts, newest first; negative for those that are deleted. */
  readonly delivered: readonly number[];
  /** Numbers of deleted posts, also of those that were never delivered to the user. */
  readonly deleted: readonly number[];
}

export interface TimelineOptions {
  /** Newest deliveries that a timeline keeps. */
  readonly timelineMax: number;
  /** Entries of all timelines in memory, 8 bytes each. */
  readonly cacheEntries: number;
  /** Deliveries that are read at first. Most readers look at the top only. */
  readonly firstDepth?: number;
}

/** A timeline that lacks more changes than this is read as a whole. */
export const changesMax = 2_000;

/** The memory that a timeline takes besides its entries, in entries. */
const overheadEntries = 64;

export class Timelines {
  readonly #reads: FeedReads;
  readonly #timelineMax: number;
  readonly #firstDepth: number;
  readonly #timelines: LRUCache<string, Timeline>;

  constructor(reads: FeedReads, { timelineMax, cacheEntries, firstDepth = 100 }: TimelineOptions) {
    this.#reads = reads;
    this.#timelineMax = timelineMax;
    this.#firstDepth = Math.min(firstDepth, timelineMax);
    this.#timelines = new LRUCache({
      maxSize: cacheEntries,
      sizeCalculation: ({ numbers }) => numbers.length + overheadEntries,
    });
  }

  /**
   * Numbers of the posts that a user's timeline shows now: up to `limit` below `before`, after
   * `offset` others. Undefined when there is no such user.
   */
  async page(user: string, range: TimelineRange): Promise<readonly number[] | undefined> {
    const timeline = await this.#current(user, this.#firstDepth);
    const page = timeline?.page(range);
    if (!page?.isCutShort) return page?.numbers;
    return (await this.#current(user, this.#timelineMax))?.page(range).numbers;
  }

  async #current(user: string, depth: number): Promise<Timeline | undefined> {
    const cached = this.#timelines.get(user);
    const known = cached && (cached.isWhole || depth === this.#firstDepth) ? cached : undefined;
    const changes = await this.#reads.changes({ user, upTo: known?.upTo, depth });
    if (changes === undefined) return undefined;
    if (known && changes.upTo === known.upTo) return known;
    const timeline =
      changes.isAnew || known === undefined
        ? Timeline.from(changes, depth, this.#timelineMax)
        : known.with(changes, this.#timelineMax);
    // A read that began later may have answered earlier.
    if (timeline.upTo >= (this.#timelines.peek(user)?.upTo ?? 0)) {
      this.#timelines.set(user, timeline);
    }
    return timeline;
  }
}

/** The newest deliveries to a user. It never changes, so reads under way do not disturb each other. */
class Timeline {
  /** Changes up to this number are in it. */
  readonly upTo: number;
  /** Numbers of posts, newest first; negative for those that are deleted. */
  readonly numbers: Float64Array;
  /** Nothing that belongs to the timeline lies below the last entry. */
  readonly isWhole: boolean;

  constructor(upTo: number, numbers: Float64Array, isWhole: boolean) {
    this.upTo = upTo;
    this.numbers = numbers;
    this.isWhole = isWhole;
  }

  static from({ upTo, delivered }: Changes, depth: number, timelineMax: number): Timeline {
    const isWhole = delivered.length < depth || depth === timelineMax;
    return new Timeline(upTo, Float64Array.from(delivered), isWhole);
  }

  with({ upTo, delivered, deleted }: Changes, timelineMax: number): Timeline {
    const added = delivered.slice(0, timelineMax);
    const length = Math.min(timelineMax, added.length + this.numbers.length);
    const numbers = new Float64Array(length);
    numbers.set(added);
    numbers.set(this.numbers.subarray(0, length - added.length), added.length);
    for (const number of deleted) {
      const index = numbers.indexOf(number);
      if (index >= 0) numbers[index] = -number;
    }
    return new Timeline(upTo, numbers, this.isWhole || length === timelineMax);
  }

  /** `isCutShort`: more posts may follow below the last entry. */
  page({ offset, before = endOfTime, limit }: TimelineRange) {
    const numbers: number[] = [];
    let toSkip = offset;
    for (const number of this.numbers) {
      if (numbers.length === limit) break;
      if (number < 0 || number >= before) continue;
      if (toSkip > 0) toSkip--;
      else numbers.push(number);
    }
    return { numbers, isCutShort: numbers.length < limit && !this.isWhole };
  }
}
