/** GET /notifications/stream: an inbox followed live. */
import type { Feed } from '#kit/web/event-streams.ts';
import { toResponse } from './notification.ts';
import { notificationIds } from './schemas.ts';
import type { NotificationStore } from './store/store.ts';

/** Streams of one replica. */
export const maxStreams = 10_000;

/** Notifications that wait in memory for one client. */
const maxPageSize = 16;

/** @param after the stream begins with the first notification that has a greater number */
export function inboxFeed(store: NotificationStore, userId: string, after: number): Feed {
  let last = after;
  return async (stream) => {
    for (;;) {
      const { notifications, more } = await store.since(userId, last, maxPageSize);
      for (const notification of notifications) {
        const id = notificationIds.format(notification.n);
        stream.send('notification', toResponse(notification), id);
        last = notification.n;
      }
      await stream.taken();
      if (!more || stream.isOver) return;
    }
  };
}
