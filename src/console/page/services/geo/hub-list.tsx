/** All hubs, with a button that pauses each. */
import { useState } from 'preact/hooks';
import { formatCount, formatNumber, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Hub } from './use-hubs.ts';

interface HubListProps {
  readonly hubs: readonly Hub[];
  readonly reload: () => void;
}

export function HubList({ hubs, reload }: HubListProps) {
  const [error, setError] = useState<Error>();
  const pause = async ({ hub_id, paused = false }: Hub) => {
    const { error: refusal } = await hawker.geo.patchHub(hub_id, { paused: !paused }).result();
    setError(refusal);
    reload();
  };
  return (
    <section class="panel" aria-labelledby="hub-list">
      <div class="spread">
        <h2 id="hub-list">Hubs</h2>
        <span class="note">{formatCount(hubs.length)}</span>
        <button onClick={reload}>Look again</button>
      </div>
      {error && <Problem error={error} />}
      <LongList
        label="Hubs by id"
        items={hubs}
        keyOf={({ hub_id }) => hub_id}
        rowHeight={44}
        phoneRowHeight={88}
        maxHeight={308}
        draw={(hub) => (
          <>
            <span class="grow" title={hub.hub_id}>
              {hub.name}
            </span>
            {hub.paused && <span class="state paused">paused</span>}
            <span class="note">
              {hub.coverage ? 'area' : `${formatNumber(hub.coverage_radius_km)} km`}
              {hub.opening_hours && ', by hours'}
            </span>
            <span class="note">{plural(hub.count, 'hexagon')}</span>
            <button aria-label={`${verbOf(hub)} ${hub.name}`} onClick={() => void pause(hub)}>
              {verbOf(hub)}
            </button>
          </>
        )}
      />
    </section>
  );
}

const verbOf = ({ paused }: Hub) => (paused ? 'Resume' : 'Pause');
