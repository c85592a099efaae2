/** What a lookup found, in the words of the API. */
import { Readable } from 'node:stream';
import { TimeSlice } from '#kit/time-slice.ts';
import type { Candidate } from './score.ts';
import type { Finding, Geo } from './serviceability.ts';

/** Kilometres that a rider covers in a minute. */
const riderKmPerMinute = 0.3;

/** @param explain adds the candidates, their terms and scores, and the weights */
export function answerOf({ candidates, tried }: Finding, geo: Geo, explain: boolean) {
  const [best] = candidates;
  const explanation = explain
    ? { weights: geo.weights, candidates: candidates.map(describe) }
    : undefined;
  if (best === undefined) return { serviceable: false, tiers_tried: tried, ...explanation };
  const distance_km = toMetres(best.distanceKm);
  return {
    serviceable: true,
    hub_id: best.hub.id,
    hub_name: best.hub.name,
    distance_km,
    // Of the distance as it is shown, so that the two never contradict each other.
    eta_minutes: Math.trunc(distance_km / riderKmPerMinute),
    tier: tried.at(-1)!.tier,
    tiers_tried: tried,
    ...explanation,
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
