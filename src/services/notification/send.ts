/** POST /send. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import { idempotencyKey, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { invalid } from '#kit/web/problem.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';
import { refuse } from './errors.ts';
import { isUndecided, type Draft, type Notification } from './notification.ts';
import type { Outbox } from './outbox/outbox.ts';
import { channels, type SendBody } from './schemas.ts';
import { isAddress } from './senders/smtp.ts';
import type { Accepted, NotificationStore } from './store/store.ts';

export interface SendContext {
  readonly store: NotificationStore;
  readonly outbox: Outbox;
  /** How a repeated request waits for the result of the first: how often it looks, and its pauses. */
  readonly repetition: { readonly maxLooks: number; readonly pauseMs: number };
}

export const repetition = { maxLooks: 100, pauseMs: 50 } as const;

/**
 * Delivers or sends a notification. A repetition of the request sends nothing and yields the
 * notification as it stands now.
 *
 * @param keyText the client's idempotency key
 * @throws Refusal KEY_REUSED, REQUEST_IN_PROGRESS, SENDERS_BUSY, STORE_UNAVAILABLE
 */
export async function send(
  context: SendContext,
  draft: Draft,
  keyText: string | undefined,
  now: number,
): Promise<{ notification: Notification; isNew: boolean }> {
  const key = idempotencyKey(keyText, membersOf(draft));
  const accepted = await accept(context, draft, key, now);
  switch (accepted.kind) {
    case 'new':
      return { notification: accepted.notification, isNew: true };
    case 'repeated':
      return { notification: await waitForResult(context, accepted.notification), isNew: false };
    case 'mismatched':
      throw refuse.KEY_REUSED();
  }
}

function accept(
  { store, outbox }: SendContext,
  draft: Draft,
  key: IdempotencyKey | undefined,
  now: number,
): Promise<Accepted> {
  const { channel } = draft;
  if (channel === 'in_app') return store.accept(draft, key, now, now);
  return outbox.attemptFirst(channel, (claimedUntil, at) =>
    store.accept(draft, key, claimedUntil, at),
  );
}

/** The first request may still be waiting for its sender, on this replica or another. */
async function waitForResult(
  { store, repetition }: SendContext,
  notification: Notification,
): Promise<Notification> {
  let current: Notification | undefined = notification;
  for (let look = 0; look < repetition.maxLooks && current && isUndecided(current); look++) {
    await sleep(repetition.pauseMs);
    current = await store.find(notification.n);
  }
  if (current && !isUndecided(current)) return current;
  throw refuse.REQUEST_IN_PROGRESS(undefined, { headers: { 'retry-after': '1' } });
}

function membersOf({ user_id, channel, title, body, address, subscription }: Draft) {
  const { endpoint, keys } = subscription ?? {};
  return [user_id, channel, title, body, address, endpoint, keys?.p256dh, keys?.auth];
}

/**
 * Checks what the schema cannot say.
 *
 * @throws Refusal UNKNOWN_CHANNEL, VALIDATION_FAILED
 */
export function checkDraft(draft: Static<typeof SendBody>): Draft {
  const channel = channels.find((known) => known === draft.channel);
  if (channel === undefined) {
    const errors = [{ path: 'channel', message: `must be one of ${channels.join(', ')}` }];
    throw refuse.UNKNOWN_CHANNEL(undefined, { members: { errors } });
  }
  const { address, subscription } = draft;
  if (address !== undefined && !isAddress(address)) {
    throw invalid('address', 'must be one email address');
  }
  if (subscription !== undefined) {
    const url = parseHttpUrl(subscription.endpoint);
    if (typeof url === 'string') throw invalid('subscription.endpoint', url);
  }
  return { ...draft, channel };
}
