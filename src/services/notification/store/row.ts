/** A row of the table `notification`, alike in both stores, and what becomes of it. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Draft, Notification, Outcome, Plan, Step } from '../notification.ts';
import { Preferences } from '../rules/preference-schemas.ts';
import { DigestItem, SendBody } from '../schemas.ts';
import { maxPageBytes, type Page } from './inboxes.ts';

export interface Row {
  readonly n: number;
  readonly user_id: string;
  readonly channel: Notification['channel'];
  readonly title: string;
  readonly body: string;
  readonly state: Notification['state'];
  readonly attempts: number;
  readonly recipient: string | null;
  readonly error: string | null;
  readonly read_at: number | null;
  readonly first_n: number | null;
  readonly extra: string | null;
}

/** Finished notifications outside inboxes, as the index `over` has them. */
export const isOver = "state NOT IN ('delivered', 'pending', 'waiting', 'joined')";

export const columns =
  'n, user_id, channel, title, body, state, recipient, error, attempts, read_at, first_n, extra';

/** The column `extra`: members that few notifications have. */
const Extra = Type.Object({
  category: Type.Optional(Type.String()),
  urgent: Type.Optional(Type.Boolean()),
  deliver_at: Type.Optional(Type.Integer()),
  reason: Type.Optional(Type.String()),
  items: Type.Optional(Type.Array(DigestItem)),
  /** The key of a digest whose window is open. */
  digest_key: Type.Optional(Type.String()),
});
export type Extra = Static<typeof Extra>;
export const parseExtra = storedJson('extra of a notification', Extra);
export const parsePreferences = storedJson('preferences', Preferences);

/** The columns that a new row has beside its draft. */
export interface Entry {
  readonly state: Notification['state'];
  readonly attempts: number;
  readonly dueAt: number | null;
  readonly extra: string | null;
  readonly trace: string | null;
}

/** How a draft begins. One that goes out at once is in its first attempt. */
export function entryOf(
  { channel, category, urgent }: Draft,
  plan: Plan,
  claimedUntil: number,
  now: number,
): Entry {
  const deliverAt = plan.kind === 'schedule' ? plan.deliverAt : undefined;
  const reason = plan.kind === 'suppress' ? plan.reason : undefined;
  const isInApp = channel === 'in_app';
  const extra = jsonOf({ category, urgent, deliver_at: deliverAt, reason });
  const begins = { extra, trace: traceText(plan.trace) };
  switch (plan.kind) {
    case 'suppress':
      return { ...begins, state: 'suppressed', attempts: 0, dueAt: now };
    case 'schedule':
      return { ...begins, state: isInApp ? 'waiting' : 'pending', attempts: 0, dueAt: deliverAt! };
    default:
      if (isInApp) return { ...begins, state: 'delivered', attempts: 0, dueAt: null };
      if (plan.kind === 'queue') return { ...begins, state: 'pending', attempts: 0, dueAt: now };
      return { ...begins, state: 'pending', attempts: 1, dueAt: claimedUntil };
  }
}

/** The notification that a draft becomes. */
export function newNotification(draft: Draft, n: number, entry: Entry): Notification {
  const { user_id, channel, title, body, address, subscription } = draft;
  return {
    n,
    user_id,
    channel,
    title,
    body,
    state: entry.state,
    attempts: entry.attempts,
    ...(address !== undefined && { address }),
    ...(subscription !== undefined && { subscription }),
    ...(entry.extra !== null && membersOf(entry.extra)),
  };
}

/** The column `recipient`: where it goes, as JSON; null when `user_id` says it. */
export function recipientColumn({ address, subscription }: Draft): string | null {
  if (address === undefined && subscription === undefined) return null;
  return JSON.stringify({ address, subscription });
}

export const parseRecipient = storedJson(
  'recipient of a notification',
  Type.Pick(SendBody, ['address', 'subscription']),
);

export function toNotification(row: Row): Notification {
  const { n, user_id, channel, title, body, state, attempts } = row;
  const { recipient, error, read_at, first_n, extra } = row;
  return {
    n,
    user_id,
    channel,
    title,
    body,
    state,
    attempts,
    ...(recipient !== null && parseRecipient(recipient)),
    ...(error !== null && { error }),
    ...(read_at !== null && { readAt: read_at }),
    ...(first_n !== null && { firstN: first_n }),
    ...(extra !== null && membersOf(extra)),
  };
}

function membersOf(text: string) {
  const { category, urgent, deliver_at, reason, items } = parseExtra(text);
  return {
    ...(category !== undefined && { category }),
    ...(urgent !== undefined && { urgent }),
    ...(deliver_at !== undefined && { deliverAt: deliver_at }),
    ...(reason !== undefined && { reason }),
    ...(items !== undefined && { items }),
  };
}

export function jsonOf(members: Extra): string | null {
  const text = JSON.stringify(members);
  return text === '{}' ? null : text;
}

/** The column `trace`: further steps are added at its end, after a comma. */
export function traceText(steps: readonly Step[]): string | null {
  if (steps.length === 0) return null;
  return steps.map((step) => JSON.stringify(step)).join(',');
}

export const parseTrace = (text: string | null) => JSON.parse(`[${text ?? ''}]`) as Step[];

/** One that is claimed, with the instant since when it was tried. */
export function toClaimed(row: Row & { readonly trace: string | null }): Notification {
  const first = row.attempts > 1 && parseTrace(row.trace).find(({ step }) => step === 'attempt');
  return { ...toNotification(row), ...(first && { triedSince: first.at }) };
}

/**
 * Takes notifications until the page is full. It takes no more after that, so a lazy source does not
 * read them.
 *
 * @param found in the order of the page
 */
export function takePage(found: Iterable<Notification>, limit: number): Page {
  const notifications: Notification[] = [];
  let bytes = 0;
  for (const notification of found) {
    notifications.push(notification);
    const { body, items } = notification;
    // A digest stores its text twice.
    bytes += Buffer.byteLength(body) * (items === undefined ? 1 : 2);
    if (notifications.length === limit || bytes >= maxPageBytes) {
      return { notifications, more: true };
    }
  }
  return { notifications, more: false };
}

/** The state after a removal; undefined: it is too late, or there is nothing to remove. */
export function removedState(row: Row): 'deleted' | 'cancelled' | undefined {
  if (row.state === 'delivered') return 'deleted';
  if (row.state === 'joined') return 'cancelled';
  const isOut = row.attempts > 0 || row.extra?.includes('"digest_key":') === true;
  const isItsOwn = toNotification(row).items === undefined;
  const mayBe = row.state === 'waiting' || row.state === 'pending';
  return mayBe && !isOut && isItsOwn ? 'cancelled' : undefined;
}

/**
 * The columns state, error and due_at after an attempt. When it is over, due_at is the instant of
 * that.
 */
export function outcomeColumns(outcome: Outcome, now: number): [string, string | null, number] {
  return [
    outcome.state,
    'error' in outcome ? outcome.error : null,
    'dueAt' in outcome ? outcome.dueAt : now,
  ];
}
