/** A notification: as a client asks for it, as it is stored, and as clients see it. */
import type { Static } from 'typebox';
import { notificationIds, type channels, type SendBody } from './schemas.ts';

/** What a client asks to be sent. */
export type Draft = Static<typeof SendBody> & { readonly channel: (typeof channels)[number] };

/** How an attempt to send ended, and thus the state of the notification after it. */
export type Outcome =
  | { readonly state: 'sent' | 'simulated' }
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

/**
 * What clients see. A notification that will be tried again has failed so far; one that was only
 * logged counts as sent.
 */
export function toResponse({ n, user_id, channel, title, body, state, error }: Notification) {
  const status = state === 'pending' ? 'failed' : state === 'simulated' ? 'sent' : state;
  return {
    id: notificationIds.format(n),
    user_id,
    channel,
    title,
    body,
    status,
    created_at: n,
    ...(state === 'simulated' && { simulated: true }),
    ...(error !== undefined && { error }),
    ...(state === 'pending' && { retrying: true }),
  };
}
