/**
 * The inbox of a user: reading, deleting, counting. Also cancels notifications that have not gone
 * out.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { actsForAll, demandOwn, type Caller } from '#kit/web/identity/caller.ts';
import { refuse } from './errors.ts';
import { idOf, type Notification } from './notification.ts';
import { notificationIds } from './schemas.ts';
import type { NotificationStore } from './store/notification-store.ts';

/** Notifications that are marked at once: some 3 ms of the embedded store. */
const markLimit = 200;

/**
 * Finds one that the caller may see.
 *
 * @param id as the client gives it
 * @throws Refusal UNKNOWN_NOTIFICATION, STORE_UNAVAILABLE
 */
export async function findOwn(
  store: NotificationStore,
  caller: Caller,
  id: string,
): Promise<{ notification: Notification; n: number }> {
  const n = notificationIds.parse(id);
  const notification = n === undefined ? undefined : await store.find(n);
  if (n === undefined || notification === undefined) throw refuse.UNKNOWN_NOTIFICATION();
  await demandOwn(caller, async () => notification.user_id, refuse.UNKNOWN_NOTIFICATION);
  return { notification, n };
}

/** One that is in an inbox. */
export async function findInInbox(
  store: NotificationStore,
  caller: Caller,
  id: string,
): Promise<{ notification: Notification; n: number }> {
  const found = await findOwn(store, caller, id);
  if (found.notification.state !== 'delivered') throw refuse.UNKNOWN_NOTIFICATION();
  return found;
}

/**
 * POST /notifications/:id/read and /unread. A repetition changes nothing.
 *
 * @throws Refusal UNKNOWN_NOTIFICATION, STORE_UNAVAILABLE
 */
export async function mark(
  store: NotificationStore,
  caller: Caller,
  id: string,
  readAt: number | null,
): Promise<Notification> {
  const { n } = await findInInbox(store, caller, id);
  const notification = await store.mark(n, readAt);
  if (notification === undefined) throw refuse.UNKNOWN_NOTIFICATION();
  return notification;
}

/** POST /notifications/read-all: all that had come when it began, bit by bit. */
export async function readAll(
  store: NotificationStore,
  userId: string,
  now: number,
): Promise<number> {
  const last = await store.last();
  for (let read = 0, after = 0; ;) {
    const numbers = await store.markAll(userId, { after, last }, markLimit, now);
    read += numbers.length;
    if (numbers.length < markLimit) return read;
    after = Math.max(...numbers);
    // The embedded store answers at once: without this, nobody else would have a turn.
    await nextTurn();
  }
}

/**
 * DELETE /notifications/:id: from the inbox, or before it goes out. A user knows of no other than
 * those in the inbox.
 *
 * @throws Refusal UNKNOWN_NOTIFICATION, ALREADY_OUT, STORE_UNAVAILABLE
 */
export async function remove(store: NotificationStore, caller: Caller, id: string, now: number) {
  const { notification: found, n } = await findOwn(store, caller, id);
  const wasInInbox = ['delivered', 'deleted'].includes(found.state);
  if (!wasInInbox && !actsForAll(caller)) throw refuse.UNKNOWN_NOTIFICATION();
  const notification = await store.remove(n, now);
  if (notification === undefined) throw refuse.UNKNOWN_NOTIFICATION();
  const { state } = notification;
  if (state !== 'deleted' && state !== 'cancelled') throw refuse.ALREADY_OUT();
  return { id: idOf(notification), status: state, channel: notification.channel };
}
