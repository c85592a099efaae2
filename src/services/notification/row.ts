import type { Draft, Notification, Outcome } from './notification.ts';
import { pageBytes, type Page } from './store.ts';

/** A row of the table `notification`, alike in both stores. */
export interface Row {
  readonly n: number;
  readonly user_id: string;
  readonly channel: Notification['channel'];
  readonly title: string;
  readonly body: string;
  readonly state: Notification['state'];
  readonly recipient: string | null;
  readonly error: string | null;
  readonly attempts: number;
}

export const columnNames = [
  'n',
  'user_id',
  'channel',
  'title',
  'body',
  'state',
  'recipient',
  'error',
  'attempts',
];

/** Where it goes, as JSON; null when `user_id` says it. */
export function recipientOf({ address, subscription }: Draft): string | null {
  if (address === undefined && subscription === undefined) return null;
  return JSON.stringify({ address, subscription });
}

export function noteOf(row: Row): Notification {
  const { n, user_id: userId, channel, title, body, state, recipient, error, attempts } = row;
  const to = recipient === null ? {} : (JSON.parse(recipient) as Partial<Draft>);
  const note = { n, userId, channel, title, body, ...to, state, attempts };
  return error === null ? note : { ...note, error };
}

/**
 * @param found what a page of `limit` may show, `limit` at most; what comes after the notification
 *   that fills the page is not taken, so it need not be read
 */
export function pageOf(found: Iterable<Notification>, limit: number): Page {
  const notifications: Notification[] = [];
  let bytes = 0;
  for (const notification of found) {
    notifications.push(notification);
    bytes += Buffer.byteLength(notification.body);
    if (bytes >= pageBytes) break;
  }
  return { notifications, more: notifications.length === limit || bytes >= pageBytes };
}

/** The columns state, error and due_at after an attempt. */
export function columnsOf(outcome: Outcome): [string, string | null, number | null] {
  return [
    outcome.state,
    'error' in outcome ? outcome.error : null,
    'dueAt' in outcome ? outcome.dueAt : null,
  ];
}
