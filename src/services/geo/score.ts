/** Which of several hubs serves a cell: the one with the highest score. */
import type { Static } from 'typebox';
import { distanceKm, type LatLng } from './cells/geometry.ts';
import type { Terms } from './schemas.ts';
import type { Hub } from './store/geo-store.ts';

/** Finite, 0 or more, not all 0. */
export type Weights = Readonly<Static<typeof Terms>>;

/** A hub that could serve the point. */
export interface Candidate {
  readonly hub: Hub;
  /** From the point that was asked for. */
  readonly distanceKm: number;
  /** Each 0…1, before it is weighted. */
  readonly terms: Weights;
  readonly score: number;
}

/**
 * The hubs with their scores for a point, best first; equal scores by hub id.
 *
 * Score = w₁ × (1 − distance ÷ largest radius among the hubs) + w₂ × stock + w₃ × riders. The
 * distance term ends at 0: a point may be farther away than every radius, in the hub's own cell.
 */
export function rank(hubs: readonly Hub[], point: LatLng, weights: Weights): Candidate[] {
  const largest = hubs.reduce((most, { radiusKm }) => Math.max(most, radiusKm), 0);
  const candidates = hubs.map((hub): Candidate => {
    const distance = distanceKm(point, hub);
    const terms = {
      distance: Math.max(0, 1 - distance / largest),
      stock: hub.stock,
      rider: hub.riders,
    };
    const score =
      weights.distance * terms.distance + weights.stock * terms.stock + weights.rider * terms.rider;
    return { hub, distanceKm: distance, terms, score };
  });
  return candidates.sort((a, b) => b.score - a.score || (a.hub.id < b.hub.id ? -1 : 1));
}

/** The same by distance alone, nearest first; equal distances by hub id. */
export function rankByDistance(hubs: readonly Hub[], point: LatLng, weights: Weights): Candidate[] {
  return rank(hubs, point, weights).sort(
    (a, b) => a.distanceKm - b.distanceKm || (a.hub.id < b.hub.id ? -1 : 1),
  );
}
