/** Reading timelines and a user's own posts, page by page. */
import { invalid } from '#kit/problem.ts';
import { unknownUser } from './errors.ts';
import type { FeedStore, Page, Post } from './store.ts';

export interface TimelineRequest {
  readonly user: string;
  readonly offset?: number;
  readonly limit: number;
  readonly cursor?: string;
}

export async function readTimeline(store: FeedStore, request: TimelineRequest): Promise<Page> {
  const { user, offset, limit, cursor } = request;
  if (offset !== undefined && cursor !== undefined) {
    throw invalid('cursor', 'cannot be combined with offset');
  }
  const range = { offset: offset ?? 0, before: beforeOf(cursor), limit };
  return known(user, await store.timeline(user, range));
}

export async function readPosts(
  store: FeedStore,
  user: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  return known(user, await store.postsOf(user, { before: beforeOf(cursor), limit }));
}

/** Posts read at once while all of a user's posts are sent. */
const portion = 200;

/**
 * All posts of a user in portions, so that none of them has to hold them all. Resolves when the
 * first portion is there: what can be refused has been refused then.
 */
export async function readAllPosts(
  store: FeedStore,
  user: string,
  cursor?: string,
): Promise<AsyncIterable<Post[]>> {
  const read = async (before: number | undefined) =>
    known(user, await store.postsOf(user, { before, limit: portion }));
  const first = await read(beforeOf(cursor));
  return (async function* () {
    let page = first;
    yield page.posts;
    while (page.next !== undefined) {
      page = await read(page.next);
      yield page.posts;
    }
  })();
}

function known(user: string, page: Page | undefined): Page {
  if (page === undefined) throw unknownUser(user);
  return page;
}

const beforeOf = (cursor: string | undefined) =>
  cursor === undefined ? undefined : Number(cursor);
