import { Type, type Static } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Enveloped, Id, Name } from '#kit/web/schema.ts';
import { maxReachKm } from './coverage/check.ts';
import { areaTypes, Coverage } from './coverage/coverage.ts';
import { OpeningHours } from './hours/opening-hours.ts';

const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'latitude, degrees' });
const Longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: 'longitude, degrees',
});
const HubId = Type.String({ description: 'id of the hub' });
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const ServiceabilityQuery = Type.Object({
  lat: Latitude,
  lng: Longitude,
  explain: Type.Integer({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: '1: adds `weights` and `candidates` to the answer',
  }),
});

const Tier = Type.Enum(['redis', 'database', 'distance', 'ip', 'default'], {
  type: 'string',
  description:
    'redis: the cache, in Redis or in memory; database: hubs of the cell; distance: the nearest hub; ip: by the city of the address; default: the default hub',
});
export const TierTried = Type.Object({
  tier: Tier,
  ms: Type.Number({ description: 'milliseconds that it took' }),
  outcome: Type.Enum(['hit', 'miss', 'away'], {
    type: 'string',
    description: 'away: the cache could not be reached',
  }),
});
export type TierTried = Readonly<Static<typeof TierTried>>;
export const Terms = Type.Object({
  distance: Type.Number({ description: '1 − distance ÷ largest radius among the candidates' }),
  stock: Type.Number({ description: 'stock availability of the hub' }),
  rider: Type.Number({ description: 'rider availability of the hub' }),
});
const Distance = Type.Number({
  description: 'great-circle distance from the hub to the point in km, to the metre',
});
const OpensAt = Type.Optional(
  Type.Integer({ description: 'when it opens next, milliseconds since the epoch' }),
);
const Candidate = Type.Object({
  hub_id: HubId,
  hub_name: Type.String({ description: 'name of the hub' }),
  coverage_radius_km: Type.Number({ description: 'radius that it serves' }),
  distance_km: Distance,
  terms: Type.Object(Terms.properties, { description: 'terms of the score, before weighting' }),
  score: Type.Number({ description: 'sum of the weighted terms' }),
  paused: Type.Optional(Type.Boolean({ description: 'true: passed over, because it is paused' })),
  closed: Type.Optional(Type.Boolean({ description: 'true: passed over, because it is closed' })),
  opens_at: OpensAt,
});

const result = {
  serviceable: Type.Boolean({ description: 'whether a hub serves the point now' }),
  hub_id: Type.Optional(HubId),
  hub_name: Type.Optional(Type.String({ description: 'name of the hub' })),
  distance_km: Type.Optional(Distance),
  eta_minutes: Type.Optional(
    Type.Integer({ description: 'whole minutes of the ride at 300 m a minute, rounded down' }),
  ),
  tier: Type.Optional(Tier),
  reason: Type.Optional(
    Type.Enum(['closed', 'paused'], {
      type: 'string',
      description: 'why the point is not served now, although a hub covers it',
    }),
  ),
  opens_at: OpensAt,
  tiers_tried: Type.Array(TierTried, { description: 'tiers that were tried, in order' }),
};
/** The answer to a lookup: `weights` and `candidates` with `explain=1`, the hub if one serves. */
const Answer = Type.Object({
  ...result,
  weights: Type.Optional(
    Type.Object(
      {
        distance: Type.Number({ description: 'weight of the distance' }),
        stock: Type.Number({ description: 'weight of the stock availability' }),
        rider: Type.Number({ description: 'weight of the rider availability' }),
      },
      { description: 'weights of the terms, with `explain=1`' },
    ),
  ),
  candidates: Type.Optional(
    Type.Array(Candidate, {
      description:
        'hubs to choose from, the chosen one first and those passed over last, with `explain=1`',
    }),
  ),
});
export type Answer = Static<typeof Answer>;
export const ServiceabilityResult = Enveloped(Answer);

export const BatchBody = Type.Object({
  points: Type.Array(
    Type.Object({
      id: Type.Optional(Id('names the point in the answer')),
      lat: Latitude,
      lng: Longitude,
    }),
    { minItems: 1, maxItems: 1_000, description: 'points to look up' },
  ),
});
export const BatchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.Optional(Type.String({ description: 'the id of the point, if it has one' })),
      ...result,
    }),
    { description: 'one for each point, in their order' },
  ),
});

const Radius = Type.Number({
  exclusiveMinimum: 0,
  maximum: maxReachKm,
  description: 'radius that the hub serves; required without `coverage`',
});
const Stock = Share('how well stocked the hub is, from 0 to 1');
const Riders = Share('share of the riders of the hub that are free, from 0 to 1');
const Paused = Type.Boolean({ description: 'true: the hub serves nobody for now' });

/** `checkCoverage` checks rings and points, since it can name those that are wrong. */
const CoverageBody = Type.Object(
  {
    type: Type.Enum([...areaTypes], { type: 'string', description: 'type of the geometry' }),
    coordinates: Type.Array(Type.Unknown(), {
      description: 'rings of points, longitude first; the first point of a ring is also its last',
    }),
  },
  {
    description:
      'the area that the hub serves: a GeoJSON polygon or multipolygon with at most 2,000 points',
  },
);
export const HubBody = Type.Object(
  {
    hub_id: Id('id of the hub'),
    name: Name('name of the hub'),
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
  name: Type.Optional(Name('name of the hub')),
  stock_availability: Type.Optional(Stock),
  rider_availability: Type.Optional(Riders),
  paused: Type.Optional(Paused),
});
export const HubParams = Type.Object({ hub_id: Id('id of the hub') });

const Hexagons = Type.Array(Type.String(), {
  description: 'hexagons that the hub covers, as H3 indexes of resolution 9',
});
const Count = Type.Integer({ description: 'number of hexagons that the hub covers' });
export const HubSaved = Enveloped(Type.Object({ hub_id: HubId, hexagons: Hexagons, count: Count }));

const hub = {
  hub_id: HubId,
  name: Type.String({ description: 'name of the hub' }),
  lat: Latitude,
  lng: Longitude,
  coverage_radius_km: Type.Number({
    description:
      'radius that the hub serves; without one, the distance to the farthest point of its area',
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
export const HubList = Type.Object(
  { hubs: Type.Array(HubView, { description: 'all hubs, by id' }) },
  { headers },
);
export const HubsUnchanged = Type.Null({
  description: 'no hub has changed since that ETag',
  headers,
});
export const HubDeleted = Type.Object({
  hub_id: HubId,
  deleted: Type.Boolean({ description: 'always true' }),
});
