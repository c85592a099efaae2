/** GET /notifications: a user's inbox as JSON, bit by bit, so that a large one is never held whole. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { view } from './notification.ts';
import type { NotificationStore } from './store.ts';

/** Most notifications read at once. */
const pageSize = 200;

/**
 * Resolves when the first page is there: a store that is away has refused then.
 *
 * @param before a number; those below it are shown
 * @returns `{"notifications":[…]}`, up to `limit` of them, the newest first
 */
export async function inboxJson(
  store: NotificationStore,
  userId: string,
  before: number,
  limit: number,
): Promise<AsyncIterable<string>> {
  const read = (below: number, most: number) =>
    store.inbox(userId, below, Math.min(most, pageSize));
  const first = await read(before, limit);
  return (async function* () {
    let left = limit;
    let text = '{"notifications":[';
    for (let page = first; ;) {
      const { notifications, more } = page;
      text += notifications.map((notification) => JSON.stringify(view(notification))).join(',');
      left -= notifications.length;
      if (!more || left === 0) break;
      yield text;
      // The embedded store answers at once: without this, nobody else would have a turn.
      await nextTurn();
      page = await read(notifications.at(-1)!.n, left);
      text = page.notifications.length > 0 ? ',' : '';
    }
    yield `${text}]}`;
  })();
}
