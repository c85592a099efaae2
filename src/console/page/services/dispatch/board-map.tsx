/** Where drivers and orders are, and what is on its way. */
import type L from 'leaflet';
import { useEffect, useRef } from 'preact/hooks';
import { formatCount, plural } from '../../live/format.ts';
import { onTheme } from '../../parts/colour.ts';
import { MapView, showAll } from '../../parts/map.tsx';
import { toneOf } from '../../parts/tones.ts';
import { BoardLayer } from './board-layer.ts';
import { mostOf, placesOf } from './places.ts';
import type { Board } from './use-board.ts';
import { driverKindOf, driverKinds, orderKindOf, orderKinds } from './variant.ts';

interface BoardMapProps {
  readonly board: Board;
  /** Id of the order that is followed; empty: none. */
  readonly followed: string;
}

const allOf: typeof mostOf = (places) => [...places];

export function BoardMap({ board, followed }: BoardMapProps) {
  const drawn = useRef<{ readonly map: L.Map; readonly layer: BoardLayer }>(undefined);
  // A map that a user has moved stays where it is; all others follow these places.
  const shown = useRef<typeof mostOf | undefined>(mostOf);
  // Where the map begins means nothing.
  const hasShown = useRef(false);
  const ready = (map: L.Map) => {
    const layer = new BoardLayer(map, board);
    drawn.current = { map, layer };
    const touched = () => (shown.current = undefined);
    for (const event of ['pointerdown', 'keydown']) {
      map.getContainer().addEventListener(event, touched);
    }
    const endTheme = onTheme(() => layer.restyle());
    return () => {
      endTheme();
      layer.end();
    };
  };
  const show = (some: typeof mostOf) => {
    shown.current = some;
    showAll(drawn.current!.map, some(placesOf(board)));
  };
  useEffect(() => {
    const { map, layer } = drawn.current!;
    layer.update(followed);
    const some = shown.current;
    if (some === undefined) return;
    const places = some(placesOf(board));
    if (places.length === 0) return;
    const seen = map.getBounds();
    const isOutside = places.some(({ lat, lng }) => !seen.contains([lat, lng]));
    if (isOutside || !hasShown.current) showAll(map, places);
    hasShown.current = true;
  }, [board.version, followed]);
  const drivers = counted(
    driverKinds,
    [...board.drivers.values()].map(({ status }) => driverKindOf(status)),
  );
  const orders = counted(
    orderKinds,
    [...board.orders.values()].map(({ status }) => orderKindOf(status)),
  );
  return (
    <section class="panel" aria-labelledby="board">
      <div class="spread">
        <h2 id="board">On the road</h2>
        <button onClick={() => show(allOf)}>Show all</button>
      </div>
      <MapView label="Map of drivers and orders" ready={ready} />
      <Legend name="drivers" total={board.drivers.size} counts={drivers} />
      <Legend name="orders" total={board.orders.size} counts={orders} />
    </section>
  );
}

interface LegendProps {
  readonly name: 'drivers' | 'orders';
  readonly total: number;
  readonly counts: readonly (readonly [string, number])[];
}

function Legend({ name, total, counts }: LegendProps) {
  return (
    <p class={`map-legend ${name}`} aria-label={name} role="group">
      <b>{plural(total, name.slice(0, -1))}</b>
      {counts.map(([kind, count]) => (
        <span key={kind}>
          <i class={`tone-${toneOf(kind)}`} aria-hidden="true" />
          {formatCount(count)} {kind}
        </span>
      ))}
    </p>
  );
}

function counted<T extends string>(kinds: readonly T[], found: readonly T[]) {
  const counts = new Map<T, number>();
  for (const kind of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return kinds.map((kind) => [kind, counts.get(kind) ?? 0] as const);
}
