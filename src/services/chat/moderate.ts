/** Operators in a room: they send in anybody's name, delete messages, and close connections. */
import { checkContent } from './content.ts';
import { refuse } from './errors.ts';
import type { Message } from './store/message.ts';
import type { ChatStore } from './store/chat-store.ts';

/**
 * Sends a message to a room, which it creates if there is none.
 *
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE, STORE_FULL
 */
export async function postMessage(
  store: ChatStore,
  room: string,
  { user, content }: { readonly user: string; readonly content: string },
  now: number,
): Promise<Message> {
  checkContent(content);
  const { seq } = await store.append(room, [{ user, content, timestamp: now }], 'operator');
  return { user, room, content, timestamp: now, seq };
}

/**
 * Takes away what a message said. It may be repeated.
 *
 * @throws Refusal UNKNOWN_MESSAGE, STORE_UNAVAILABLE, STORE_FULL
 */
export async function deleteMessage(store: ChatStore, room: string, seq: number): Promise<Message> {
  const message = await store.deleteMessage(room, seq);
  if (message === undefined) throw refuse.UNKNOWN_MESSAGE();
  return message;
}

/**
 * Closes the connections of a user to a room. With `ban_seconds` none is opened until then, also of
 * a user or in a room that is not there yet.
 *
 * @throws Refusal STORE_UNAVAILABLE, STORE_FULL
 */
export async function kick(
  store: ChatStore,
  room: string,
  { user, ban_seconds }: { readonly user: string; readonly ban_seconds?: number },
  now: number,
): Promise<{ closed: number }> {
  const bannedUntil = ban_seconds === undefined ? undefined : now + ban_seconds * 1_000;
  return { closed: await store.kick(room, { user, bannedUntil, now }) };
}

/** @throws Refusal BANNED */
export function demandNotBanned(bannedUntil: number | undefined, now: number): void {
  if (bannedUntil === undefined || now >= bannedUntil) return;
  const members = { banned_until: bannedUntil };
  throw refuse.BANNED('the user is banned from the room until banned_until', { members });
}
