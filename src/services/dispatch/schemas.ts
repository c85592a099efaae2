import { Type, type Static, type TSchema } from 'typebox';
import { Enveloped, Id } from '#kit/web/schema.ts';
import { Terms } from './matching/score.ts';
import type { RuleSet } from './rules/rules.ts';
import { priorityWeightB } from './rules/variant-b.ts';

const Lat = Type.Number({ minimum: -90, maximum: 90, description: 'degrees' });
const Lng = Type.Number({ minimum: -180, maximum: 180, description: 'degrees' });
export const Instant = Type.Integer({ description: 'milliseconds since the epoch' });
export const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Reason = Type.Optional(Type.String({ maxLength: 256, format: 'text' }));

/** Where an order goes, and what its driver should know: shown, not looked at by matching. */
const GoalBody = Type.Object({
  dropoff_lat: Type.Optional(Type.Number({ ...Lat, description: 'with dropoff_lng' })),
  dropoff_lng: Type.Optional(Type.Number({ ...Lng, description: 'with dropoff_lat' })),
  note: Type.Optional(Type.String({ maxLength: 500, format: 'text' })),
});
export type GoalBody = Static<typeof GoalBody>;
const Goal = {
  dropoff_lat: Type.Optional(Type.Number()),
  dropoff_lng: Type.Optional(Type.Number()),
  note: Type.Optional(Type.String()),
};

export const OrderBodyA = Type.Object({
  order_id: Id(),
  pickup_lat: Lat,
  pickup_lng: Lng,
  priority: Type.Integer({ minimum: 0, maximum: 10 }),
  ...GoalBody.properties,
});
export const OrderResultA = Type.Object({
  status: Type.Literal('queued'),
  batch_id: Type.String(),
  estimated_dispatch_ms: Type.Integer({ description: 'until the batch is matched' }),
});
export const OrderBodyB = Type.Object({
  order_id: Id(),
  hub_id: Id('where the goods are picked up'),
  priority: Type.Union([
    Type.Literal('flash_sale'),
    Type.Literal('vip'),
    Type.Literal('normal'),
  ] satisfies { const: keyof typeof priorityWeightB }[]),
  ...GoalBody.properties,
});
export const OrderResultB = Enveloped(
  Type.Object({
    dispatch_id: Type.String(),
    status: Type.Literal('pending'),
    estimated_match_seconds: Type.Integer({ description: 'until the batch is matched' }),
  }),
);

export const CancelBody = Type.Object({ order_id: Id(), reason: Reason });
export const CancelResult = Type.Object({
  order_id: Type.String(),
  status: Type.Literal('cancelled'),
});

const AnswerBodyA = Type.Object({ driver_id: Id(), assignment_id: Id() });
const AnswerBodyB = Type.Object({ driver_id: Id(), dispatch_id: Id() });
const RejectBodyA = Type.Object({ ...AnswerBodyA.properties, reason: Reason });
const RejectBodyB = Type.Object({ ...AnswerBodyB.properties, reason: Reason });

/** Variant A names the offer, variant B the dispatch, and what it answers names the hub. */
export function answersTo({ enveloped }: RuleSet) {
  const accepted = Type.Object({
    status: Type.Literal('accepted'),
    ...(enveloped ? { hub_id: Type.String() } : {}),
    order_id: Type.String(),
  });
  return {
    AnswerBody: enveloped ? AnswerBodyB : AnswerBodyA,
    RejectBody: enveloped ? RejectBodyB : RejectBodyA,
    accepted,
  };
}
export const Rejected = Type.Object({
  status: Type.Literal('rejected'),
  reassignment_in_ms: Type.Integer({ description: '0 when no delay is left: see order_status' }),
  order_status: Type.String(),
});

