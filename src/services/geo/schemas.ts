import { Type, type Static } from 'typebox';
import { Enveloped, Id, Name } from '#kit/web/schema.ts';

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
const Candidate = Type.Object({
  hub_id: Type.String(),
  hub_name: Type.String(),
  coverage_radius_km: Type.Number(),
  distance_km: Distance,
  terms: Terms,
  score: Type.Number(),
});

/** All but the first and the last two are there when the point is served; those with `explain=1`. */
export const ServiceabilityResult = Enveloped(
  Type.Object({
    serviceable: Type.Boolean(),
    hub_id: Type.Optional(Type.String()),
    hub_name: Type.Optional(Type.String()),
    distance_km: Type.Optional(Distance),
    eta_minutes: Type.Optional(
      Type.Integer({ description: 'whole minutes at 300 m a minute, cut off' }),
    ),
    tier: Type.Optional(Tier),
    tiers_tried: Type.Array(TierTried),
    weights: Type.Optional(Terms),
    candidates: Type.Optional(Type.Array(Candidate)),
  }),
);

export const HubBody = Type.Object({
  hub_id: Id(),
  name: Name(),
  lat: Latitude,
  lng: Longitude,
  coverage_radius_km: Type.Number({ exclusiveMinimum: 0, maximum: 50 }),
  stock_availability: Type.Number({ ...Share('how well stocked it is'), default: 1 }),
  rider_availability: Type.Number({ ...Share('how many of its riders are free'), default: 1 }),
});
export const HubParams = Type.Object({ hub_id: Id() });

const Hexagons = Type.Array(Type.String(), { description: 'H3 indexes of resolution 9' });
const Count = Type.Integer({ description: 'number of hexagons' });
export const HubSaved = Enveloped(
  Type.Object({ hub_id: Type.String(), hexagons: Hexagons, count: Count }),
);

const hub = { ...HubBody.properties, count: Count };
export const HubDetails = Type.Object({ ...hub, hexagons: Hexagons });
export const HubList = Type.Object({ hubs: Type.Array(Type.Object(hub)) });
export const HubDeleted = Type.Object({ hub_id: Type.String(), deleted: Type.Boolean() });
