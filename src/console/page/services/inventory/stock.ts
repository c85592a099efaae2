/** The stock of all hubs, as far as it fits a page. */
import { hawker } from '../../live/hawker.ts';

const maxHubs = 24;
/** The most SKUs of each hub. */
const maxSkus = 500;

/** How often the stock of all hubs is read again while it changes, milliseconds. */
export const readEveryMs = (hubs: readonly HubStock[]) =>
  hubs.reduce((sum, { stock }) => sum + stock.length, 0) > 1_000 ? 5_000 : 0;

export type StockView = Awaited<ReturnType<typeof hawker.inventory.showStock>>;

export interface HubStock {
  readonly hub: string;
  readonly stock: readonly StockView[];
}

/** @throws HawkerError */
export async function readHubs() {
  const { hubs, next_cursor: more } = await hawker.inventory.listHubs({ limit: maxHubs });
  const read = async (hub: string): Promise<HubStock> => {
    const { stock } = await hawker.inventory.listStock(hub, { limit: maxSkus });
    return { hub, stock };
  };
  return { hubs: await Promise.all(hubs.map(read)), hasMore: more !== undefined };
}
