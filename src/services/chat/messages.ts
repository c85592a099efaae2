/** GET /api/rooms/:room/messages */
import type { Portions } from '#kit/web/json/stream.ts';
import { refuse } from './errors.ts';
import { ownTurn, roomExists } from './rooms.ts';
import type { Message } from './store/message.ts';
import type { ChatStore } from './store/chat-store.ts';

/** Messages that are read at a time. */
const portion = 100;

interface MessagesPage {
  readonly room: string;
  /** `seq` of a message, which is not among them; undefined: the latest are wanted. */
  readonly before?: number;
  readonly limit: number;
}

/**
 * The latest messages of a room, or the latest before one of them, oldest first. While they are read,
 * some of the oldest may be dropped from history.
 *
 * @throws Refusal UNKNOWN_ROOM, STORE_UNAVAILABLE
 */
export async function* listMessages(
  store: ChatStore,
  { room, before = Number.MAX_SAFE_INTEGER, limit }: MessagesPage,
  now: number,
): Portions<Message> {
  await ownTurn();
  const latest = await store.latest(room, before, Math.min(limit, portion));
  const [first] = latest;
  const last = latest.at(-1);
  if (first === undefined || last === undefined) {
    if (!(await roomExists(store, room, now))) throw refuse.UNKNOWN_ROOM();
    return { room };
  }
  const areAll = limit <= portion || latest.length < portion;
  const from = areAll ? first.seq : last.seq - limit + 1;
  for (let after = from - 1; after + 1 < first.seq;) {
    const { messages } = await store.history(room, after, portion);
    const earlier = messages.filter(({ seq }) => seq < first.seq);
    if (earlier.length > 0) yield earlier;
    if (earlier.length < portion) break;
    after = earlier.at(-1)!.seq;
  }
  yield latest;
  return { room };
}
