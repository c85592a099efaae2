/** The context that the routes of both variants share. */
import type { TSchema } from 'typebox';
import type { EventStreams } from '#kit/web/event-streams.ts';
import { invalid } from '#kit/web/problem.ts';
import { Enveloped } from '#kit/web/schema.ts';
import type { Clock } from '#kit/host/service.ts';
import type { BatchScheduler } from '../batch.ts';
import type { Board } from '../board.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Driver } from '../store/drivers.ts';
import type { Order } from '../store/orders.ts';
import type { GoalBody } from '../schemas.ts';
import type { OrderFeeds } from './order-feed.ts';
import { driverView, orderView } from './views.ts';

export interface RouteContext {
  readonly dispatch: Dispatch;
  readonly scheduler: BatchScheduler;
  /** Keyed by the keys that `followed` makes. */
  readonly streams: EventStreams<string>;
  readonly orderFeeds: OrderFeeds;
  readonly board: Board;
  readonly clock: Clock;
}

/** Variant B wraps every payload, variant A none. */
export function envelope(enveloped: boolean) {
  return {
    schema: (payload: TSchema): TSchema => (enveloped ? Enveloped(payload) : payload),
    wrap: (payload: object): object => (enveloped ? { data: payload } : payload),
  };
}

/** Names an operation that both variants have: `dispatchAMove` and `dispatchBMove`. */
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

/**
 * Reads the drop-off and the note of an order's body.
 *
 * @throws Refusal VALIDATION_FAILED if only one coordinate is given
 */
export function goalOf({ dropoff_lat: lat, dropoff_lng: lng, note }: GoalBody) {
  if (lat === undefined && lng !== undefined) {
    throw invalid('dropoff_lat', 'is required with dropoff_lng');
  }
  if (lng === undefined && lat !== undefined) {
    throw invalid('dropoff_lng', 'is required with dropoff_lat');
  }
  const dropoff = lat === undefined || lng === undefined ? {} : { dropoff: { lat, lng } };
  return { ...dropoff, ...(note === undefined ? {} : { note }) };
}
