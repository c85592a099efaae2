/** Bodies and answers for operators: lists, the board, batches and their replay. */
import { Type } from 'typebox';
import { Id } from '#kit/web/schema.ts';
import { statusGroups, type RuleSet } from './rules/rules.ts';
import {
  BatchId,
  Candidates,
  DriverId,
  driverMembers,
  Instant,
  Latitude,
  Longitude,
  OrderAssignment,
  OrderId,
  orderMembers,
  OrNull,
  Pickup,
} from './schemas.ts';

const Paging = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of entries per page',
  }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: '`next_cursor` of the previous page',
    }),
  ),
};
const Status = (statuses: Iterable<string>) =>
  Type.Optional(Type.String({ enum: [...statuses], description: 'only those with this status' }));
const next_cursor = Type.Optional(
  Type.String({ description: 'the `cursor` of the next page; absent on the last one' }),
);

export const DriversQuery = ({ states }: RuleSet) =>
  Type.Object({ status: Status(states), ...Paging });
export const OrdersQuery = (rules: RuleSet) =>
  Type.Object({ status: Status(statusGroups(rules).keys()), ...Paging });

const DriverEntry = Type.Object({
  ...driverMembers,
  assignment: OrNull(
    Type.Object(
      { ...OrderAssignment.properties, order_id: OrderId },
      { description: 'the offer that is open or accepted' },
    ),
  ),
});
const OrderEntry = Type.Object({
  ...orderMembers,
  age_seconds: Type.Number({ description: 'seconds since it was submitted' }),
});
export const DriverList = Type.Object({
  drivers: Type.Array(DriverEntry, { description: 'by id' }),
  next_cursor,
});
export const OrderList = Type.Object({
  orders: Type.Array(OrderEntry, { description: 'by id' }),
  next_cursor,
});

const Ids = (description: string) => Type.Array(Type.String(), { description });
/** The event of the board's stream. */
export const BoardEvent = Type.Object({
  drivers: Type.Array(DriverEntry, { description: 'all drivers, then those that have changed' }),
  orders: Type.Array(Type.Object(orderMembers), {
    description: 'all orders that are not over, then those that have changed',
  }),
  gone: Type.Object(
    { drivers: Ids('ids of drivers'), orders: Ids('ids of orders') },
    { description: 'drivers and orders that are no longer on the board' },
  ),
});

export const BatchesQuery = Type.Object(Paging);
export const BatchParams = Type.Object({ batch_id: Id('id of the batch') });
const Matching = Type.String({
  enum: ['greedy', 'optimal'],
  description: 'greedy: in the specified order; optimal: for the largest total score',
});
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const batchMembers = {
  batch_id: BatchId,
  at: Instant('when the batch was matched'),
  matching: Matching,
};
export const BatchList = Type.Object({
  batches: Type.Array(
    Type.Object({
      ...batchMembers,
      orders: Count('number of orders'),
      drivers: Count('number of drivers'),
      matched: Count('number of orders that found a driver'),
    }),
    { description: 'the newest first' },
  ),
  next_cursor,
});

const Weight = (term: string) =>
  Type.Number({ minimum: 0, maximum: 100, description: `weight of the term ${term}` });
const weights = {
  distance: Weight('distance'),
  eta: Weight('eta'),
  load: Weight('load'),
  priority: Weight('priority'),
  wait: Weight('wait'),
};
export const BatchResult = Type.Object({
  orders: Type.Array(
    Type.Object({
      order_id: OrderId,
      ...Pickup,
      priority_weight: Type.Number({ description: 'the priority, from 0 to 1' }),
      submitted_at: Instant('when the order was submitted'),
      rejected_by: Type.Array(Type.String(), {
        description: 'drivers who refused or missed it; the one who did so longest ago comes first',
      }),
      attempts_total: Type.Integer({ description: 'rejections and timeouts so far' }),
      driver_id: OrNull(Type.String({ description: 'the driver that it was matched with' })),
      score: OrNull(Type.Number({ description: 'score of the match' })),
      candidates_total: Count('number of drivers within reach'),
      candidates: Candidates,
    }),
    { description: 'orders of the batch' },
  ),
  ...batchMembers,
  weights: Type.Object(weights, { description: 'weights that it was matched with' }),
  drivers: Type.Array(
    Type.Object({
      driver_id: DriverId,
      lat: Latitude,
      lng: Longitude,
      speed_kmh: Type.Number({ description: 'average speed, km/h' }),
      max_orders: Type.Integer({ description: 'maximum number of orders at a time' }),
      last_assigned_at: OrNull(Instant('when the driver had last got an offer')),
    }),
    { description: 'idle drivers around the orders' },
  ),
});

export const ReplayBody = Type.Object({
  from: Type.Optional(Instant('first instant of the batches to replay')),
  to: Type.Optional(Instant('last instant of the batches to replay')),
  weights: Type.Optional(
    Type.Partial(Type.Object(weights), {
      description: 'weights to match with; those left out stay as they were',
    }),
  ),
  matching: Type.Optional(Matching),
  changes: Type.Optional(
    Type.Boolean({ description: 'true: each batch lists the orders that differ' }),
  ),
});
const Quality = (description: string) =>
  Type.Object(
    {
      mean_pickup_km: OrNull(
        Type.Number({
          description: 'mean distance from driver to pickup, km; null if nothing was matched',
        }),
      ),
      total_score: Type.Number({ description: 'sum of the scores, by the weights that were used' }),
    },
    { description },
  );
const comparison = {
  differing: Type.Integer({ description: 'number of orders that go to another driver or to none' }),
  before: Quality('as it was matched'),
  after: Quality('as it would be matched'),
};
const Change = Type.Object({
  order_id: OrderId,
  before: OrNull(Type.String({ description: 'the driver that it went to' })),
  after: OrNull(Type.String({ description: 'the driver that it would go to' })),
});
export const ReplayResult = Type.Object({
  batches: Type.Array(
    Type.Object({
      batch_id: BatchId,
      ...comparison,
      changes: Type.Optional(
        Type.Array(Change, { description: 'orders that differ, if `changes` was true' }),
      ),
    }),
    { description: 'the newest first' },
  ),
  total: Type.Object(comparison, { description: 'over all batches' }),
});
