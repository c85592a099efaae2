/** Inventory: the stock of all hubs as a heat table, what is held, and whether the record agrees. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { plural } from '../../live/format.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import type { Prepare } from '../../playground/playground.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import { FillHubs } from './fill-hubs.tsx';
import { HeatTable } from './heat-table.tsx';
import './inventory.css';
import { Movements } from './movements.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { Reservations } from './reservations.tsx';
import { readEveryMs, readHubs } from './stock.ts';

/** A reservation is of one SKU, or of several items: without either, of what the page loads first. */
const withGoods: Prepare = async ({ sku, qty, items = '' }): Promise<Record<string, string>> =>
  items === '' ? { sku: sku || 'apple', qty: qty || '1' } : {};

export function InventoryPage() {
  return (
    <ServiceFrame
      page="inventory"
      first={['inventoryLoadStock', 'inventoryReserve', 'inventoryConfirm', 'inventoryShowStock']}
      prepare={{ inventoryReserve: withGoods }}
    >
      <Hubs />
    </ServiceFrame>
  );
}

function Hubs() {
  const { data, error, reload } = useLoaded(() => readHubs(), []);
  const [hub, chooseHub] = useAddressMember('hub');
  const [sku, chooseSku] = useAddressMember('sku');
  const [changes, setChanges] = useState(0);
  const changed = () => {
    reload();
    setChanges((count) => count + 1);
  };
  useChanges('inventory', changed, { everyMs: readEveryMs(data?.hubs ?? []) });
  const all = data?.hubs.flatMap(({ stock }) => stock) ?? [];
  const chosen = all.find((one) => one.hub_id === hub && one.sku === sku) ?? all[0];
  useShown({
    hub_id: chosen?.hub_id,
    sku: chosen?.sku,
    // It replaces what is there.
    'inventoryLoadStock hub_id': chosen && '',
    'inventoryLoadStock sku': chosen && '',
  });
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {data === undefined && !error && <p class="empty">Asking for the stock of all hubs…</p>}
      {/* Above what it brings, which would push it out of sight. */}
      {data && <FillHubs isFirst={all.length === 0} done={changed} />}
      {data && all.length > 0 && (
        <section class="panel" aria-labelledby="stock">
          <div class="spread">
            <h2 id="stock">Stock by hub and SKU</h2>
            <span class="note">
              {plural(data.hubs.length, 'hub')}
              {data.hasMore && ', the first of them'}; the stronger the colour, the more of a SKU
              compared with other hubs
            </span>
          </div>
          <HeatTable
            hubs={data.hubs}
            chosen={chosen}
            choose={(one) => {
              chooseHub(one.hub_id);
              chooseSku(one.sku);
            }}
          />
        </section>
      )}
      {data && (
        <div class="panels">
          {chosen && (
            <Movements
              key={`${chosen.hub_id}\t${chosen.sku}`}
              stock={chosen}
              changes={changes}
              changed={changed}
            />
          )}
          <Reservations changes={changes} changed={changed} />
        </div>
      )}
      {data && <Reconciliation />}
    </>
  );
}
