/** POST /send. */
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKey, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { refuse } from './errors.ts';
import { isUndecided, type Ask, type Draft, type Joining } from './notification.ts';
import type { Notification } from './notification.ts';
import type { Outbox } from './outbox/outbox.ts';
import { decide } from './rules/decide.ts';
import type { Preferences } from './rules/preference-schemas.ts';
import type { Accepted, NotificationStore } from './store/store.ts';

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

type Answered = Exclude<Accepted, { kind: 'asked' }>;

/** Stores a notification that is to go out at once in one step, unless its user has preferences. */
async function accept(
  context: SendContext,
  ask: Ask,
  key: IdempotencyKey | undefined,
  now: number,
): Promise<Answered> {
  const isLater =
    ask.digest !== undefined || (ask.deliver_at !== undefined && ask.deliver_at > now);
  if (isLater) {
    const { store } = context;
    const preferences = (await store.preferences([ask.user_id])).get(ask.user_id);
    return acceptDecided(context, ask, preferences, key, now);
  }
  const accepted = await acceptNow(context, ask, key, now);
  if (accepted.kind !== 'asked') return accepted;
  return acceptDecided(context, ask, accepted.preferences, key, now);
}

async function acceptDecided(
  context: SendContext,
  ask: Ask,
  preferences: Preferences | undefined,
  key: IdempotencyKey | undefined,
  now: number,
): Promise<Answered> {
  const { store } = context;
  const { draft, joining, plan } = planOf(ask, preferences, now);
  if (joining !== undefined) return (await store.join(joining, key, now)) as Answered;
  if (plan.kind === 'send') return (await acceptNow(context, ask, key, now, plan)) as Answered;
  return (await store.accept(draft, key, now, now, plan)) as Answered;
}

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

function acceptNow(
  { store, outbox }: SendContext,
  ask: Ask,
  key: IdempotencyKey | undefined,
  now: number,
  plan?: ReturnType<typeof decide>,
): Promise<Accepted> {
  const draft = draftOf(ask);
  const { channel } = draft;
  if (channel === 'in_app') return store.accept(draft, key, now, now, plan);
  return outbox.attemptFirst(channel, (claimedUntil, at) =>
    store.accept(draft, key, claimedUntil, at, plan),
  );
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
