/** Batches that were matched, to be opened. */
import { useEffect } from 'preact/hooks';
import { formatClock, formatCount, plural } from '../../live/format.ts';
import { useLoaded } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { clientOf, type Variant } from './variant.ts';

const limit = 200;

interface BatchesProps {
  readonly variant: Variant;
  /** Grows when there may be another batch. */
  readonly ordersVersion: number;
  /** The id of a batch; empty: none. */
  readonly opened: string;
  readonly open: (batchId: string) => void;
}

export function Batches({ variant, ordersVersion, opened, open }: BatchesProps) {
  const { data, error, reload } = useLoaded(
    () => clientOf(variant).listBatches({ limit }),
    [variant],
  );
  useEffect(() => {
    if (ordersVersion > 0) reload();
  }, [ordersVersion]);
  const batches = data?.batches ?? [];
  return (
    <section class="panel" aria-labelledby="batches">
      <div class="spread">
        <h2 id="batches">Batches</h2>
        <span class="note">
          {batches.length === limit && 'the latest '}
          {formatCount(batches.length)}, the newest first
        </span>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {data !== undefined && batches.length === 0 && (
        <p class="empty">
          None yet. Three orders, or one after five seconds, are matched with drivers; open a batch
          to see by which scores.
        </p>
      )}
      {batches.length > 0 && (
        <LongList
          label="Batches, the newest first"
          items={batches}
          keyOf={({ batch_id }) => batch_id}
          draw={({ batch_id, at, orders, drivers, matched }) => (
            <>
              <button
                class="plain"
                aria-pressed={batch_id === opened}
                onClick={() => open(batch_id === opened ? '' : batch_id)}
                aria-label={`Batch of ${formatClock(at)}, ${matched} of ${plural(orders, 'order')} matched`}
              >
                {formatClock(at)}
              </button>
              <span class="grow">
                {formatCount(matched)} of {plural(orders, 'order')} matched
              </span>
              <span class="note">{plural(drivers, 'driver')} near</span>
            </>
          )}
          maxHeight={238}
          phoneRowHeight={76}
        />
      )}
    </section>
  );
}
