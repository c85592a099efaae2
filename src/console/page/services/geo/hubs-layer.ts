/** Hubs, their areas and hexagons on a map, and the place that was asked about. */
import L from 'leaflet';
import { memoised } from '../../parts/colour.ts';
import type { MapPoint } from '../../parts/map.tsx';
import { plainTone, toneOf } from '../../parts/tones.ts';
import type { Coverage, Hub } from './use-hubs.ts';

const metresPerKm = 1_000;

export interface Asked {
  readonly place: MapPoint;
  /** The hub that serves it. */
  readonly hubId: string | undefined;
}

/** Hexagons are loaded when they are drawn first: h3 is larger than all else. */
const h3 = () => import('h3-js');

export class HubsLayer {
  readonly #hubs = L.featureGroup();
  readonly #asked = L.featureGroup();
  #shown = 0;

  constructor(map: L.Map) {
    this.#hubs.addTo(map);
    this.#asked.addTo(map);
  }

  async draw(hubs: readonly Hub[], withHexagons: boolean): Promise<void> {
    const turn = ++this.#shown;
    const { cellToBoundary } = withHexagons
      ? await h3()
      : { cellToBoundary: (): [number, number][] => [] };
    // Another picture may have been asked for in between.
    if (turn !== this.#shown) return;
    const colours = memoised();
    this.#hubs.clearLayers();
    for (const [i, hub] of hubs.entries()) {
      const colour = colours(toneOfHub(hub, i));
      for (const cell of withHexagons ? (hub.hexagons ?? []) : []) {
        const corners = cellToBoundary(cell);
        const style = { color: colour, weight: 0.6, opacity: 0.6, fillOpacity: 0.12 };
        this.#hubs.addLayer(L.polygon(corners, { ...style, interactive: false }));
      }
      this.#hubs.addLayer(areaOf(hub, colour));
    }
    for (const [i, hub] of hubs.entries()) {
      const fillColor = colours(toneOfHub(hub, i));
      const style = { radius: 7, weight: 2, color: colours('--surface'), fillColor };
      const mark = L.circleMarker([hub.lat, hub.lng], { ...style, fillOpacity: 1 });
      const label = document.createElement('span');
      label.textContent = hub.paused ? `${hub.name} (paused)` : hub.name;
      mark.bindTooltip(label, { direction: 'top' });
      // A click on a hub is a question about its place, as anywhere else.
      this.#hubs.addLayer(mark);
    }
  }

  drawAsked(asked: Asked | undefined, hubs: readonly Hub[]): void {
    this.#asked.clearLayers();
    if (asked === undefined) return;
    const colours = memoised();
    const { place, hubId } = asked;
    const at = L.latLng(place.lat, place.lng);
    const hub = hubs.find(({ hub_id }) => hub_id === hubId);
    const color = colours(hub === undefined ? '--warn' : '--accent');
    if (hub) {
      const style = { color, weight: 2, dashArray: '5 5', interactive: false };
      this.#asked.addLayer(L.polyline([at, L.latLng(hub.lat, hub.lng)], style));
    }
    const style = { radius: 6, weight: 3, color, fillColor: colours('--surface'), fillOpacity: 1 };
    this.#asked.addLayer(L.circleMarker(at, { ...style, interactive: false }));
  }
}

/** Grey says that a hub is paused, and nothing else. */
const toneOfHub = ({ paused }: Hub, i: number) => `--${paused ? toneOf('paused') : plainTone(i)}`;

/** The area, within the radius where there are both. */
function areaOf(
  { lat, lng, coverage, coverage_radius_km: km, paused }: Hub,
  color: string,
): L.Layer {
  const dashArray = paused ? '4 6' : '';
  const style = { color, weight: 1.5, fillOpacity: 0.05, dashArray, interactive: false };
  if (coverage === undefined) return L.circle([lat, lng], { ...style, radius: km * metresPerKm });
  return L.polygon(ringsOf(coverage), style);
}

function ringsOf(coverage: Coverage): L.LatLngTuple[][][] {
  const polygons = coverage.type === 'Polygon' ? [coverage.coordinates] : coverage.coordinates;
  return polygons.map((rings) =>
    rings.map((ring) => ring.map(([lng = 0, lat = 0]): L.LatLngTuple => [lat, lng])),
  );
}
