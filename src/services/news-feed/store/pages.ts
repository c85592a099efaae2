/** Pages of posts: numbers first, then their posts. */
import { endOfTime, type FeedStore, type Page } from './news-feed-store.ts';
import { Timelines, type FeedReads, type TimelineOptions } from './timelines.ts';

/** How often a page is looked up, since one of its posts was deleted during the read. */
const attemptsMax = 100;

export function pagesOf(
  reads: FeedReads,
  options: TimelineOptions,
): Pick<FeedStore, 'timeline' | 'postsOf'> {
  const timelines = new Timelines(reads, options);

  /** @param find yields the numbers of up to `count` posts */
  async function load(
    limit: number,
    find: (count: number) => Promise<readonly number[] | undefined>,
  ): Promise<Page | undefined> {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      // One more than the page shows: does another page follow?
      const numbers = await find(limit === 0 ? 0 : limit + 1);
      if (numbers === undefined) return undefined;
      const shown = numbers.slice(0, limit);
      const posts = await reads.posts(shown);
      // A post was deleted in between, so the page must be looked up again.
      if (posts.length < shown.length) continue;
      return numbers.length > limit ? { posts, next: shown.at(-1) } : { posts };
    }
    throw new Error(`posts of one page were missing ${attemptsMax} times`);
  }

  return {
    timeline: (user, range) =>
      load(range.limit, (count) => timelines.page(user, { ...range, limit: count })),
    postsOf: (user, { before = endOfTime, limit }) =>
      load(limit, (count) => reads.postsOf(user, before, count)),
  };
}
