/** Something to look at: loads some hubs, and sends orders as a morning would. */
import { plural, formatCount } from '../../live/format.ts';
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';

interface FillHubsProps {
  /** There is no stock yet. */
  readonly isFirst: boolean;
  readonly done: () => void;
}

const hubNames = ['north', 'east', 'south', 'west', 'harbour', 'station', 'market', 'garden'];
const goods = [
  'apple',
  'bread',
  'butter',
  'coffee',
  'eggs',
  'flour',
  'milk',
  'pasta',
  'rice',
  'tea',
];
/** Orders that are under way at the same time. */
const lanes = 5;

export function FillHubs({ isFirst, done }: FillHubsProps) {
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const { hubs, orders } = readForm(event);
    const named = hubNames.slice(0, Number(hubs));
    setError(undefined);
    try {
      await hawker.inventory.loadStockInBulk({
        items: named.flatMap((hub_id, h) =>
          goods.map((sku, g) => ({ hub_id, sku, quantity: 20 + ((h * 37 + g * 61) % 80) })),
        ),
      });
      done();
      await sendOrders(named, Number(orders), setProgress);
    } catch (failure) {
      setError(failure as Error);
    }
    setProgress(undefined);
    done();
  };
  return (
    <FirstRun
      isFirst={isFirst}
      summary={isFirst ? 'No stock yet: load some to look at' : 'Load stock to look at'}
    >
      <form class="row" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Hubs</span>
          <input
            name="hubs"
            type="number"
            defaultValue="6"
            min="1"
            max={hubNames.length}
            required
          />
        </label>
        <label class="field">
          <span>Orders</span>
          <input name="orders" type="number" defaultValue="120" min="0" max="2000" required />
        </label>
        <button class="primary" disabled={progress !== undefined}>
          Load and order
        </button>
        <span role="status">{progress}</span>
      </form>
      <p class="note">
        Ten SKUs in each hub are set again. Of three orders one confirms, one releases, and one
        holds its units for half a minute.
      </p>
      {error && <Problem error={error} />}
    </FirstRun>
  );
}

/** @throws HawkerError for a refusal that is not a shortage */
async function sendOrders(hubs: readonly string[], count: number, tell: (text: string) => void) {
  let sent = 0;
  const run = crypto.randomUUID().slice(0, 8);
  const lane = async () => {
    for (let i = sent++; i < count; i = sent++) {
      await order(hubs[(i + Math.floor(i / 3)) % hubs.length]!, `order-${run}-${i}`, i);
      tell(`${formatCount(Math.min(sent, count))} of ${plural(count, 'order')} sent`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function order(hub_id: string, order_id: string, i: number): Promise<void> {
  const sku = goods[(i * 7) % goods.length]!;
  const { data, error } = await hawker.inventory
    .reserve({ hub_id, sku, qty: 1 + (i % 3), order_id, user_id: order_id })
    .result();
  if (error?.code === 'INSUFFICIENT_STOCK') return;
  if (error) throw error;
  const { reservation_id } = data;
  if (i % 3 === 0) await hawker.inventory.confirm({ reservation_id });
  if (i % 3 === 1) await hawker.inventory.release({ reservation_id });
}
