/** A row of the table `notification`, alike in both stores, and what becomes of it. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Draft, Notification, Outcome } from '../notification.ts';
import { SendBody } from '../schemas.ts';
import { maxPageBytes, type Page } from './store.ts';

export type Row = Omit<Notification, 'address' | 'subscription' | 'error'> & {
  readonly recipient: string | null;
  readonly error: string | null;
};

export const columns = 'n, user_id, channel, title, body, state, recipient, error, attempts';

/** The notification that a draft becomes. One that goes out is in its first attempt. */
export function newNotification(draft: Draft, n: number): Notification {
  return draft.channel === 'in_app'
    ? { ...draft, n, state: 'delivered', attempts: 0 }
    : { ...draft, n, state: 'pending', attempts: 1 };
}

/** The column `recipient`: where it goes, as JSON; null when `user_id` says it. */
export function recipientColumn({ address, subscription }: Draft): string | null {
  if (address === undefined && subscription === undefined) return null;
  return JSON.stringify({ address, subscription });
}

const parseRecipient = storedJson(
  'recipient of a notification',
  Type.Pick(SendBody, ['address', 'subscription']),
);

export const toNotification = ({ recipient, error, ...row }: Row): Notification => ({
  ...row,
  ...(recipient !== null && parseRecipient(recipient)),
  ...(error !== null && { error }),
});

/**
 * Takes notifications until the page is full. What comes after that is not taken, so a lazy source
 * does not read it.
 *
 * @param found in the order of the page
 */
export function takePage(found: Iterable<Notification>, limit: number): Page {
  const notifications: Notification[] = [];
  let bytes = 0;
  for (const notification of found) {
    notifications.push(notification);
    bytes += Buffer.byteLength(notification.body);
    if (notifications.length === limit || bytes >= maxPageBytes) {
      return { notifications, more: true };
    }
  }
  return { notifications, more: false };
}

/** The columns state, error and due_at after an attempt. */
export function outcomeColumns(outcome: Outcome): [string, string | null, number | null] {
  return [
    outcome.state,
    'error' in outcome ? outcome.error : null,
    'dueAt' in outcome ? outcome.dueAt : null,
  ];
}
