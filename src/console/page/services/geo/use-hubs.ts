/** All hubs with their areas and hexagons, read again when somebody changes one. */
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { useChanges } from '../../live/changes.ts';
import type { MapPoint } from '../../parts/map.tsx';

/** As GeoJSON has it: longitude first. */
type Ring = readonly (readonly number[])[];
export type Coverage =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

export interface Hub extends MapPoint {
  readonly hub_id: string;
  readonly name: string;
  readonly coverage_radius_km: number;
  readonly stock_availability: number;
  readonly rider_availability: number;
  readonly paused?: boolean;
  readonly opening_hours?: object;
  /** How many hexagons. */
  readonly count: number;
  /** Undefined: it is one of too many, and was not asked for. */
  readonly hexagons?: readonly string[];
  readonly coverage?: Coverage;
}

/** Hubs beyond are drawn without areas and hexagons. */
const mostInFull = 60;

export function useHubs() {
  const loaded = useLoaded(loadHubs, []);
  useChanges('geo', loaded.reload, { counters: ['hub_changes'] });
  return loaded;
}

async function loadHubs(signal: AbortSignal): Promise<Hub[]> {
  const listed = await hawker.geo.listHubs({ signal });
  const hubs: readonly Hub[] = listed?.hubs ?? [];
  return Promise.all(
    hubs.map(async (hub, i) => {
      if (i >= mostInFull) return hub;
      const { data } = await hawker.geo.showHub(hub.hub_id, { signal }).result();
      // It may be gone by now.
      return data ?? hub;
    }),
  );
}
