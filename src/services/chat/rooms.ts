/** GET /api/rooms and GET /api/rooms/:room/messages. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from './errors.ts';
import { generalRoom, type ChatStore, type Message } from './store/store.ts';

export interface RoomCount {
  readonly name: string;
  /** Clients on all replicas. */
  readonly clients: number;
}

/** Names read at once. */
const pageSize = 1_000;

/** As the stores sort. JavaScript compares UTF-16 units, which is another order. */
const sortedByBytes = (names: Iterable<string>) =>
  Array.from(names, (name) => Buffer.from(name))
    .toSorted((a, b) => a.compare(b))
    .map(String);

/** Removes the names up to `last` from the front of a sorted list, and yields them. */
function takeUpTo(names: string[], last: string): string[] {
  const end = Buffer.from(last);
  const index = names.findIndex((name) => Buffer.from(name).compare(end) > 0);
  return names.splice(0, index === -1 ? names.length : index);
}

/**
 * Resolves when the first page is read: a store that is away refuses before the answer begins.
 *
 * @returns `general`, and all rooms with history or clients, sorted by name, in portions
 * @throws Refusal STORE_UNAVAILABLE, also while the portions are read
 */
export async function listRooms(
  store: ChatStore,
  now: number,
): Promise<AsyncIterable<readonly RoomCount[]>> {
  const counts = await store.clientCounts(now);
  const first = await store.roomNames('', pageSize);
  return (async function* () {
    // Listed whether they have history or not.
    const others = sortedByBytes(new Set(counts.keys()).add(generalRoom));
    for (let page = first; ;) {
      const last = page.at(-1);
      const isLastPage = page.length < pageSize || last === undefined;
      const between = isLastPage ? others : takeUpTo(others, last);
      const names = sortedByBytes(new Set([...page, ...between]));
      yield names.map((name) => ({ name, clients: counts.get(name) ?? 0 }));
      if (isLastPage) return;
      // The embedded store answers at once: without this, nobody else would have a turn.
      await nextTurn();
      page = await store.roomNames(last, pageSize);
    }
  })();
}

/**
 * The last messages of a room, oldest first.
 *
 * @throws Refusal UNKNOWN_ROOM, STORE_UNAVAILABLE
 */
export async function lastMessages(
  store: ChatStore,
  room: string,
  now: number,
): Promise<Message[]> {
  const messages = await store.history(room, 0);
  if (messages.length > 0 || room === generalRoom) return messages;
  if (!(await store.clientCounts(now)).has(room)) throw refuse.UNKNOWN_ROOM();
  return messages;
}
