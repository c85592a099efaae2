/**
 * A map without tiles: places are drawn on a canvas over a grid of degrees, so it needs no foreign host
 * and ten thousand markers move smoothly. By Leaflet.
 */
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'preact/hooks';

interface MapViewProps {
  readonly label: string;
  /** Called once the map is there; what it yields is called when it goes. */
  readonly ready: (map: L.Map) => (() => void) | void;
  readonly click?: (place: { readonly lat: number; readonly lng: number }) => void;
}

export function MapView({ label, ready, click }: MapViewProps) {
  const holder = useRef<HTMLDivElement>(null);
  const clicked = useRef(click);
  clicked.current = click;
  useEffect(() => {
    const map = L.map(holder.current!, {
      preferCanvas: true,
      attributionControl: false,
      minZoom: 2,
    });
    map.setView([1.3521, 103.8198], 12);
    new Grid().addTo(map);
    map.on('click', ({ latlng: { lat, lng } }) => {
      const wrapped = L.latLng(lat, lng).wrap();
      clicked.current?.({ lat: wrapped.lat, lng: wrapped.lng });
    });
    const end = ready(map);
    return () => {
      end?.();
      map.remove();
    };
  }, []);
  return <div class="map" ref={holder} role="application" aria-label={label} />;
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
    return tile;
  }
}
