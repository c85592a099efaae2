/** GET /notifications: a user's inbox, page by page, so that a large one is never whole in memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toResponse } from './notification.ts';
import type { NotificationStore } from './store/store.ts';

/** Notifications read at once. */
const maxPageSize = 200;

/**
 * Yields up to `limit` notifications as clients see them, the newest first, in portions.
 *
 * @param before shows notifications with smaller numbers
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function* readInbox(
  store: NotificationStore,
  userId: string,
  before: number,
  limit: number,
) {
  for (let left = limit, below = before; left > 0;) {
    const { notifications, more } = await store.inbox(userId, below, Math.min(left, maxPageSize));
    yield notifications.map(toResponse);
    const last = notifications.at(-1);
    if (!more || last === undefined) return;
    left -= notifications.length;
    below = last.n;
    // The embedded store answers at once: without this, nobody else would have a turn.
    await nextTurn();
  }
}
