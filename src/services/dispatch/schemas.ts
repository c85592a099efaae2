import { Type, type Static, type TSchema } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';
import { Terms } from './matching/score.ts';
import type { RuleSet } from './rules/rules.ts';
import { priorityWeightB } from './rules/variant-b.ts';

const Lat = Type.Number({ minimum: -90, maximum: 90, description: 'latitude, degrees' });
const Lng = Type.Number({ minimum: -180, maximum: 180, description: 'longitude, degrees' });
/** An instant, milliseconds since the epoch. */
export const Instant = (description: string) =>
  Type.Integer({ description: `${description}, milliseconds since the epoch` });
export const Latitude = Type.Number({ description: 'latitude, degrees' });
export const Longitude = Type.Number({ description: 'longitude, degrees' });
export const DriverId = Type.String({ description: 'id of the driver' });
export const OrderId = Type.String({ description: 'id of the order' });
export const BatchId = Type.String({ description: 'id of the batch' });
const Status = Type.String({ description: 'status of the order' });
/** A schema or null. The description moves to both, where generated types show it. */
export const OrNull = <T extends TSchema>(schema: T) => {
  const { description } = schema as { description?: string };
  return Type.Union([schema, Type.Null()], { description });
};
const Reason = (description: string) =>
  Type.Optional(Type.String({ maxLength: 256, format: 'text', description }));

/** The drop-off and a note for the driver: both are shown, and matching ignores them. */
const GoalBody = Type.Object({
  dropoff_lat: Type.Optional(
    Type.Number({ ...Lat, description: 'latitude of the drop-off, with dropoff_lng' }),
  ),
  dropoff_lng: Type.Optional(
    Type.Number({ ...Lng, description: 'longitude of the drop-off, with dropoff_lat' }),
  ),
  note: Type.Optional(
    Type.String({ maxLength: 500, format: 'text', description: 'note for the driver' }),
  ),
});
export type GoalBody = Static<typeof GoalBody>;
const Goal = {
  dropoff_lat: Type.Optional(Type.Number({ description: 'latitude of the drop-off, degrees' })),
  dropoff_lng: Type.Optional(Type.Number({ description: 'longitude of the drop-off, degrees' })),
  note: Type.Optional(Type.String({ description: 'note for the driver' })),
};

export const OrderBodyA = Type.Object({
  order_id: Id('id of the order, chosen by the shop'),
  pickup_lat: Type.Number({ ...Lat, description: 'latitude of the pickup, degrees' }),
  pickup_lng: Type.Number({ ...Lng, description: 'longitude of the pickup, degrees' }),
  priority: Type.Integer({ minimum: 0, maximum: 10, description: '10 is the most urgent' }),
  ...GoalBody.properties,
});
export const OrderResultA = Type.Object({
  status: Type.Literal('queued'),
  batch_id: Type.String({ description: 'the batch that the order has joined' }),
  estimated_dispatch_ms: Type.Integer({
    description: 'milliseconds until the batch is matched',
  }),
});
export const OrderBodyB = Type.Object({
  order_id: Id('id of the order, chosen by the shop'),
  hub_id: Id('the hub where the goods are picked up'),
  priority: Type.Union(
    [Type.Literal('flash_sale'), Type.Literal('vip'), Type.Literal('normal')] satisfies {
      const: keyof typeof priorityWeightB;
    }[],
    { description: 'flash_sale is the most urgent, then vip' },
  ),
  ...GoalBody.properties,
});
export const OrderResultB = Enveloped(
  Type.Object({
    dispatch_id: Type.String({ description: 'id of the dispatch of this order' }),
    status: Type.Literal('pending'),
    estimated_match_seconds: Type.Integer({ description: 'seconds until the batch is matched' }),
  }),
);

export const CancelBody = Type.Object({
  order_id: Id('id of the order'),
  reason: Reason('why; shown as `cancel_reason` of the order'),
});
export const CancelResult = Type.Object({
  order_id: OrderId,
  status: Type.Literal('cancelled'),
});

