/** Lists of followers and followees at present. */
import { Type } from 'typebox';
import { cursors } from '#kit/web/cursors.ts';
import { unknownUser } from './errors.ts';
import type { FeedStore } from './store/news-feed-store.ts';

interface Paging {
  readonly limit: number;
  readonly cursor?: string;
}

/** The position of the last user of a page. */
const personCursor = cursors(Type.Integer({ minimum: 1 }));

/** @throws Refusal UNKNOWN_USER (404), STORE_UNAVAILABLE */
export async function showUser(store: FeedStore, id: string) {
  const profile = await store.profile(id);
  if (profile === undefined) throw unknownUser(id);
  return { id, ...profile };
}

/**
 * A page of those who follow a user, or whom the user follows, in the order in which they became users.
 *
 * @throws Refusal VALIDATION_FAILED for a bad cursor, UNKNOWN_USER (404), STORE_UNAVAILABLE
 */
export async function listPeople<MemberT extends 'followers' | 'following'>(
  store: FeedStore,
  member: MemberT,
  user: string,
  { limit, cursor }: Paging,
) {
  const after = cursor === undefined ? 0 : personCursor.parse(cursor);
  const found = await store[member](user, after, limit + 1);
  if (found === undefined) throw unknownUser(user);
  const page = found.slice(0, limit);
  const people = page.map(({ id }) => ({ id }));
  return {
    ...({ [member]: people } as Record<MemberT, typeof people>),
    ...(found.length > limit && { next_cursor: personCursor.format(page.at(-1)!.n) }),
  };
}
