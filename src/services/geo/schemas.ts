import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Enveloped, Id, Name } from '#kit/web/schema.ts';
import { maxReachKm } from './coverage/check.ts';
import { areaTypes, Coverage } from './coverage/coverage.ts';
import { OpeningHours } from './hours/opening-hours.ts';

const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'degrees' });
const Longitude = Type.Number({ minimum: -180, maximum: 180, description: 'degrees' });
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const ServiceabilityQuery = Type.Object({
  lat: Latitude,
  lng: Longitude,
  explain: Type.Integer({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: '1: list the candidates and their scores',
  }),
});

const Tier = Type.Enum(['redis', 'database', 'distance', 'ip', 'default'], {
  type: 'string',
  description: 'which tier found the hub; `redis` is the cache, whatever store holds it',
});
export const TierTried = Type.Object({
  tier: Tier,
  ms: Type.Number({ description: 'time it took' }),
  outcome: Type.Enum(['hit', 'miss', 'away'], { type: 'string' }),
});
export type TierTried = Readonly<Static<typeof TierTried>>;
export const Terms = Type.Object({
  distance: Type.Number({ description: '1 − distance ÷ largest radius among the candidates' }),
  stock: Type.Number(),
  rider: Type.Number(),
});
const Distance = Type.Number({ description: 'great-circle distance, to the metre' });
const OpensAt = Type.Optional(
  Type.Integer({ description: 'when it opens, milliseconds since the epoch' }),
);
const Candidate = Type.Object({
  hub_id: Type.String(),
  hub_name: Type.String(),
  coverage_radius_km: Type.Number(),
  distance_km: Distance,
  terms: Terms,
  score: Type.Number(),
  paused: Type.Optional(Type.Boolean({ description: 'true: it is passed over' })),
  closed: Type.Optional(Type.Boolean({ description: 'true: it is passed over' })),
  opens_at: OpensAt,
});

const result = {
  serviceable: Type.Boolean(),
  hub_id: Type.Optional(Type.String()),
  hub_name: Type.Optional(Type.String()),
  distance_km: Type.Optional(Distance),
  eta_minutes: Type.Optional(
    Type.Integer({ description: 'whole minutes at 300 m a minute, cut off' }),
  ),
  tier: Type.Optional(Tier),
  reason: Type.Optional(
    Type.Enum(['closed', 'paused'], {
      type: 'string',
      description: 'not served, but there are hubs that would serve the point',
    }),
  ),
  opens_at: OpensAt,
  tiers_tried: Type.Array(TierTried),
};
/** `weights` and `candidates` with `explain=1`; the hub when the point is served. */
const Answer = Type.Object({
  ...result,
  weights: Type.Optional(Terms),
  candidates: Type.Optional(Type.Array(Candidate)),
});
export type Answer = Static<typeof Answer>;
export const ServiceabilityResult = Enveloped(Answer);

export const BatchBody = Type.Object({
  points: Type.Array(
    Type.Object({ id: Type.Optional(Id('told in the answer')), lat: Latitude, lng: Longitude }),
    { minItems: 1, maxItems: 1_000 },
  ),
});
export const BatchResult = Type.Object({
  results: Type.Array(Type.Object({ id: Type.Optional(Type.String()), ...result })),
});

const Radius = Type.Number({ exclusiveMinimum: 0, maximum: maxReachKm });
const Stock = Share('how well stocked it is');
const Riders = Share('how many of its riders are free');
const Paused = Type.Boolean({ description: 'true: it serves nobody' });

/** `checkCoverage` checks rings and points, because its refusals name them. */
const CoverageBody = Type.Object(
  {
    type: Type.Enum([...areaTypes], { type: 'string' }),
    coordinates: Type.Array(Type.Unknown()),
  },
  { description: 'GeoJSON Polygon or MultiPolygon with at most 2,000 points: what is served' },
);
export const HubBody = Type.Object(
  {
    hub_id: Id(),
    name: Name(),
    lat: Latitude,
    lng: Longitude,
    coverage_radius_km: Type.Optional(Radius),
    coverage: Type.Optional(CoverageBody),
    stock_availability: Type.Number({ ...Stock, default: 1 }),
    rider_availability: Type.Number({ ...Riders, default: 1 }),
    paused: Type.Optional(Paused),
    opening_hours: Type.Optional(OpeningHours),
  },
  { anyOf: [{ required: ['coverage_radius_km'] }, { required: ['coverage'] }] },
);
export type HubBody = Static<typeof HubBody>;
export const HubPatchBody = Type.Object({
  name: Type.Optional(Name()),
  stock_availability: Type.Optional(Stock),
  rider_availability: Type.Optional(Riders),
  paused: Type.Optional(Paused),
});
export const HubParams = Type.Object({ hub_id: Id() });

const Hexagons = Type.Array(Type.String(), { description: 'H3 indexes of resolution 9' });
const Count = Type.Integer({ description: 'number of hexagons' });
export const HubSaved = Enveloped(
  Type.Object({ hub_id: Type.String(), hexagons: Hexagons, count: Count }),
);

const hub = {
  hub_id: Type.String(),
  name: Type.String(),
  lat: Latitude,
  lng: Longitude,
  coverage_radius_km: Type.Number({
    description: 'the farthest point of the coverage, if none was given',
  }),
  stock_availability: Stock,
  rider_availability: Riders,
  paused: Type.Optional(Paused),
  opening_hours: Type.Optional(OpeningHours),
  count: Count,
};
export const HubView = Type.Object(hub);
export const HubDetails = Type.Object({
  ...hub,
  coverage: Type.Optional(Coverage),
  hexagons: Hexagons,
});
const headers = headersOfAnswer('ETag');
export const HubList = Type.Object({ hubs: Type.Array(HubView) }, { headers });
export const HubsUnchanged = Type.Null({
  description: 'no hub has changed since it had that ETag',
  headers,
});
export const HubDeleted = Type.Object({ hub_id: Type.String(), deleted: Type.Boolean() });
