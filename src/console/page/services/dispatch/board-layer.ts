/**
 * Drivers, orders and ways on a map: one canvas. What is there is moved in place; a few drivers glide to
 * where they are reported, thousands jump.
 */
import L from 'leaflet';
import { memoised } from '../../parts/colour.ts';
import { toneOf } from '../../parts/tones.ts';
import { HubNames, labelAt, nameOf } from './labels.ts';
import type { Board, Driver, Order } from './use-board.ts';
import { driverKindOf, orderKindOf } from './variant.ts';
import { WaysLayer } from './ways-layer.ts';

/** More than so many at a time jump. */
const mostGliding = 300;
/** The board tells once a second at most. */
const glideMs = 900;
/** From so many on, drivers are drawn as small dots. */
const crowd = 1_000;

interface Glide {
  readonly from: L.LatLng;
  readonly to: L.LatLng;
  readonly startedAt: number;
}

export class BoardLayer {
  readonly #orders = L.featureGroup();
  readonly #drivers = L.featureGroup();
  readonly #driverMarks = new Map<string, L.CircleMarker>();
  readonly #orderMarks = new Map<string, L.CircleMarker>();
  readonly #glides = new Map<string, Glide>();
  readonly #map: L.Map;
  readonly #board: Board;
  readonly #ways: WaysLayer;
  readonly #hubs: HubNames;
  /** Id of the order that stands out; empty: none. */
  #followed = '';
  #label: L.Tooltip | undefined;
  #colours = memoised();
  #frame = 0;

  constructor(map: L.Map, board: Board) {
    this.#map = map;
    this.#board = board;
    this.#ways = new WaysLayer(map, board, this.#driverMarks);
    this.#hubs = new HubNames(map, board);
    for (const group of [this.#orders, this.#drivers]) group.addTo(map);
    // One label for all of them: it is made when the pointer rests on one.
    for (const group of [this.#orders, this.#drivers]) {
      group.bindTooltip((layer) => this.#labelOf(layer), { sticky: true });
    }
  }

  /**
   * Draws what the board tells now.
   *
   * @param followed id of the order that stands out; empty: none
   */
  update(followed: string): void {
    this.#follow(followed);
    const { drivers, orders } = this.#board;
    const isCrowd = drivers.size >= crowd;
    const moved: [string, L.LatLng][] = [];
    for (const [id, driver] of drivers) {
      const style = this.#driverStyle(driver, isCrowd);
      const mark = this.#driverMarks.get(id);
      const to = L.latLng(driver.lat, driver.lng);
      if (mark === undefined) {
        this.#driverMarks.set(id, L.circleMarker(to, style).addTo(this.#drivers));
        continue;
      }
      if (mark.options.fillColor !== style.fillColor || mark.getRadius() !== style.radius) {
        mark.setStyle(style);
        mark.setRadius(style.radius);
      }
      const heading = this.#glides.get(id)?.to ?? mark.getLatLng();
      if (!heading.equals(to)) moved.push([id, to]);
    }
    this.#removeGone(this.#driverMarks, drivers, this.#drivers);
    for (const order of orders.values()) this.#placeOrder(order);
    this.#removeGone(this.#orderMarks, orders, this.#orders);
    this.#move(moved);
    this.#ways.update(this.#colours);
    this.#hubs.update();
  }

  /** Draws everything again in the colours of the theme. */
  restyle(): void {
    this.#colours = memoised();
    for (const [id, mark] of this.#driverMarks) {
      const driver = this.#board.drivers.get(id);
      if (driver) mark.setStyle(this.#driverStyle(driver, this.#driverMarks.size >= crowd));
    }
    for (const [id, mark] of this.#orderMarks) {
      const order = this.#board.orders.get(id);
      if (order) mark.setStyle(this.#orderStyle(order));
    }
    this.#ways.update(this.#colours);
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
  }

  #follow(followed: string): void {
    const former = this.#board.orders.get(this.#followed);
    const order = this.#board.orders.get(followed);
    if (followed !== this.#followed || order === undefined) {
      this.#label?.remove();
      this.#label = undefined;
    }
    this.#followed = followed;
    for (const one of [former, order]) {
      if (one) this.#orderMarks.get(one.order_id)?.setStyle(this.#orderStyle(one));
    }
    if (order === undefined) return;
    const place = { lat: order.pickup_lat, lng: order.pickup_lng };
    this.#label ??= labelAt(this.#map, place, followed, 'bottom');
  }

  #driverStyle({ status }: Driver, isCrowd: boolean) {
    const colour = this.#colours(`--${toneOf(driverKindOf(status))}`);
    const edge = this.#colours('--surface');
    const size = isCrowd ? { radius: 3, weight: 0 } : { radius: 6, weight: 1.5 };
    return { ...size, color: edge, fillColor: colour, fillOpacity: 1 };
  }

  #orderStyle({ order_id, status }: Order) {
    const colour = this.#colours(`--${toneOf(orderKindOf(status))}`);
    const isFollowed = order_id === this.#followed;
    const size = isFollowed ? { radius: 14, weight: 4 } : { radius: 9, weight: 2 };
    return { ...size, color: colour, fillColor: colour, fillOpacity: isFollowed ? 0.3 : 0.08 };
  }

  #placeOrder(order: Order): void {
    const style = this.#orderStyle(order);
    const mark = this.#orderMarks.get(order.order_id);
    if (mark === undefined) {
      const made = L.circleMarker([order.pickup_lat, order.pickup_lng], style);
      this.#orderMarks.set(order.order_id, made.addTo(this.#orders));
    } else if (mark.options.color !== style.color) mark.setStyle(style);
  }

  #removeGone(
    marks: Map<string, L.CircleMarker>,
    there: ReadonlyMap<string, unknown>,
    group: L.FeatureGroup,
  ): void {
    for (const [id, mark] of marks) {
      if (there.has(id)) continue;
      group.removeLayer(mark);
      marks.delete(id);
      this.#glides.delete(id);
    }
  }

  #move(moved: readonly [string, L.LatLng][]): void {
    const jumps =
      moved.length > mostGliding || matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [id, to] of moved) {
      const mark = this.#driverMarks.get(id)!;
      if (jumps) {
        this.#glides.delete(id);
        mark.setLatLng(to);
      } else this.#glides.set(id, { from: mark.getLatLng(), to, startedAt: performance.now() });
    }
    if (this.#glides.size > 0 && this.#frame === 0) this.#nextFrame();
  }

  #nextFrame(): void {
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      for (const [id, { from, to, startedAt }] of this.#glides) {
        const part = Math.min(1, Math.max(0, (now - startedAt) / glideMs));
        const at = [from.lat + (to.lat - from.lat) * part, from.lng + (to.lng - from.lng) * part];
        this.#driverMarks.get(id)!.setLatLng(at as [number, number]);
        if (part === 1) this.#glides.delete(id);
      }
      this.#ways.update(this.#colours);
      if (this.#glides.size > 0) this.#nextFrame();
    });
  }

  #labelOf(layer: L.Layer): HTMLElement {
    for (const [id, mark] of this.#driverMarks) {
      if (mark === layer) return nameOf(`${id}: ${this.#board.drivers.get(id)?.status ?? 'gone'}`);
    }
    for (const [id, mark] of this.#orderMarks) {
      if (mark === layer) return nameOf(`${id}: ${this.#board.orders.get(id)?.status ?? 'over'}`);
    }
    return nameOf('');
  }
}