const AnswerBodyA = Type.Object({
  driver_id: Id('the driver who answers'),
  assignment_id: Id('id of the offer'),
});
const AnswerBodyB = Type.Object({
  driver_id: Id('the driver who answers'),
  dispatch_id: Id('the dispatch that was offered'),
});
const RejectBodyA = Type.Object({
  ...AnswerBodyA.properties,
  reason: Reason('why; it is not kept'),
});
const RejectBodyB = Type.Object({
  ...AnswerBodyB.properties,
  reason: Reason('why; it is not kept'),
});

/** Variant A names the offer; variant B names the dispatch, and its answer has the hub. */
export function answersTo({ enveloped }: RuleSet) {
  const accepted = Type.Object({
    status: Type.Literal('accepted'),
    ...(enveloped
      ? { hub_id: Type.String({ description: 'the hub where the goods are picked up' }) }
      : {}),
    order_id: OrderId,
  });
  return {
    AnswerBody: enveloped ? AnswerBodyB : AnswerBodyA,
    RejectBody: enveloped ? RejectBodyB : RejectBodyA,
    accepted,
  };
}
export const Rejected = Type.Object({
  status: Type.Literal('rejected'),
  reassignment_in_ms: Type.Integer({
    description:
      'milliseconds until the order is offered again; 0 if the delays of this round are used up: see order_status',
  }),
  order_status: Status,
});

export const LocationBody = Type.Object({
  driver_id: Id('id of the driver'),
  lat: Lat,
  lng: Lng,
  speed_kmh: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 300,
      description: 'average speed, km/h; 0: unknown; when absent, that of the previous report',
    }),
  ),
  max_orders: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'maximum number of orders at a time; has no effect yet: a driver has one at a time',
    }),
  ),
});
export const LocationResult = Type.Object({ status: Type.Literal('updated') });

export const StatusBody = ({ states }: RuleSet) =>
  Type.Object({
    driver_id: Id('id of the driver'),
    status: Type.String({ enum: [...states], description: 'the new status of the driver' }),
  });
export const DriverParams = Type.Object({ driver_id: Id('id of the driver') });
export const OrderParams = Type.Object({ order_id: Id('id of the order') });
export const EventsQuery = Type.Object({
  driver_id: Type.Optional(Id('the driver whose offers are followed; either this or order_id')),
  order_id: Type.Optional(
    Id('the order whose status and driver are followed; either this or driver_id'),
  ),
});

export const driverMembers = {
  driver_id: DriverId,
  status: Type.String({ description: 'status of the driver' }),
  lat: Latitude,
  lng: Longitude,
  speed_kmh: Type.Number({ description: 'average speed, km/h' }),
  max_orders: Type.Integer({ description: 'maximum number of orders at a time' }),
  heard_at: Instant('when the driver last reported the location'),
  last_assigned_at: OrNull(Instant('when the driver last got an offer')),
  order_id: OrNull(
    Type.String({ description: 'the order that the driver is offered or has in hand' }),
  ),
};
export const DriverResult = Type.Object(driverMembers);

const Score = OrNull(
  Type.Number({ description: 'score of the match; null if it was assigned by hand' }),
);
const Named = {
  assignment_id: Type.Optional(Type.String({ description: 'id of the offer, in variant A' })),
  dispatch_id: Type.Optional(
    Type.String({ description: 'id of the dispatch of the order, in variant B' }),
  ),
  hub_id: Type.Optional(
    Type.String({ description: 'the hub where the goods are picked up, in variant B' }),
  ),
};
const Priority = Type.Union([Type.Integer(), Type.String()], {
  description: 'as it was submitted: a number in variant A, a name in variant B',
});
export const Pickup = {
  pickup_lat: Type.Number({ description: 'latitude of the pickup, degrees' }),
  pickup_lng: Type.Number({ description: 'longitude of the pickup, degrees' }),
};
export const Offer = Type.Object({
  ...Named,
  order_id: OrderId,
  ...Pickup,
  priority: Priority,
  ...Goal,
  score: Score,
  offered_at: Instant('when the offer was made'),
  expires_at: Instant('when the offer ends'),
});
export const AssignmentsResult = Type.Object({
  assignments: Type.Array(Offer, { description: 'open offers, at most one' }),
});

