/** All sales, read again when one is loaded, opened, paused or closed, and the one to look at. */
import { useEffect } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded, useNow } from '../../live/hooks.ts';

/** A paused sale goes on: whoever pauses one keeps looking at it. */
const preferred: readonly (readonly string[])[] = [['open', 'paused'], ['scheduled']];

export function useSales() {
  const { data, error, reload } = useLoaded(() => hawker.flashSale.listSales(), []);
  useChanges('flash-sale', reload, { counters: ['loaded', 'switched'] });
  const [chosen, choose] = useAddressMember('product');
  const sales = data?.sales;
  // The clock opens and ends sales, and no counter tells.
  const now = useNow();
  const instants = sales?.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  const passed = instants?.filter((at) => at !== undefined && at <= now).length;
  useEffect(() => {
    if (passed !== undefined) reload();
  }, [passed]);
  // The newest one comes first.
  const found = preferred.map((states) => sales?.find(({ state }) => states.includes(state)));
  const best = found.find((sale) => sale !== undefined) ?? sales?.[0];
  return {
    sales,
    /** The one that was chosen; without a choice one that goes on, or else will. */
    productId: chosen === '' ? best?.product_id : chosen,
    choose,
    error,
    reload,
  };
}
