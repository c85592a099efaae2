/** The result of a lookup, in the words of the API. */
import { Readable } from 'node:stream';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { openingAt, type OpeningHours } from './hours/opening-hours.ts';
import type { Answer } from './schemas.ts';
import type { Candidate } from './score.ts';
import type { Finding, Geo } from './serviceability.ts';
import type { Hub, HubRecord } from './store/geo-store.ts';

/** Kilometres that a rider covers in a minute. */
const riderKmPerMinute = 0.3;

interface Asked {
  /** Adds the candidates, their terms and scores, and the weights. */
  readonly explain: boolean;
  readonly now: number;
}

export function answerOf(finding: Finding, geo: Geo, { explain, now }: Asked): Answer {
  const { candidates, passedOver, tried } = finding;
  const [best] = candidates;
  const explanation = explain
    ? { weights: geo.weights, candidates: [...candidates.map(describe), ...passedOver.map(marked)] }
    : undefined;
  function marked(candidate: Candidate) {
    return { ...describe(candidate), ...idleness(candidate.hub, now) };
  }
  if (best === undefined) {
    const reason = reasonOf(passedOver, now);
    return { serviceable: false, ...reason, tiers_tried: tried, ...explanation };
  }
  const distance_km = toMetres(best.distanceKm);
  return {
    serviceable: true,
    hub_id: best.hub.id,
    hub_name: best.hub.name,
    distance_km,
    // From the rounded distance, so that the two never contradict each other.
    eta_minutes: Math.trunc(distance_km / riderKmPerMinute),
    tier: tried.at(-1)!.tier,
    tiers_tried: tried,
    ...explanation,
  };
}

/** Why nobody serves the point, if hubs would that are closed or paused. */
function reasonOf(passedOver: readonly Candidate[], now: number) {
  const idle = passedOver.map(({ hub }) => idleness(hub, now));
  if (idle.length === 0) return undefined;
  // A paused hub opens when an operator resumes it, whatever its hours are.
  const openings = idle.filter(({ paused }) => !paused).map(({ opens_at }) => opens_at);
  const known = openings.filter((at) => at !== undefined);
  if (known.length > 0)
    return { reason: 'closed' as const, opens_at: known.reduce((a, b) => Math.min(a, b)) };
  return { reason: idle.some(({ paused }) => paused) ? ('paused' as const) : ('closed' as const) };
}

function idleness({ paused, hours }: Hub, now: number) {
  const opening = hours === undefined ? undefined : openingAt(hours, now);
  return {
    ...(paused === true && { paused }),
    ...(opening?.isOpen === false && { closed: true }),
    ...(opening?.opensAt !== undefined && { opens_at: opening.opensAt }),
  };
}

function describe({ hub, distanceKm, terms, score }: Candidate) {
  return {
    hub_id: hub.id,
    hub_name: hub.name,
    coverage_radius_km: hub.radiusKm,
    distance_km: toMetres(distanceKm),
    terms,
    score,
  };
}

/** Kilometres, to the metre. */
const toMetres = (km: number) => Math.round(km * 1000) / 1000;

/** The view of a hub. Members that were never given are left out. */
export const hubView = (hub: HubRecord) => ({
  hub_id: hub.id,
  name: hub.name,
  lat: hub.lat,
  lng: hub.lng,
  coverage_radius_km: hub.radiusKm,
  ...(hub.coverage !== undefined && { coverage: hub.coverage }),
  stock_availability: hub.stock,
  rider_availability: hub.riders,
  ...(hub.paused !== undefined && { paused: hub.paused }),
  ...(hub.hours !== undefined && { opening_hours: JSON.parse(hub.hours) as OpeningHours }),
  count: hub.count,
});

/**
 * JSON of a hub with its hexagons. A hub of 50 km has some 80,000: they are written in slices.
 *
 * @param before, after what stands around it
 */
export function hexagonsJson(
  before: string,
  hub: object,
  hexagons: readonly string[],
  after: string,
): Readable {
  async function* parts(): AsyncGenerator<string> {
    const slice = new TimeSlice();
    yield `${before}${JSON.stringify(hub).slice(0, -1)},"hexagons":[`;
    for (let i = 0; i < hexagons.length; i += partSize) {
      if (slice.isOver) await slice.next();
      const part = JSON.stringify(hexagons.slice(i, i + partSize)).slice(1, -1);
      yield i === 0 ? part : `,${part}`;
    }
    yield `]}${after}`;
  }
  return Readable.from(parts(), { objectMode: false });
}

const partSize = 1_000;
