/** GET /notifications/stream: an inbox followed live. */
import type { Feed } from '#kit/web/event-streams.ts';
import { toResponse } from './notification.ts';
import { notificationIds, type Count } from './schemas.ts';
import type { NotificationStore } from './store/notification-store.ts';

/** Streams of one replica. */
export const maxStreams = 10_000;

/** Notifications that wait in memory for one client. */
const maxPageSize = 16;

/**
 * Sends new notifications, and after each change how many there are. It does not begin with a count,
 * since nothing has changed: a client that wants one asks for it.
 *
 * @param after the stream begins with the first notification that has a greater number
 */
export function inboxFeed(store: NotificationStore, userId: string, after: number): Feed {
  let last = after;
  let isFirst = true;
  let shown: Count | undefined;
  return async (stream) => {
    let isChanged = !isFirst;
    // The number is 0 where there is no notification yet; an id is from 1, and all are greater.
    if (isFirst) stream.sendPlace(notificationIds.format(Math.max(1, last)));
    isFirst = false;
    for (;;) {
      const { notifications, more } = await store.since(userId, last, maxPageSize);
      for (const notification of notifications) {
        const id = notificationIds.format(notification.n);
        stream.send('notification', toResponse(notification), id);
        last = notification.n;
        isChanged = true;
      }
      await stream.taken();
      if (stream.isOver) return;
      if (!more) break;
    }
    if (!isChanged) return;
    const count = await store.count(userId);
    if (count.unread === shown?.unread && count.total === shown.total) return;
    stream.send('count', count);
    shown = count;
  };
}
