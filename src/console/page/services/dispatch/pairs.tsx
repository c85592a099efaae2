/** Draws the assignments: drivers, goods and the ways between them. */
import { plural } from '../../live/format.ts';
import type { MapPoint } from '../../parts/map.tsx';

export interface Pair {
  readonly driverId: string;
  readonly orderId: string;
}

interface PairsProps {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly drivers: ReadonlyMap<string, MapPoint>;
  /** Where the goods are, by order. */
  readonly goods: ReadonlyMap<string, MapPoint>;
  readonly meanKm: number | null;
}

const width = 160;
const height = 110;
const margin = 8;

export function Pairs({ name, pairs, drivers, goods, meanKm }: PairsProps) {
  const place = projection([...drivers.values(), ...goods.values()]);
  const mean = meanKm === null ? '' : `, ${meanKm.toFixed(1)} km on average`;
  return (
    <figure class="pairs">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${name}: ${plural(pairs.length, 'way')} to the goods${mean}`}
      >
        {pairs.map(({ driverId, orderId }) => {
          const from = drivers.get(driverId);
          const to = goods.get(orderId);
          if (from === undefined || to === undefined) return null;
          const [x1, y1] = place(from);
          const [x2, y2] = place(to);
          return <line key={orderId} x1={x1} y1={y1} x2={x2} y2={y2} />;
        })}
        {[...goods].map(([id, at]) => (
          <circle key={`order ${id}`} class="goods" cx={place(at)[0]} cy={place(at)[1]} r="3.4" />
        ))}
        {[...drivers].map(([id, at]) => (
          <circle key={`driver ${id}`} class="driver" cx={place(at)[0]} cy={place(at)[1]} r="1.8" />
        ))}
      </svg>
      <figcaption class="note">{name}</figcaption>
    </figure>
  );
}

/** Fits places into the picture. A city is small enough to be flat. */
function projection(places: readonly MapPoint[]): (place: MapPoint) => readonly [number, number] {
  const lats = places.map(({ lat }) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const easts = places.map(({ lng }) => lng * shrink);
  const [west, east] = [Math.min(...easts), Math.max(...easts)];
  const scale = Math.min(
    (width - 2 * margin) / Math.max(1e-6, east - west),
    (height - 2 * margin) / Math.max(1e-6, north - south),
  );
  return ({ lat, lng }) => [
    width / 2 + (lng * shrink - (west + east) / 2) * scale,
    height / 2 - (lat - (south + north) / 2) * scale,
  ];
}
