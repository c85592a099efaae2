/** The notification: as a client asks for it, as it is stored, as it is shown. */

export const channels = ['in_app', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** A browser's push subscription (W3C Push API). */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What is to be sent. */
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

/** How an attempt to send ended, and so how the notification stands after it. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly error: string }
  /** To be tried again at `dueAt`, milliseconds. */
  | { readonly state: 'pending'; readonly error: string; readonly dueAt: number };

export interface Notification extends Draft {
  /** Its number: the creation instant in milliseconds, nudged forward where that one was taken. */
  readonly n: number;
  readonly state: 'delivered' | Outcome['state'];
  /** Why the last attempt failed. */
  readonly error?: string | undefined;
  /** Attempts claimed so far; the number of the one that runs, if one does. */
  readonly attempts: number;
}

/** Whether its first attempt has not ended yet: nothing can be said of it. */
export const isUndecided = ({ state, error }: Notification) =>
  state === 'pending' && error === undefined;

export const idOf = (n: number) => `notif_${n}`;

/** The number in an id; undefined when no notification can have that id. */
export function numberIn(id: string): number | undefined {
  const n = Number(/^notif_([1-9]\d{0,15})$/.exec(id)?.[1]);
  return Number.isSafeInteger(n) ? n : undefined;
}

/** A notification that will be tried again has failed so far. */
export function view({ n, userId, channel, title, body, state, error }: Notification) {
  return {
    id: idOf(n),
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
