/** Geo-serviceability: hubs on a map, and who serves a place. */
import { useRef, useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import type { MapPoint } from '../../parts/map.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import './geo.css';
import { HubList } from './hub-list.tsx';
import { HubsMap } from './hubs-map.tsx';
import { LookupPanel, type Lookup } from './lookup.tsx';
import { StartHubs } from './start-hubs.tsx';
import { useHubs } from './use-hubs.ts';

const first = ['geoLocate', 'geoLocateMany', 'geoSaveHub', 'geoPatchHub'];

export function GeoPage() {
  return (
    <ServiceFrame page="geo" first={first}>
      <Hubs />
    </ServiceFrame>
  );
}

const none: readonly never[] = [];

function Hubs() {
  const { data, error, reload } = useHubs();
  const { lookup, ask } = useLookup();
  const hubs = data ?? none;
  const place = lookup?.place ?? hubs[0];
  useShown({
    'geoLocate lat': place && String(place.lat),
    'geoLocate lng': place && String(place.lng),
    'geoShowHub hub_id': hubs[0]?.hub_id,
    // It replaces the hub of that id.
    'geoSaveHub hub_id': hubs[0] && '',
  });
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {data === undefined && !error && <p class="empty">Asking for the hubs…</p>}
      {data?.length === 0 && <StartHubs done={reload} />}
      <HubsMap
        hubs={hubs}
        asked={lookup && { place: lookup.place, hubId: hubIdOf(lookup) }}
        ask={ask}
      />
      <div class="panels">
        <LookupPanel lookup={lookup} ask={ask} />
        {hubs.length > 0 && <HubList hubs={hubs} reload={reload} />}
      </div>
    </>
  );
}

/** Undefined while it is not known which hub serves the place. */
const hubIdOf = ({ isAsking, located }: Lookup) => (isAsking ? undefined : located?.hub_id);

/** Looks up places. Of answers that overtake each other, the latest question's counts. */
function useLookup() {
  const [lookup, setLookup] = useState<Lookup>();
  const latest = useRef(0);
  const ask = async (place: MapPoint) => {
    const turn = ++latest.current;
    // The last answer stays until the next one: the page does not jump with each click.
    setLookup((before) => ({ ...before, place, isAsking: true }));
    const startedAt = performance.now();
    const { data, error } = await hawker.geo.locate({ ...place, explain: 1 }).result();
    const tripMs = performance.now() - startedAt;
    if (turn !== latest.current) return;
    setLookup(error ? { place, error } : { place, located: data, tripMs });
  };
  const failed = (place: MapPoint) => (error: Error) => setLookup({ place, error });
  return { lookup, ask: (place: MapPoint) => void ask(place).catch(failed(place)) };
}
