/** The posts that are sent to a live stream: numbers first, then their posts. */
import type { Live, NumberedPost } from './live.ts';
import type { FeedReads } from './timelines.ts';

export interface JournalReads extends Pick<Live, 'last' | 'receivers'> {
  /** As `Live.since`, by numbers. */
  deliveredAfter(user: string, after: number, limit: number): Promise<Delivered | undefined>;
}

export interface Delivered {
  /** The numbers of posts, ascending. */
  readonly numbers: readonly number[];
  readonly upTo: number;
  /** Whether changes after `upTo` are known. */
  readonly more: boolean;
}

/**
 * A reader that is further behind than this, in numbers, is served by a query over their follows,
 * not over the posts.
 */
export const journalWindow = 2_000;

export function journalOf(journal: JournalReads, reads: Pick<FeedReads, 'posts'>): Live {
  /** Loads a post; undefined when it was deleted in the meantime. */
  async function load(number: number): Promise<NumberedPost | undefined> {
    const [post] = await reads.posts([number]);
    return post && { number, post };
  }

  return {
    last: () => journal.last(),
    receivers: (users, after) => journal.receivers(users, after),
    async since(user, after, limit) {
      const found = await journal.deliveredAfter(user, after, limit);
      if (found === undefined) return undefined;
      const loaded = await Promise.all(found.numbers.map(load));
      const { upTo, more } = found;
      return { posts: loaded.filter((one) => one !== undefined), upTo, more };
    },
  };
}
