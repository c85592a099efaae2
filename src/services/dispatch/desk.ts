/** What the routes of both variants share. */
import type { TSchema } from 'typebox';
import type { AdminGuard } from '#kit/admin.ts';
import { Enveloped } from '#kit/schema.ts';
import type { Clock } from '#kit/service.ts';
import type { Pulse } from './batch.ts';
import type { Dispatch } from './dispatch.ts';
import type { Streams } from './events.ts';
import type { Driver, Order } from './store.ts';
import { driverView, orderView } from './views.ts';

export interface Desk {
  readonly dispatch: Dispatch;
  readonly pulse: Pulse;
  readonly streams: Streams;
  readonly clock: Clock;
  readonly admin: AdminGuard;
}

/** Variant B wraps every payload, variant A none. */
export function envelope(enveloped: boolean) {
  return {
    schema: (payload: TSchema): TSchema => (enveloped ? Enveloped(payload) : payload),
    wrap: (payload: object): object => (enveloped ? { data: payload } : payload),
  };
}

export async function showOrder({ rules, store }: Dispatch, order: Order) {
  const { assignmentId } = order;
  const assignment = assignmentId === null ? undefined : await store.assignment(assignmentId);
  return orderView(rules, order, assignment);
}

export async function showDriver({ store }: Dispatch, driver: Driver) {
  const { assignmentId } = driver;
  const assignment = assignmentId === null ? undefined : await store.assignment(assignmentId);
  return driverView(driver, assignment);
}
