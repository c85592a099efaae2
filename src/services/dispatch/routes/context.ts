/** What the routes of both variants share. */
import type { TSchema } from 'typebox';
import type { AdminGuard } from '#kit/web/admin.ts';
import type { EventStreams } from '#kit/web/event-streams.ts';
import { Enveloped } from '#kit/web/schema.ts';
import type { Clock } from '#kit/host/service.ts';
import type { BatchScheduler } from '../batch.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Driver } from '../store/drivers.ts';
import type { Order } from '../store/orders.ts';
import { driverView, orderView } from './views.ts';

export interface RouteContext {
  readonly dispatch: Dispatch;
  readonly scheduler: BatchScheduler;
  /** By driver. */
  readonly streams: EventStreams<string>;
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

/** Both variants have the operation: `dispatchAMove` and `dispatchBMove`. */
export function operationId({ rules }: Dispatch, verb: string): string {
  return `${rules.name === 'dispatch-a' ? 'dispatchA' : 'dispatchB'}${verb}`;
}

export async function showOrder({ rules, store }: Dispatch, order: Order) {
  const { assignmentId } = order;
  const assignment = assignmentId === null ? undefined : await store.offers.find(assignmentId);
  return orderView(rules, order, assignment);
}

export async function showDriver({ store }: Dispatch, driver: Driver) {
  const { assignmentId } = driver;
  const assignment = assignmentId === null ? undefined : await store.offers.find(assignmentId);
  return driverView(driver, assignment);
}