/** The event that the stream of an order sends. */
export const OrderEvent = Type.Object({
  order_id: OrderId,
  status: Status,
  ...Goal,
  driver_id: Type.Optional(Type.String({ description: 'the driver, once the order is accepted' })),
  driver: Type.Optional(
    Type.Object(
      {
        lat: Latitude,
        lng: Longitude,
        speed_kmh: Type.Number({ description: 'average speed, km/h' }),
      },
      {
        description:
          'location of the driver while the order is in hand, updated at most once a second',
      },
    ),
  ),
  eta_minutes: Type.Optional(
    Type.Integer({
      description:
        'whole minutes to the pickup until the goods are on board, then to the drop-off; rounded up',
    }),
  ),
});

export const Candidate = Type.Object({ driver_id: DriverId, ...Terms.properties });
export const Candidates = Type.Array(Candidate, {
  description:
    'the best 20 with all terms before weighting; drivers who refused the order come last',
});
const ScoreTable = Type.Object(
  {
    batch_id: BatchId,
    at: Instant('when the batch was matched'),
    candidates_total: Type.Integer({ description: 'number of drivers within reach' }),
    candidates: Candidates,
  },
  { description: 'scores in the latest batch of the order' },
);
export const OrderAssignment = Type.Object({
  assignment_id: Named.assignment_id,
  driver_id: DriverId,
  status: Type.String({
    enum: ['offered', 'accepted', 'rejected', 'expired', 'cancelled', 'delivered'],
    description: 'what became of the offer',
  }),
  score: Score,
  offered_at: Instant('when the offer was made'),
  expires_at: Instant('when the offer ends'),
});
const Assignment = Type.Object(OrderAssignment.properties, {
  description: 'the latest offer of the order',
});
export const orderMembers = {
  order_id: OrderId,
  dispatch_id: Named.dispatch_id,
  hub_id: Named.hub_id,
  ...Pickup,
  priority: Priority,
  ...Goal,
  status: Status,
  cancel_reason: Type.Optional(Type.String({ description: 'why it was cancelled' })),
  submitted_at: Instant('when the order was submitted'),
  batch_id: Type.String({ description: 'the latest batch that the order has joined' }),
  attempts: Type.Integer({ description: 'rejections and timeouts in this round' }),
  attempts_total: Type.Integer({ description: 'rejections and timeouts in all rounds' }),
  round: Type.Integer({ description: 'number of the round, from 1' }),
  reassignment_at: OrNull(Instant('when it is offered again')),
  assignment: OrNull(Assignment),
};
export const OrderView = Type.Object({ ...orderMembers, score_table: OrNull(ScoreTable) });

export const ManualQueueResult = Type.Object({
  orders: Type.Array(OrderView, { description: 'the one that has waited longest first' }),
});
export const AssignBody = Type.Object({
  order_id: Id('an order of the manual queue'),
  driver_id: Id('an idle driver'),
});
export const AssignResult = Type.Object({
  status: Type.Literal('offered'),
  assignment_id: Type.String({ description: 'id of the offer' }),
  expires_at: Instant('when the offer ends'),
});
export const HubBody = Type.Object({ hub_id: Id('id of the hub'), lat: Lat, lng: Lng });
export const HubResult = Enveloped(HubBody);
export const HubParams = Type.Object({ hub_id: Id('id of the hub') });
export const HubDeleted = Enveloped(
  Type.Object({
    hub_id: Type.String({ description: 'id of the hub' }),
    deleted: Type.Literal(true),
  }),
);
