/** One sale, as its stream tells it: whenever its state has changed, its stock is read again. */
import { useCallback, useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useStream } from '../../live/hooks.ts';
import { useHold } from '../../live/together.tsx';

/** @param productId whoever uses it has this as its key */
export function useSale(productId: string) {
  const stock = useLoaded(() => hawker.flashSale.showStock({ product_id: productId }), [productId]);
  const [state, setState] = useState<string>();
  const follow = useCallback(
    (signal: AbortSignal) => hawker.flashSale.follow({ product_id: productId, signal }),
    [productId],
  );
  const lost = useStream(
    follow,
    ({ data }) => {
      if (!('available' in data)) return;
      setState(data.state);
      stock.reload();
    },
    [productId],
  );
  useHold(state === undefined && lost === undefined);
  return { stock: stock.data, state, error: stock.error ?? lost, reload: stock.reload };
}
