/** Shared by the suites. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Accepted, Draft, Full, Joining } from '../notification-store.ts';
import type { Notification, NotificationStore, Preferred } from '../notification-store.ts';

export const T0 = Date.UTC(2026, 0, 1, 12);
export const leaseMs = 20_000;
/** So long that everything pending is due. */
export const ever = 365 * 24 * 60 * 60 * 1000;
/** No notification has a greater number. */
export const maxNumber = Number.MAX_SAFE_INTEGER;

export const inApp = (more: Partial<Draft> = {}): Draft => ({
  user_id: 'ann',
  channel: 'in_app',
  title: 'Title',
  body: 'Body',
  ...more,
});
export const email = (more: Partial<Draft> = {}): Draft => inApp({ channel: 'email', ...more });

/** The notification of a request that is new. */
export function newOf(accepted: Accepted | Preferred | Full): Notification {
  assert.ok(accepted.kind === 'new');
  return accepted.notification;
}

export const accept = async (store: NotificationStore, draft: Draft, now = T0) =>
  newOf(await store.accept(draft, undefined, now + leaseMs, now));

export const numbers = (notifications: readonly Notification[]) => notifications.map(({ n }) => n);

/** One that is to go out, or to come into its inbox, later. */
export const schedule = async (store: NotificationStore, draft: Draft, deliverAt: number) =>
  newOf(
    await store.acceptPlanned(draft, { kind: 'schedule', deliverAt, trace: [] }, undefined, T0, T0),
  );

/** Into the digest `key`, whose window is a minute. */
export const joining = (draft: Draft): Joining => ({
  draft,
  digestKey: 'key',
  endsAt: T0 + 60_000,
  trace: [],
});

type Domains = Readonly<Record<string, readonly unknown[]>>;
type StepOf<T extends Domains> = { readonly [K in keyof T]: T[K][number] };

/**
 * Histories that each draw a part of every domain first, so that no act drowns the others. Source: A.
 * Groce et al., "Swarm Testing", ISSTA 2012.
 */
export function swarm<T extends Domains>(domains: T, lengths: fc.ArrayConstraints) {
  interface History {
    readonly config: T;
    readonly steps: readonly StepOf<T>[];
  }
  const each = (all: Domains, draw: (own: readonly unknown[]) => fc.Arbitrary<unknown>) =>
    Object.fromEntries(Object.entries(all).map(([name, own]) => [name, draw(own)]));
  const config = fc.record(each(domains, (own) => fc.subarray([...own], { minLength: 1 })));
  const history: fc.Arbitrary<unknown> = config.chain((drawn) => {
    const step = fc.record(each(drawn as Domains, (own) => fc.constantFrom(...own)));
    return fc.record({ config: fc.constant(drawn), steps: fc.array(step, lengths) });
  });
  return history as fc.Arbitrary<History>;
}
