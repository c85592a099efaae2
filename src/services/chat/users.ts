/** GET /api/rooms/:room/users */
import { refuse } from './errors.ts';
import { ownTurn, roomExists } from './rooms.ts';
import type { ChatStore, UserCount } from './store/chat-store.ts';

/**
 * A page of the users in a room, sorted by name. `next_cursor` is there when more follow.
 *
 * @param cursor name of the last user of the page before
 * @throws Refusal UNKNOWN_ROOM, STORE_UNAVAILABLE
 */
export async function listUsers(
  store: ChatStore,
  room: string,
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string },
  now: number,
): Promise<{ users: UserCount[]; next_cursor?: string }> {
  await ownTurn();
  // One more than the limit tells whether another page follows.
  const users = await store.users(room, cursor, limit + 1, now);
  if (users.length === 0 && !(await roomExists(store, room, now))) throw refuse.UNKNOWN_ROOM();
  if (users.length <= limit) return { users };
  const page = users.slice(0, limit);
  return { users: page, next_cursor: page.at(-1)!.user };
}
