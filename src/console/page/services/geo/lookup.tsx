/** Asks about a place: by a click on the map, or by its coordinates. */
import { readForm } from '../../parts/form.ts';
import type { MapPoint } from '../../parts/map.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Answer, type Located } from './answer.tsx';

export interface Lookup {
  readonly place: MapPoint;
  /** What else it has is of the place before. */
  readonly isAsking?: boolean;
  readonly located?: Located;
  readonly tripMs?: number;
  readonly error?: Error;
}

interface LookupPanelProps {
  readonly lookup: Lookup | undefined;
  readonly ask: (place: MapPoint) => void;
}

export function LookupPanel({ lookup, ask }: LookupPanelProps) {
  const { place, isAsking = false, located, tripMs = 0, error } = lookup ?? {};
  const submit = (event: SubmitEvent) => {
    const { lat, lng } = readForm(event);
    ask({ lat: Number(lat), lng: Number(lng) });
  };
  return (
    <section class="panel" aria-labelledby="lookup">
      <h2 id="lookup">Is it served?</h2>
      <form class="row" onSubmit={submit}>
        <Degrees
          key={`lat ${place?.lat}`}
          name="lat"
          label="Latitude"
          most={90}
          value={place?.lat}
        />
        <Degrees
          key={`lng ${place?.lng}`}
          name="lng"
          label="Longitude"
          most={180}
          value={place?.lng}
        />
        <button class="primary">Ask</button>
      </form>
      {error && <Problem error={error} />}
      {located && <Answer located={located} tripMs={tripMs} isOld={isAsking} />}
      {lookup === undefined && <p class="empty">Click on the map, or write a place here.</p>}
    </section>
  );
}

interface DegreesProps {
  readonly name: string;
  readonly label: string;
  readonly most: number;
  readonly value: number | undefined;
}

const Degrees = ({ name, label, most, value }: DegreesProps) => (
  <label class="field degrees">
    <span>{label}</span>
    <input
      name={name}
      type="number"
      step="any"
      min={-most}
      max={most}
      required
      defaultValue={value?.toFixed(5) ?? ''}
    />
  </label>
);
