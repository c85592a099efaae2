/** A notification: as a client asks for it, as it is stored, and as clients see it. */
import { numberedId } from '#kit/ids.ts';

export const channels = ['in_app', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** A browser's push subscription (W3C Push API). */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What a client asks to be sent. */
export interface Draft {
  readonly userId: string;
  readonly channel: Channel;
  readonly title: string;
  readonly body: string;
  /** Where an email goes, when it is not `userId`. */
  readonly address?: string | undefined;
  /** Where a push goes. */
  readonly subscription?: Subscription | undefined;
}

/** How an attempt to send ended, and thus the state of the notification after it. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly error: string }
  /** To be tried again at `dueAt`, milliseconds. */
  | { readonly state: 'pending'; readonly error: string; readonly dueAt: number };

export interface Notification extends Draft {
  /** Its number: the creation instant in milliseconds, nudged forward when that number was taken. */
  readonly n: number;
  readonly state: 'delivered' | Outcome['state'];
  /** Why the last attempt failed. */
  readonly error?: string | undefined;
  /** Attempts claimed so far. This is also the number of the attempt under way, if there is one. */
  readonly attempts: number;
}

/** Whether its first attempt is still under way, so that no status is known. */
export const isUndecided = ({ state, error }: Notification) =>
  state === 'pending' && error === undefined;

/** `notif_<n>` */
export const notificationIds = numberedId('notif');

/** What clients see. A notification that will be tried again has failed so far. */
export function toResponse({ n, userId, channel, title, body, state, error }: Notification) {
  return {
    id: notificationIds.format(n),
    user_id: userId,
    channel,
    title,
    body,
    status: state === 'pending' ? ('failed' as const) : state,
    created_at: n,
    ...(state === 'sent' || error === undefined ? {} : { error }),
    ...(state === 'pending' ? { retrying: true } : {}),
  };
}
