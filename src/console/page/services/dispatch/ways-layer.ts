/** The ways of drivers on the map: to the goods, and on to the door. Offers are dashed. */
import L from 'leaflet';
import { toneOf } from '../../parts/tones.ts';
import { driverIdOf } from './places.ts';
import type { Board, Order } from './use-board.ts';
import { orderKindOf } from './variant.ts';

interface Way {
  readonly line: L.Polyline;
  readonly end: L.CircleMarker | undefined;
}

export class WaysLayer {
  readonly #group = L.featureGroup();
  readonly #board: Board;
  readonly #drivers: ReadonlyMap<string, L.CircleMarker>;
  readonly #ways = new Map<string, Way>();

  constructor(map: L.Map, board: Board, drivers: ReadonlyMap<string, L.CircleMarker>) {
    this.#board = board;
    this.#drivers = drivers;
    this.#group.addTo(map);
  }

  /** From each driver with an order to the goods, and on to the door. */
  update(colours: (name: string) => string): void {
    for (const [id, way] of this.#ways) {
      if (this.#driverOf(id)) continue;
      this.#group.removeLayer(way.line);
      if (way.end) this.#group.removeLayer(way.end);
      this.#ways.delete(id);
    }
    for (const order of this.#board.orders.values()) {
      const driver = this.#driverOf(order.order_id);
      if (driver) this.#draw(order, driver.getLatLng(), colours);
    }
  }

  #driverOf(orderId: string): L.CircleMarker | undefined {
    const order = this.#board.orders.get(orderId);
    const driverId = order && driverIdOf(order);
    return driverId === undefined ? undefined : this.#drivers.get(driverId);
  }

  #draw(order: Order, from: L.LatLng, colours: (name: string) => string): void {
    const { dropoff_lat: lat, dropoff_lng: lng, status } = order;
    const color = colours(`--${toneOf(orderKindOf(status))}`);
    const door = lat === undefined || lng === undefined ? [] : [L.latLng(lat, lng)];
    const shop = status === 'delivering' ? [] : [L.latLng(order.pickup_lat, order.pickup_lng)];
    const places = [from, ...shop, ...door];
    const style = { color, weight: 2, opacity: 0.75, dashArray: status === 'offered' ? '4 6' : '' };
    const known = this.#ways.get(order.order_id);
    if (known === undefined) {
      const line = L.polyline(places, { ...style, interactive: false }).addTo(this.#group);
      const end = door[0] && L.circleMarker(door[0], { radius: 3, interactive: false });
      end?.addTo(this.#group);
      this.#ways.set(order.order_id, { line, end });
      end?.setStyle({ color, fillColor: color, fillOpacity: 1 });
      return;
    }
    known.line.setLatLngs(places);
    if (known.line.options.color === color && known.line.options.dashArray === style.dashArray)
      return;
    known.line.setStyle(style);
    known.end?.setStyle({ color, fillColor: color });
  }
}
