/** GET /notifications: a user's inbox, page by page, so that a large one is never whole in memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toResponse } from './notification.ts';
import type { NotificationStore } from './store/notification-store.ts';

/** Notifications read at once. */
const maxPageSize = 200;

/**
 * Yields up to `limit` notifications as clients see them, the newest first, in portions.
 *
 * @param before shows those that stand below the one with this number in its id
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function* readInbox(
  store: NotificationStore,
  userId: string,
  before: number,
  limit: number,
  unreadOnly = false,
) {
  for (let left = limit, below = before; left > 0;) {
    const size = Math.min(left, maxPageSize);
    const { notifications, more } = await store.inbox(userId, below, size, unreadOnly);
    yield notifications.map(toResponse);
    const last = notifications.at(-1);
    if (!more || last === undefined) return;
    left -= notifications.length;
    below = last.n;
    // The embedded store answers at once: without this, nobody else would have a turn.
    await nextTurn();
  }
}
