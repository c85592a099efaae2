/** Names that stand on the map: of hubs, and of the order that is followed. */
import L from 'leaflet';
import type { MapPoint } from '../../parts/map.tsx';
import type { Board } from './use-board.ts';

/** Leaflet takes texts as HTML. */
export function nameOf(text: string): HTMLElement {
  const name = document.createElement('span');
  name.textContent = text;
  return name;
}

/** Below what is drawn: a name never hides a driver. */
const pane = 'names';

export function labelAt(map: L.Map, place: MapPoint, text: string, direction: 'top' | 'bottom') {
  if (map.getPane(pane) === undefined) map.createPane(pane);
  const offset: L.PointTuple = [0, direction === 'top' ? -8 : 12];
  return L.tooltip({ permanent: true, direction, offset, pane, className: 'map-name' })
    .setLatLng(place)
    .setContent(nameOf(text))
    .addTo(map);
}

/** Hubs that orders were picked up at since the map is shown. */
export class HubNames {
  readonly #map: L.Map;
  readonly #board: Board;
  readonly #named = new Set<string>();

  constructor(map: L.Map, board: Board) {
    this.#map = map;
    this.#board = board;
  }

  update(): void {
    for (const { hub_id: id, pickup_lat: lat, pickup_lng: lng } of this.#board.orders.values()) {
      if (id === undefined || this.#named.has(id)) continue;
      this.#named.add(id);
      labelAt(this.#map, { lat, lng }, id, 'top');
    }
  }
}