export const LocationBody = Type.Object({
  driver_id: Id(),
  lat: Lat,
  lng: Lng,
  speed_kmh: Type.Optional(
    Type.Number({ minimum: 0, maximum: 300, description: 'average; 0: not known' }),
  ),
  max_orders: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export const LocationResult = Type.Object({ status: Type.Literal('updated') });

export const StatusBody = ({ states }: RuleSet) =>
  Type.Object({ driver_id: Id(), status: Type.String({ enum: [...states] }) });
export const DriverParams = Type.Object({ driver_id: Id() });
export const OrderParams = Type.Object({ order_id: Id() });
export const EventsQuery = Type.Object({
  driver_id: Type.Optional(Id('its offers; either this or order_id')),
  order_id: Type.Optional(Id('its status and its driver; either this or driver_id')),
});

export const driverMembers = {
  driver_id: Type.String(),
  status: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  speed_kmh: Type.Number(),
  max_orders: Type.Integer(),
  heard_at: Instant,
  last_assigned_at: OrNull(Instant),
  order_id: OrNull(Type.String({ description: 'the order in the hands of the driver' })),
};
export const DriverResult = Type.Object(driverMembers);

const Score = OrNull(Type.Number({ description: 'null when assigned by hand' }));
const Named = {
  assignment_id: Type.Optional(Type.String({ description: 'variant A' })),
  dispatch_id: Type.Optional(Type.String({ description: 'variant B' })),
  hub_id: Type.Optional(Type.String({ description: 'variant B' })),
};
const Priority = Type.Union([Type.Integer(), Type.String()]);
const Pickup = { pickup_lat: Type.Number(), pickup_lng: Type.Number(), priority: Priority };
export const Offer = Type.Object({
  ...Named,
  order_id: Type.String(),
  ...Pickup,
  ...Goal,
  score: Score,
  offered_at: Instant,
  expires_at: Instant,
});
export const AssignmentsResult = Type.Object({ assignments: Type.Array(Offer) });

/** The event of the order's stream. */
export const OrderEvent = Type.Object({
  order_id: Type.String(),
  status: Type.String(),
  ...Goal,
  driver_id: Type.Optional(Type.String({ description: 'from acceptance on' })),
  driver: Type.Optional(
    Type.Object(
      { lat: Type.Number(), lng: Type.Number(), speed_kmh: Type.Number() },
      { description: 'while the order is in the hands of the driver; at most one a second' },
    ),
  ),
  eta_minutes: Type.Optional(
    Type.Integer({
      description: 'to the pickup until the goods are on board, then to the drop-off; rounded up',
    }),
  ),
});

export const Candidate = Type.Object({ driver_id: Type.String(), ...Terms.properties });
const ScoreTable = Type.Object({
  batch_id: Type.String(),
  at: Instant,
  candidates_total: Type.Integer({ description: 'drivers in reach' }),
  candidates: Type.Array(Candidate, {
    description: 'the best 20, those who refused the order last; terms before weighting',
  }),
});
export const OrderAssignment = Type.Object({
  assignment_id: Named.assignment_id,
  driver_id: Type.String(),
  status: Type.String({
    enum: ['offered', 'accepted', 'rejected', 'expired', 'cancelled', 'delivered'],
  }),
  score: Score,
  offered_at: Instant,
  expires_at: Instant,
});
export const orderMembers = {
  order_id: Type.String(),
  dispatch_id: Named.dispatch_id,
  hub_id: Named.hub_id,
  ...Pickup,
  ...Goal,
  status: Type.String(),
  cancel_reason: Type.Optional(Type.String()),
  submitted_at: Instant,
  batch_id: Type.String(),
  attempts: Type.Integer({ description: 'rejections and timeouts of this round' }),
  attempts_total: Type.Integer(),
  round: Type.Integer(),
  reassignment_at: OrNull(Instant),
  assignment: OrNull(OrderAssignment),
};
export const OrderView = Type.Object({ ...orderMembers, score_table: OrNull(ScoreTable) });

export const ManualQueueResult = Type.Object({ orders: Type.Array(OrderView) });
export const AssignBody = Type.Object({ order_id: Id(), driver_id: Id() });
export const AssignResult = Type.Object({
  status: Type.Literal('offered'),
  assignment_id: Type.String(),
  expires_at: Instant,
});
export const HubBody = Type.Object({ hub_id: Id(), lat: Lat, lng: Lng });
export const HubResult = Enveloped(HubBody);
export const HubParams = Type.Object({ hub_id: Id() });
export const HubDeleted = Enveloped(
  Type.Object({ hub_id: Type.String(), deleted: Type.Literal(true) }),
);
