/** What the suites share. */
import assert from 'node:assert/strict';
import type { Accepted, Draft, Notification, NotificationStore } from '../store.ts';

export const T0 = Date.UTC(2026, 0, 1, 12);
export const leaseMs = 20_000;
/** No notification has a greater number. */
export const maxNumber = Number.MAX_SAFE_INTEGER;

export const inApp = (more: Partial<Draft> = {}): Draft => ({
  user_id: 'ann',
  channel: 'in_app',
  title: 'Title',
  body: 'Body',
  ...more,
});
export const email = (more: Partial<Draft> = {}): Draft => inApp({ channel: 'email', ...more });

/** The notification of a request that is new. */
export function newOf(accepted: Accepted): Notification {
  assert.ok(accepted.kind === 'new');
  return accepted.notification;
}

export const accept = async (store: NotificationStore, draft: Draft, now = T0) =>
  newOf(await store.accept(draft, undefined, now + leaseMs, now));

export const numbers = (notifications: readonly Notification[]) => notifications.map(({ n }) => n);
