/** GET /api/rooms; which rooms exist, and those that nobody has used for long. */
import type { UserQuota } from '#kit/host/quotas.ts';
import type { Caller } from '#kit/web/identity/caller.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { isOpen } from './room-access.ts';
import { generalRoom, type ChatStore, type RoomCount } from './store/chat-store.ts';

/** Rooms that are read at once for a caller who may see only some of them. */
const portionSize = 1_000;

/**
 * A page of the rooms, sorted by name. `next_cursor` is there when more follow.
 *
 * @param cursor name of the last room of the page before
 * @param open patterns of the rooms that the caller may see; undefined: all
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function listRooms(
  store: ChatStore,
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string },
  now: number,
  open?: readonly string[],
): Promise<{ rooms: RoomCount[]; next_cursor?: string }> {
  const rooms: RoomCount[] = [];
  // One more than the limit tells whether another page follows.
  const size = open === undefined ? limit + 1 : portionSize;
  for (let after = cursor; ;) {
    await ownTurn();
    const found = await store.rooms(after, size, now);
    rooms.push(...found.filter(({ name }) => isOpen(open, name)));
    if (rooms.length > limit) {
      const page = rooms.slice(0, limit);
      return { rooms: page, next_cursor: page.at(-1)!.name };
    }
    if (found.length < size) return { rooms };
    after = found.at(-1)!.name;
  }
}

/**
 * Whether a room has history or clients; `general` always exists.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function roomExists(store: ChatStore, room: string, now: number): Promise<boolean> {
  if (room === generalRoom) return true;
  return (await store.lastSeq(room)) > 0 || (await store.clientsIn(room, now)) > 0;
}

/**
 * Whether a caller who enters a room creates it, as far as their quota counts that.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function createsRoom(
  store: ChatStore,
  quota: UserQuota,
  caller: Caller,
  room: string,
  now: number,
): Promise<boolean> {
  return quota.limitFor(caller) !== undefined && !(await roomExists(store, room, now));
}

/**
 * Waits for a turn, if others have had none. Answers that take some milliseconds call it first, since
 * many of them may be asked for at once.
 */
export async function ownTurn(): Promise<void> {
  const slice = new TimeSlice();
  if (slice.isOver) await slice.next();
}

/**
 * Removes the rooms without clients whose latest message is older than `days`.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function removeOldRooms(store: ChatStore, days: number, now: number): Promise<void> {
  await store.removeRooms(now - days * 86_400_000, now);
}
