/** What each hub has left, and what it has run out of. */
import { useChanges } from '../live/changes.ts';
import { formatCount } from '../live/format.ts';
import { useLoaded } from '../live/hooks.ts';
import { Problem } from '../parts/problem.tsx';
import { readEveryMs, readHubs, type HubStock } from '../services/inventory/stock.ts';
import { ShareBar } from './share-bar.tsx';

export function InventoryPanel() {
  const { data, error, reload } = useLoaded(readHubs, []);
  useChanges('inventory', reload, { everyMs: readEveryMs(data?.hubs ?? []) });
  const hubs = (data?.hubs ?? []).map(toRow).toSorted((a, b) => b.empty.length - a.empty.length);
  return (
    <section class="panel" aria-labelledby="inventory">
      <div class="spread">
        <h2 id="inventory">Inventory</h2>
        <a href="/services/inventory">Stock by SKU</a>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {data === undefined && !error && <p class="empty">The stock of all hubs is being read…</p>}
      {data && hubs.length === 0 && (
        <p class="empty">
          No hub has stock. <a href="/services/inventory">Load some</a>, and it shows here.
        </p>
      )}
      <ul class="sale-day-rows">
        {hubs.map(({ hub, available, held, confirmed, empty }) => (
          <li key={hub}>
            <b>{hub}</b>
            <ShareBar
              label={hub}
              parts={[
                { name: 'available', amount: available },
                { name: 'held', amount: held },
                { name: 'confirmed', amount: confirmed },
              ]}
            />
            <span>{formatCount(available)} left</span>
            {empty.length > 0 && <span class="sale-day-out">out of {named(empty)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function toRow({ hub, stock }: HubStock) {
  const sum = (member: 'available' | 'held' | 'confirmed') =>
    stock.reduce((total, one) => total + one[member], 0);
  return {
    hub,
    available: sum('available'),
    held: sum('held'),
    confirmed: sum('confirmed'),
    empty: stock.filter(({ available }) => available === 0).map(({ sku }) => sku),
  };
}

const shown = 3;

function named(skus: readonly string[]): string {
  const more = skus.length - shown;
  return skus.slice(0, shown).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
