/** What operators send and read: lists, the board, batches and their replay. */
import { Type } from 'typebox';
import { Id } from '#kit/web/schema.ts';
import { statusGroups, type RuleSet } from './rules/rules.ts';
import {
  Candidate,
  driverMembers,
  Instant,
  OrderAssignment,
  orderMembers,
  OrNull,
} from './schemas.ts';

const Paging = {
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_024, description: 'next_cursor of the part before' }),
  ),
};
const Status = (statuses: Iterable<string>) =>
  Type.Optional(Type.String({ enum: [...statuses], description: 'only those with this status' }));
const next_cursor = Type.Optional(Type.String({ description: 'there are others after these' }));

export const DriversQuery = ({ states }: RuleSet) =>
  Type.Object({ status: Status(states), ...Paging });
export const OrdersQuery = (rules: RuleSet) =>
  Type.Object({ status: Status(statusGroups(rules).keys()), ...Paging });

const DriverEntry = Type.Object({
  ...driverMembers,
  assignment: OrNull(Type.Object({ ...OrderAssignment.properties, order_id: Type.String() })),
});
const OrderEntry = Type.Object({
  ...orderMembers,
  age_seconds: Type.Number({ description: 'since it was submitted' }),
});
export const DriverList = Type.Object({ drivers: Type.Array(DriverEntry), next_cursor });
export const OrderList = Type.Object({ orders: Type.Array(OrderEntry), next_cursor });

const Ids = Type.Array(Type.String());
/** The event of the board's stream. */
export const BoardEvent = Type.Object({
  drivers: Type.Array(DriverEntry),
  orders: Type.Array(Type.Object(orderMembers)),
  gone: Type.Object(
    { drivers: Ids, orders: Ids },
    { description: 'ids of those that are not on the board any more' },
  ),
});

export const BatchesQuery = Type.Object(Paging);
export const BatchParams = Type.Object({ batch_id: Id() });
const Matching = Type.String({ enum: ['greedy', 'optimal'] });
const Count = Type.Integer({ minimum: 0 });
const batchMembers = { batch_id: Type.String(), at: Instant, matching: Matching };
export const BatchList = Type.Object({
  batches: Type.Array(
    Type.Object({ ...batchMembers, orders: Count, drivers: Count, matched: Count }),
  ),
  next_cursor,
});

const Weight = Type.Number({ minimum: 0, maximum: 100 });
const weights = { distance: Weight, eta: Weight, load: Weight, priority: Weight, wait: Weight };
export const BatchResult = Type.Object({
  orders: Type.Array(
    Type.Object({
      order_id: Type.String(),
      pickup_lat: Type.Number(),
      pickup_lng: Type.Number(),
      priority_weight: Type.Number({ description: 'the priority, 0 to 1' }),
      submitted_at: Instant,
      rejected_by: Type.Array(Type.String(), {
        description: 'drivers who refused or missed it, longest ago first',
      }),
      attempts_total: Type.Integer({ description: 'how often that happened' }),
      driver_id: OrNull(Type.String({ description: 'with whom it was matched' })),
      score: OrNull(Type.Number()),
      candidates_total: Count,
      candidates: Type.Array(Candidate, {
        description: 'the best 20, those who refused the order last; terms before weighting',
      }),
    }),
  ),
  ...batchMembers,
  weights: Type.Object(weights),
  drivers: Type.Array(
    Type.Object({
      driver_id: Type.String(),
      lat: Type.Number(),
      lng: Type.Number(),
      speed_kmh: Type.Number(),
      max_orders: Type.Integer(),
      last_assigned_at: OrNull(Instant),
    }),
  ),
});

export const ReplayBody = Type.Object({
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  weights: Type.Optional(
    Type.Partial(Type.Object(weights), { description: 'those left out are as they are' }),
  ),
  matching: Type.Optional(Matching),
  changes: Type.Optional(
    Type.Boolean({ description: 'whether each batch names the orders that differ' }),
  ),
});
const Quality = Type.Object({
  mean_pickup_km: OrNull(Type.Number({ description: 'null when nothing was matched' })),
  total_score: Type.Number({ description: 'by the weights with which it was matched' }),
});
const comparison = {
  differing: Type.Integer({ description: 'orders that go to another driver, or to none' }),
  before: Quality,
  after: Quality,
};
const Change = Type.Object({
  order_id: Type.String(),
  before: OrNull(Type.String({ description: 'the driver it went to' })),
  after: OrNull(Type.String({ description: 'the driver it would go to' })),
});
export const ReplayResult = Type.Object({
  batches: Type.Array(
    Type.Object({
      batch_id: Type.String(),
      ...comparison,
      changes: Type.Optional(Type.Array(Change)),
    }),
  ),
  total: Type.Object(comparison),
});
