/** Something to look at: a few hubs of each kind. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';

type NewHub = Parameters<typeof hawker.geo.saveHub>[0];

/** By circles, by an area with a hole, and by hours; two of them overlap. */
const hubs: readonly NewHub[] = [
  {
    hub_id: 'hub-tiong-bahru',
    name: 'Tiong Bahru',
    lat: 1.2862,
    lng: 103.8271,
    coverage_radius_km: 2.2,
  },
  {
    hub_id: 'hub-bugis',
    name: 'Bugis',
    lat: 1.3009,
    lng: 103.8559,
    coverage_radius_km: 2,
    stock_availability: 0.6,
  },
  {
    hub_id: 'hub-kallang',
    name: 'Kallang',
    lat: 1.3116,
    lng: 103.8714,
    coverage: {
      type: 'Polygon',
      coordinates: [
        [
          [103.86, 1.302],
          [103.888, 1.299],
          [103.895, 1.318],
          [103.872, 1.328],
          [103.86, 1.302],
        ],
        [
          [103.876, 1.304],
          [103.885, 1.304],
          [103.885, 1.312],
          [103.876, 1.312],
          [103.876, 1.304],
        ],
      ],
    },
  },
  {
    hub_id: 'hub-novena',
    name: 'Novena, by day',
    lat: 1.3204,
    lng: 103.8438,
    coverage_radius_km: 1.6,
    opening_hours: {
      timezone: 'Asia/Singapore',
      weekly: [
        { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '07:00', to: '22:00' },
      ],
    },
  },
];

export function StartHubs({ done }: { readonly done: () => void }) {
  const [error, setError] = useState<Error>();
  const start = async () => {
    try {
      for (const hub of hubs) await hawker.geo.saveHub(hub);
      done();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <section class="panel" aria-labelledby="start-hubs">
      <h2 id="start-hubs">No hub yet</h2>
      <p>
        Four hubs of Singapore show what there is: two circles that meet, an area with a hole in it,
        and one that keeps hours.
      </p>
      <div class="row">
        <button class="primary" onClick={() => void start()}>
          Open four hubs
        </button>
      </div>
      {error && <Problem error={error} />}
    </section>
  );
}
