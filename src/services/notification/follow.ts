/** Inboxes followed as server-sent events. */
import type { Feed } from '#kit/event-streams.ts';
import { idOf, view } from './notification.ts';
import type { NotificationStore } from './store.ts';

/** Streams of one replica. */
export const maxStreams = 10_000;

/** Notifications that wait in memory for a client at most. */
const pageSize = 16;

/** @param after the number after which the stream begins */
export function inboxFeed(store: NotificationStore, userId: string, after: number): Feed {
  let last = after;
  return async (stream) => {
    for (;;) {
      const { notifications, more } = await store.since(userId, last, pageSize);
      for (const notification of notifications) {
        stream.send('notification', idOf(notification.n), view(notification));
        last = notification.n;
      }
      await stream.taken();
      if (!more || stream.isOver) return;
    }
  };
}
