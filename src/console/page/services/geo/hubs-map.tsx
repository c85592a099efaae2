/** The map of hubs. A click asks who serves the place. */
import { plural } from '../../live/format.ts';
import type L from 'leaflet';
import { useEffect, useRef, useState } from 'preact/hooks';
import { onTheme } from '../../parts/colour.ts';
import { MapView, showAll, type MapPoint } from '../../parts/map.tsx';
import { HubsLayer, type Asked } from './hubs-layer.ts';
import type { Hub } from './use-hubs.ts';

interface HubsMapProps {
  readonly hubs: readonly Hub[];
  readonly asked: Asked | undefined;
  readonly ask: (place: MapPoint) => void;
}

export function HubsMap({ hubs, asked, ask }: HubsMapProps) {
  const [withHexagons, setHexagons] = useState(true);
  const drawn = useRef<{ readonly map: L.Map; readonly layer: HubsLayer }>(undefined);
  const isShown = useRef(false);
  const draw = () => {
    void drawn.current?.layer.draw(hubs, withHexagons);
    drawn.current?.layer.drawAsked(asked, hubs);
  };
  // Called when the theme changes, long after this was drawn.
  const latest = useRef(draw);
  latest.current = draw;
  const ready = (map: L.Map) => {
    drawn.current = { map, layer: new HubsLayer(map) };
    return onTheme(() => latest.current());
  };
  const show = () => showAll(drawn.current!.map, hubs.flatMap(cornersOf));
  useEffect(() => {
    draw();
    if (isShown.current || hubs.length === 0) return;
    isShown.current = true;
    show();
  }, [hubs, withHexagons, asked]);
  const hexagons = hubs.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="panel" aria-labelledby="hubs-map">
      <div class="spread">
        <h2 id="hubs-map">Who serves where</h2>
        <div class="row centred">
          <label class="check">
            <input
              type="checkbox"
              checked={withHexagons}
              onChange={(event) => setHexagons(event.currentTarget.checked)}
            />
            {plural(hexagons, 'hexagon')}
          </label>
          <button onClick={show}>Show all</button>
        </div>
      </div>
      <MapView label="Map of hubs: a click asks who serves the place" ready={ready} click={ask} />
    </section>
  );
}

/** Kilometres of a degree of latitude. */
const kmPerDegree = 111.2;

/** What a hub reaches, as the corners of a box. */
function cornersOf({ lat, lng, coverage_radius_km: km }: Hub): MapPoint[] {
  const north = km / kmPerDegree;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [
    { lat: lat - north, lng: lng - east },
    { lat: lat + north, lng: lng + east },
  ];
}
