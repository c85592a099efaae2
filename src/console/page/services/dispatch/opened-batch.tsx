/** One batch: its score table, and beside it what the optimum would have done. */
import { useState } from 'preact/hooks';
import { formatClock, formatNumber } from '../../live/format.ts';
import { useLoaded } from '../../live/hooks.ts';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import { Pairs, type Pair } from './pairs.tsx';
import { ScoreTable } from './score-table.tsx';
import { Terms } from './terms.tsx';
import { clientOf, type Variant } from './variant.ts';

interface OpenedBatchProps {
  readonly variant: Variant;
  readonly batchId: string;
}

export function OpenedBatch({ variant, batchId }: OpenedBatchProps) {
  const [orderId, choose] = useState<string>();
  const { data, error, reload } = useLoaded(async () => {
    const batch = await clientOf(variant).showBatch(batchId);
    const { at: from, at: to } = batch;
    // By the weights of then: only the way of matching differs.
    const wanted = {
      from,
      to,
      weights: batch.weights,
      matching: 'optimal',
      changes: true,
    } as const;
    const { batches } = await clientOf(variant).replay(wanted);
    return { batch, optimum: batches.find(({ batch_id }) => batch_id === batchId) };
  }, [variant, batchId]);
  const section = useOpened(data !== undefined);
  if (error) return <Problem error={error} retry={reload} />;
  if (data === undefined) return <p class="empty">Asking for the batch…</p>;
  const { batch, optimum } = data;
  const changes = new Map(optimum?.changes?.map((change) => [change.order_id, change.after]));
  const chosen = batch.orders.find(({ order_id }) => order_id === orderId) ?? batch.orders[0];
  return (
    <section class="panel opened-batch" aria-labelledby="batch" ref={section}>
      <div class="spread">
        <h2 id="batch" tabIndex={-1}>
          Batch of {formatClock(batch.at)}
        </h2>
        <code class="note">{batchId}</code>
      </div>
      <div class="beside">
        <div>
          <h3>Scores, and who got what</h3>
          <ScoreTable orders={batch.orders} changes={changes} chosen={chosen} choose={choose} />
        </div>
        <div>
          <h3>What the optimum would have done</h3>
          {optimum ? (
            <>
              <Ways batch={batch} changes={changes} before={optimum.before} after={optimum.after} />
              <Optimum matching={batch.matching} comparison={optimum} />
            </>
          ) : (
            <p class="empty">The batch is not kept any more.</p>
          )}
        </div>
      </div>
      {chosen && <Terms order={chosen} weights={batch.weights} />}
    </section>
  );
}

type Batch = Awaited<ReturnType<ReturnType<typeof clientOf>['showBatch']>>;

interface WaysProps {
  readonly batch: Batch;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly before: Quality;
  readonly after: Quality;
}

/** Both assignments as pictures of the same city. */
function Ways({ batch, changes, before, after }: WaysProps) {
  const drivers = new Map(batch.drivers.map((driver) => [driver.driver_id, driver]));
  const goods = new Map(
    batch.orders.map(({ order_id, pickup_lat, pickup_lng }) => {
      return [order_id, { lat: pickup_lat, lng: pickup_lng }];
    }),
  );
  const pairsBy = (driverOf: (order: Batch['orders'][number]) => string | null): Pair[] =>
    batch.orders.flatMap((order) => {
      const driverId = driverOf(order);
      return driverId === null ? [] : [{ driverId, orderId: order.order_id }];
    });
  const was = pairsBy(({ driver_id }) => driver_id);
  const would = pairsBy(({ order_id, driver_id }) => {
    const change = changes.get(order_id);
    return change === undefined ? driver_id : change;
  });
  const shown = { drivers, goods };
  return (
    <div class="ways">
      <Pairs {...shown} name="As it was" pairs={was} meanKm={before.mean_pickup_km} />
      <Pairs {...shown} name="Optimal" pairs={would} meanKm={after.mean_pickup_km} />
    </div>
  );
}

interface Quality {
  readonly mean_pickup_km: number | null;
  readonly total_score: number;
}

interface OptimumProps {
  readonly matching: string;
  readonly comparison: {
    readonly differing: number;
    readonly before: Quality;
    readonly after: Quality;
    readonly changes?: readonly {
      readonly order_id: string;
      readonly before: string | null;
      readonly after: string | null;
    }[];
  };
}

function Optimum({ matching, comparison }: OptimumProps) {
  const { differing, before, after, changes = [] } = comparison;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Matching</th>
            <th scope="col" class="number">
              Sum of scores
            </th>
            <th scope="col" class="number">
              Mean way to the goods
            </th>
          </tr>
        </thead>
        <tbody>
          <QualityRow name={`${matching}, as it was`} quality={before} />
          <QualityRow name="optimal" quality={after} />
        </tbody>
      </table>
      {differing === 0 ? (
        <p class="same">✓ The same: no other assignment has a greater sum of scores.</p>
      ) : (
        <ul class="changes">
          {changes.map(({ order_id, before: was, after: now }) => (
            <li key={order_id}>
              <b>{order_id}</b> to {now ?? 'nobody'} instead of {was ?? 'nobody'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function QualityRow({ name, quality }: { readonly name: string; readonly quality: Quality }) {
  const { total_score, mean_pickup_km } = quality;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{total_score.toFixed(3)}</td>
      <td class="number">{mean_pickup_km === null ? '–' : `${formatNumber(mean_pickup_km)} km`}</td>
    </tr>
  );
}
