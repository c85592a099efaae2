/** A notification: as a client asks for it, as it is stored, and as clients see it. */
import type { Static } from 'typebox';
import type { QuietHours } from './rules/preference-schemas.ts';
import { notificationIds, type channels, type DigestItem, type SendBody } from './schemas.ts';

type Members = Static<typeof SendBody>;

/** A notification that a client asks to be sent to one user. */
export type Draft = Pick<
  Members,
  'title' | 'body' | 'address' | 'subscription' | 'category' | 'urgent'
> & {
  readonly user_id: string;
  readonly channel: (typeof channels)[number];
};

/** A draft, and when it is to go out. */
export type Ask = Draft & Pick<Members, 'deliver_at' | 'digest'>;

/** A decision with its instant, as `GET /notifications/:id/trace` shows it. */
export type Step = { readonly at: number; readonly step: string } & Readonly<
  Record<string, string | number | boolean | undefined>
>;

/** The decision about a draft before it is stored. */
export type Plan = { readonly trace: readonly Step[] } & (
  | { readonly kind: 'send' }
  | { readonly kind: 'suppress'; readonly reason: string }
  /** It goes out, or comes into the inbox, at `deliverAt`, milliseconds. */
  | { readonly kind: 'schedule'; readonly deliverAt: number }
  /** The next replica that looks sends it. */
  | { readonly kind: 'queue' }
);

/** The plan of a draft about which nothing had to be decided. */
export const atOnce: Plan = { kind: 'send', trace: [] };

/** A draft that is to be part of a digest. */
export interface Joining {
  readonly draft: Draft;
  readonly digestKey: string;
  /** When a window that it opens ends. */
  readonly endsAt: number;
  /** Those of its user, where they hold for its channel. */
  readonly quietHours?: QuietHours | undefined;
  readonly trace: readonly Step[];
}

/** How an attempt to send ended, and thus the state of the notification after it. */
export type Outcome =
  | { readonly state: 'sent' | 'simulated' }
  | { readonly state: 'failed'; readonly error: string }
  /** It is tried again at `dueAt`, milliseconds. */
  | { readonly state: 'pending'; readonly error: string; readonly dueAt: number };

export type State =
  | 'delivered'
  /** In the outbox; without an attempt yet if it is scheduled or queued. */
  | Outcome['state']
  | 'suppressed'
  /** It comes into an inbox later; or it is a digest whose window is open. */
  | 'waiting'
  /** Part of a digest whose window is open; part of one that went out. */
  | 'joined'
  | 'digested'
  | 'cancelled'
  /** By its user. */
  | 'deleted';

export interface Notification extends Draft {
  /** Its number: the creation instant in milliseconds, nudged forward when that number was taken. */
  readonly n: number;
  /** The number in its id, if it came into its inbox later. */
  readonly firstN?: number;
  readonly state: State;
  /** Why the last attempt failed. */
  readonly error?: string | undefined;
  /** Attempts claimed so far. This is also the number of the attempt under way, if there is one. */
  readonly attempts: number;
  /** When the first attempt with a recorded end was over; only of one that was claimed. */
  readonly triedSince?: number;
  readonly readAt?: number;
  readonly deliverAt?: number;
  /** Why it was suppressed. */
  readonly reason?: string;
  /** The items of a digest. */
  readonly items?: DigestItem[];
}

/** The number in its id. */
export const idNumber = ({ n, firstN = n }: Pick<Notification, 'n' | 'firstN'>) => firstN;
export const idOf = (notification: Pick<Notification, 'n' | 'firstN'>) =>
  notificationIds.format(idNumber(notification));

/** Whether its first attempt is still under way, so that no status is known. */
export const isUndecided = ({ state, error, attempts }: Notification) =>
  state === 'pending' && error === undefined && attempts > 0;

/**
 * Returns the status that clients see. A notification that will be tried again has failed so far;
 * one that was only logged counts as sent.
 *
 * @param isLater whether it is to go out at an instant of its own
 */
export function statusOf(state: State, attempts: number, isLater: boolean) {
  switch (state) {
    case 'pending':
      if (attempts > 0) return 'failed';
      return isLater ? 'scheduled' : 'queued';
    case 'waiting':
      return 'scheduled';
    case 'joined':
      return 'digested';
    case 'simulated':
      return 'sent';
    default:
      return state;
  }
}

/** The status in the counts of a batch: there, one that is tried again has not failed yet. */
export function countedAs({
  state,
  hasFailed,
  isLater,
}: {
  readonly state: State;
  readonly hasFailed: boolean;
  readonly isLater: boolean;
}): string {
  return state === 'pending' && hasFailed ? 'retrying' : statusOf(state, 0, isLater);
}

/** Makes the form that clients see. */
export function toResponse(notification: Notification) {
  const { user_id, channel, title, body, category, state, attempts } = notification;
  const { error, readAt, deliverAt, reason, items } = notification;
  return {
    id: idOf(notification),
    user_id,
    channel,
    title,
    body,
    status: statusOf(state, attempts, deliverAt !== undefined),
    created_at: idNumber(notification),
    ...(state === 'simulated' && { simulated: true }),
    ...(error !== undefined && { error }),
    ...(state === 'pending' && attempts > 0 && { retrying: true }),
    ...(category !== undefined && { category }),
    ...(deliverAt !== undefined && { deliver_at: deliverAt }),
    ...(reason !== undefined && { reason }),
    ...(items !== undefined && { items }),
    ...(readAt !== undefined && { read_at: readAt }),
  };
}
