/** POST /send. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '#kit/problem.ts';
import { refuse } from './errors.ts';
import { channels, isUndecided, type Draft, type Notification } from './notification.ts';
import type { Outbox } from './outbox.ts';
import { isAddress } from './sender.smtp.ts';
import type { Accepted, Key, NotificationStore } from './store.ts';

export interface Sending {
  readonly store: NotificationStore;
  readonly outbox: Outbox;
  /** How often a repeated request looks for the result of the first, and after what pauses, ms. */
  readonly patience: { readonly looks: number; readonly pause: number };
}

export const patience = { looks: 100, pause: 50 } as const;

/**
 * Delivers or sends, and tells how it stands then; a repetition tells how it stands by now, and
 * sends nothing.
 *
 * @param keyText the client's idempotency key
 * @throws Refusal KEY_REUSED, REQUEST_IN_PROGRESS, SENDERS_BUSY
 */
export async function send(
  sending: Sending,
  draft: Draft,
  keyText: string | undefined,
  now: number,
): Promise<{ notification: Notification; isNew: boolean }> {
  const key = keyText === undefined ? undefined : { text: keyText, fingerprint: digest(draft) };
  const accepted = await take(sending, draft, key, now);
  if (accepted.kind === 'mismatched') throw refuse.KEY_REUSED();
  const { notification, kind } = accepted;
  if (kind === 'new') return { notification, isNew: true };
  return { notification: await decided(sending, notification), isNew: false };
}

function take(
  { store, outbox }: Sending,
  draft: Draft,
  key: Key | undefined,
  now: number,
): Promise<Accepted> {
  const { channel } = draft;
  if (channel === 'in_app') return store.accept(draft, key, now, now);
  return outbox.first(channel, (claimedUntil, at) => store.accept(draft, key, claimedUntil, at));
}

/** The first request may be waiting for its sender, on this replica or another. */
async function decided({ store, patience }: Sending, notification: Notification) {
  let current: Notification | undefined = notification;
  for (let look = 0; look < patience.looks && current && isUndecided(current); look++) {
    await sleep(patience.pause);
    current = await store.find(notification.n);
  }
  if (current && !isUndecided(current)) return current;
  throw refuse.REQUEST_IN_PROGRESS(undefined, { headers: { 'retry-after': '1' } });
}

/** Of what the request asks for, member by member. */
function digest({ userId, channel, title, body, address, subscription }: Draft): string {
  const { endpoint, keys } = subscription ?? {};
  const members = [userId, channel, title, body, address, endpoint, keys?.p256dh, keys?.auth];
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/**
 * What the schema cannot say.
 *
 * @throws Refusal UNKNOWN_CHANNEL, VALIDATION_FAILED
 */
export function checkDraft(draft: Omit<Draft, 'channel'> & { channel: string }): Draft {
  const channel = channels.find((known) => known === draft.channel);
  if (channel === undefined) {
    const errors = [{ path: 'channel', message: `must be one of ${channels.join(', ')}` }];
    throw refuse.UNKNOWN_CHANNEL(undefined, { members: { errors } });
  }
  const { address, subscription } = draft;
  if (address !== undefined && !isAddress(address)) {
    throw invalid('address', 'must be one email address');
  }
  if (subscription !== undefined && URL.parse(subscription.endpoint) === null) {
    throw invalid('subscription.endpoint', 'must be an address');
  }
  return { ...draft, channel };
}
