/** Forgets notifications that nobody can ask for any more, and those that inboxes are not to keep. */
import type { NotificationStore } from './store/notification-store.ts';

/**
 * @param retentionMs how long inboxes keep a notification, milliseconds; undefined: forever
 * @param stopping ends it between two portions
 */
export async function forgetOld(
  store: NotificationStore,
  retentionMs: number | undefined,
  now: number,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted && (await store.forget(now)));
  if (retentionMs === undefined) return;
  const last = now - retentionMs;
  for (let after: number | undefined = 0; after !== undefined && !stopping.aborted;) {
    after = await store.expire({ after, last }, now);
  }
}
