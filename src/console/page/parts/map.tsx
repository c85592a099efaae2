/**
 * A map without tiles: places are drawn on a canvas over a grid of degrees, so it needs no foreign host
 * and ten thousand markers move smoothly. By Leaflet.
 */
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'preact/hooks';
import './map.css';

export interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

interface MapViewProps {
  readonly label: string;
  /** Called once the map is there; what it yields is called when it goes. */
  readonly ready: (map: L.Map) => (() => void) | void;
  readonly click?: (place: MapPoint) => void;
}

/** Where a map begins that has nothing to show yet. */
const start = { lat: 1.3521, lng: 103.8198, zoom: 12 };

export function MapView({ label, ready, click }: MapViewProps) {
  const holder = useRef<HTMLDivElement>(null);
  const clicked = useRef(click);
  clicked.current = click;
  useEffect(() => {
    const element = holder.current!;
    const map = L.map(element, {
      preferCanvas: true,
      attributionControl: false,
      minZoom: 2,
      worldCopyJump: true,
      // The wheel scrolls the page; the map has its buttons and keys, and two fingers.
      scrollWheelZoom: false,
      dragging: !isTouched(),
      fadeAnimation: false,
      zoomSnap: 0.25,
    });
    map.setView(start, start.zoom);
    new Grid().addTo(map);
    L.control.scale({ imperial: false, position: 'bottomright' }).addTo(map);
    map.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      clicked.current?.({ lat, lng });
    });
    const resized = new ResizeObserver(() => map.invalidateSize());
    resized.observe(element);
    const end = ready(map);
    return () => {
      resized.disconnect();
      end?.();
      map.remove();
    };
  }, []);
  return (
    <>
      <div class="map" ref={holder} role="application" aria-label={label} />
      <p class="note map-hint">Two fingers move the map.</p>
    </>
  );
}

/** A map that one finger moves keeps those who come to it from the rest of the page. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

/** Shows all places, unless there are none. */
export function showAll(map: L.Map, places: readonly MapPoint[]): void {
  if (places.length === 0) return;
  const bounds = L.latLngBounds(places.map(({ lat, lng }) => [lat, lng]));
  map.fitBounds(bounds.pad(0.1), { maxZoom: 15, animate: false });
}

/** Lines of latitude and longitude, as far apart as suits the zoom. */
class Grid extends L.GridLayer {
  override createTile(coordinates: L.Coords): HTMLElement {
    const tile = document.createElement('div');
    tile.className = 'map-tile';
    const { lat, lng } = L.CRS.EPSG3857.pointToLatLng(
      L.point(coordinates.x, coordinates.y).multiplyBy(256),
      coordinates.z,
    );
    const digits = Math.max(0, Math.ceil(coordinates.z / 3.4) - 1);
    tile.textContent = `${lat.toFixed(digits)}, ${lng.toFixed(digits)}`;
    // Screen readers have the list beside the map.
    tile.setAttribute('aria-hidden', 'true');
    return tile;
  }
}
