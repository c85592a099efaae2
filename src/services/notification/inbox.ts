/** GET /notifications: a user's inbox, page by page, so that a large one is never whole in memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toResponse, type Notification } from './notification.ts';
import type { NotificationStore } from './store/store.ts';

/** Notifications read at once. */
const maxPageSize = 200;

/**
 * Resolves when the first page is read: a store that is away refuses before the answer begins.
 *
 * @param before shows notifications with smaller numbers
 * @returns up to `limit` notifications as clients see them, the newest first, in portions
 * @throws Refusal STORE_UNAVAILABLE, also while the portions are read
 */
export async function readInbox(
  store: NotificationStore,
  userId: string,
  before: number,
  limit: number,
): Promise<AsyncIterable<ReturnType<typeof toResponse>[]>> {
  const read = (below: number, left: number) =>
    store.inbox(userId, below, Math.min(left, maxPageSize));
  const first = await read(before, limit);
  return (async function* () {
    let left = limit;
    for (let page = first; ;) {
      const { notifications, more } = page;
      yield notifications.map(toResponse);
      left -= notifications.length;
      const last: Notification | undefined = notifications.at(-1);
      if (!more || left === 0 || last === undefined) return;
      // The embedded store answers at once: without this, nobody else would have a turn.
      await nextTurn();
      page = await read(last.n, left);
    }
  })();
}
