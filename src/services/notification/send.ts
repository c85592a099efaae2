/** POST /send. */
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKey, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { refuse } from './errors.ts';
import { isUndecided, type Ask, type Draft, type Joining } from './notification.ts';
import type { Notification } from './notification.ts';
import type { Accept, Outbox } from './outbox/outbox.ts';
import { decide } from './rules/decide.ts';
import type { Preferences } from './rules/preference-schemas.ts';
import type { Accepted, Full, NotificationStore, Preferred } from './store/notification-store.ts';

export interface SendContext {
  readonly store: NotificationStore;
  readonly outbox: Outbox;
  /** How a repeated request waits for the result of the first: how often it looks, and its pauses. */
  readonly repetition: { readonly maxLooks: number; readonly pauseMs: number };
}

export const repetition = { maxLooks: 100, pauseMs: 50 } as const;

/**
 * Delivers or sends a notification, or stores it until it is to go out, as its user wants. A
 * repetition of the request sends nothing and yields the notification as it stands now.
 *
 * @param keyText the client's idempotency key
 * @throws Refusal KEY_REUSED, REQUEST_IN_PROGRESS, DIGEST_FULL, SENDERS_BUSY, STORE_UNAVAILABLE
 */
export async function send(
  context: SendContext,
  ask: Ask,
  keyText: string | undefined,
  now: number,
): Promise<{ notification: Notification; isNew: boolean }> {
  const key = idempotencyKey(keyText, membersOf(ask));
  const accepted = await accept(context, ask, key, now);
  switch (accepted.kind) {
    case 'new':
      return { notification: accepted.notification, isNew: true };
    case 'repeated':
      return { notification: await waitForResult(context, accepted.notification), isNew: false };
    case 'mismatched':
      throw refuse.KEY_REUSED();
    case 'full':
      throw refuse.DIGEST_FULL();
  }
}

/**
 * 1. What is to go out at once is stored and sent in one step, unless its user has preferences.
 * 2. Preferences, and when it is to go out, decide about anything else.
 * 3. It joins a digest, is sent, or is stored until it is to go out.
 */
async function accept(
  { store, outbox }: SendContext,
  ask: Ask,
  key: IdempotencyKey | undefined,
  now: number,
): Promise<Accepted | Full> {
  const { user_id, channel } = ask;
  const sendNow = <T extends Preferred>(accept: Accept<T>) =>
    channel === 'in_app' ? accept(now, now) : outbox.attemptFirst(channel, accept);
  let preferences: Preferences | undefined;
  if (isLater(ask, now)) {
    preferences = (await store.preferences([user_id])).get(user_id);
  } else {
    const first = await sendNow((until, at) => store.accept(draftOf(ask), key, until, at));
    if (first.kind !== 'preferred') return first;
    ({ preferences } = first);
  }
  const { draft, joining, plan } = planOf(ask, preferences, now);
  if (joining !== undefined) return store.join(joining, key, now);
  if (plan.kind !== 'send') return store.acceptPlanned(draft, plan, key, now, now);
  return sendNow<never>((until, at) => store.acceptPlanned(draft, plan, key, until, at));
}

const isLater = ({ digest, deliver_at }: Ask, now: number) =>
  digest !== undefined || (deliver_at !== undefined && deliver_at > now);

/**
 * Decides about one draft, once the preferences of its user are known.
 *
 * @returns also how it joins a digest, if it is to; the plan is that of one that finds no room there
 */
export function planOf(ask: Ask, preferences: Preferences | undefined, now: number) {
  const draft = draftOf(ask);
  const { digest, channel } = ask;
  const plan = decide(preferences, ask, now);
  if (digest === undefined || plan.kind === 'suppress') return { draft, plan };
  const endsAt = now + digest.window_seconds * 1_000;
  const quietHours = channel === 'in_app' ? undefined : preferences?.quiet_hours;
  // Quiet hours count at the end of the window.
  const trace = plan.trace.filter(({ step }) => step !== 'quiet_hours');
  const joining: Joining = { draft, digestKey: digest.key, endsAt, quietHours, trace };
  return { draft, plan, joining };
}

function draftOf(ask: Ask): Draft {
  const { user_id, channel, title, body, address, subscription, category, urgent } = ask;
  return {
    user_id,
    channel,
    title,
    body,
    ...(address !== undefined && { address }),
    ...(subscription !== undefined && { subscription }),
    ...(category !== undefined && { category }),
    ...(urgent && { urgent }),
  };
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

function membersOf(ask: Ask) {
  const { user_id, channel, title, body, address, subscription } = ask;
  const { endpoint, keys } = subscription ?? {};
  const { category, urgent, deliver_at, digest } = ask;
  const recipient = [address, endpoint, keys?.p256dh, keys?.auth];
  const terms = [category, urgent, deliver_at, digest?.key, digest?.window_seconds];
  return [user_id, channel, title, body, ...recipient, ...terms];
}
