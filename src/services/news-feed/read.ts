/** Reading timelines and a user's own posts, page by page. */
import type { Portions } from '#kit/web/json/stream.ts';
import { invalid } from '#kit/web/problem.ts';
import { unknownUser } from './errors.ts';
import type { FeedStore, Page, Post, TimelineRange } from './store/news-feed-store.ts';

interface Paging {
  /** All posts if omitted. */
  readonly limit?: number;
  /** The number of the last post of the page before. */
  readonly cursor?: string;
}

interface TimelineRequest extends Paging {
  readonly user: string;
  readonly offset?: number;
}

/**
 * A page of a timeline, newest first, by offset (0 if omitted) or by cursor.
 *
 * @throws Refusal VALIDATION_FAILED (400) when both are given; UNKNOWN_USER (404);
 *   STORE_UNAVAILABLE
 */
export function readTimeline(store: FeedStore, request: TimelineRequest): Portions<Post> {
  const { user, offset, cursor } = request;
  if (offset !== undefined && cursor !== undefined) {
    throw invalid('cursor', 'cannot be combined with offset');
  }
  return readPage(user, (range) => store.timeline(user, range), request, offset);
}

/**
 * A user's own posts, newest first.
 *
 * @throws Refusal UNKNOWN_USER (404), STORE_UNAVAILABLE
 */
export function readPosts(store: FeedStore, user: string, paging: Paging): Portions<Post> {
  return readPage(user, (range) => store.postsOf(user, range), paging);
}

/** Posts that are read, or made into text, at once: a few milliseconds with the longest contents. */
const portion = 100;

/** In portions, so that posts never stand in memory together; it returns the `next_cursor`. */
async function* readPage(
  user: string,
  read: (range: TimelineRange) => Promise<Page | undefined>,
  { limit = Infinity, cursor }: Paging,
  offset = 0,
): AsyncGenerator<readonly Post[], object | void> {
  let range = { offset, before: cursor === undefined ? undefined : Number(cursor) };
  for (let left = limit; ;) {
    const page = await read({ ...range, limit: Math.min(portion, left) });
    if (page === undefined) throw unknownUser(user);
    yield page.posts;
    left -= page.posts.length;
    if (page.next === undefined) return;
    if (left === 0) return { next_cursor: String(page.next) };
    range = { offset: 0, before: page.next };
  }
}
