/** Reading timelines and a user's own posts, page by page. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '#kit/web/problem.ts';
import { unknownUser } from './errors.ts';
import type { FeedStore, Page, Post } from './store/store.ts';

export interface TimelineRequest {
  readonly user: string;
  readonly offset?: number;
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * A page of a timeline, newest first, by offset (0 if omitted) or by cursor.
 *
 * @throws Refusal VALIDATION_FAILED (400) when both are given; UNKNOWN_USER (404);
 *   STORE_UNAVAILABLE
 */
export async function readTimeline(store: FeedStore, request: TimelineRequest): Promise<Page> {
  const { user, offset, limit, cursor } = request;
  if (offset !== undefined && cursor !== undefined) {
    throw invalid('cursor', 'cannot be combined with offset');
  }
  const range = { offset: offset ?? 0, before: numberOf(cursor), limit };
  return knownUser(user, await store.timeline(user, range));
}

/**
 * A page of a user's own posts, newest first.
 *
 * @throws Refusal UNKNOWN_USER (404), STORE_UNAVAILABLE
 */
export async function readPosts(
  store: FeedStore,
  user: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  return knownUser(user, await store.postsOf(user, { before: numberOf(cursor), limit }));
}

/** Posts that are read, or made into text, at once: of the longest contents some milliseconds. */
export const portionSize = 100;

/**
 * All posts of a user, newest first, in portions, so that they never stand in memory together.
 * Resolves when the first portion has been read.
 *
 * @throws Refusal UNKNOWN_USER (404), STORE_UNAVAILABLE
 */
export async function readAllPosts(
  store: FeedStore,
  user: string,
  cursor?: string,
): Promise<AsyncIterable<readonly Post[]>> {
  const read = async (before: number | undefined) =>
    knownUser(user, await store.postsOf(user, { before, limit: portionSize }));
  const first = await read(numberOf(cursor));
  return (async function* () {
    let page = first;
    yield page.posts;
    while (page.next !== undefined) {
      await nextTurn();
      page = await read(page.next);
      yield page.posts;
    }
  })();
}

export async function* inPortions(posts: readonly Post[]): AsyncGenerator<readonly Post[]> {
  for (let start = 0; start < posts.length; start += portionSize) {
    if (start > 0) await nextTurn();
    yield posts.slice(start, start + portionSize);
  }
}

function knownUser(user: string, page: Page | undefined): Page {
  if (page === undefined) throw unknownUser(user);
  return page;
}

/** A cursor is the number of the last post of the page before. */
const numberOf = (cursor: string | undefined) =>
  cursor === undefined ? undefined : Number(cursor);
