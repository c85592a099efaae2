/** The sale: where its units are, who waits, and the operator's buttons. */
import { useCallback, useState } from 'preact/hooks';
import { formatCount } from '../live/format.ts';
import { hawker } from '../live/hawker.ts';
import { useAddressMember, useLoaded, useStream } from '../live/hooks.ts';
import { Problem } from '../parts/problem.tsx';
import '../services/flash-sale/flash-sale.css';
import { Opening } from '../services/flash-sale/opening.tsx';
import { StartSale } from '../services/flash-sale/start-sale.tsx';
import { StockBar } from '../services/flash-sale/stock-bar.tsx';

export function SalePanel() {
  const { data, error, reload } = useLoaded(() => hawker.flashSale.listSales(), []);
  const [chosen, choose] = useAddressMember('product');
  const sales = data?.sales ?? [];
  const productId = chosen === '' ? sales[0]?.product_id : chosen;
  const started = (id: string) => {
    choose(id);
    reload();
  };
  return (
    <section class="panel" aria-label="Sale">
      {error && <Problem error={error} retry={reload} />}
      {sales.length > 1 && (
        <label class="row centred">
          <span>Sale</span>
          <select value={productId} onChange={(event) => choose(event.currentTarget.value)}>
            {sales.map(({ product_id }) => (
              <option key={product_id}>{product_id}</option>
            ))}
          </select>
        </label>
      )}
      {productId !== undefined && <Sale key={productId} productId={productId} />}
      {data !== undefined && <StartSale isFirst={sales.length === 0} done={started} />}
    </section>
  );
}

function Sale({ productId }: { readonly productId: string }) {
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
  const error = stock.error ?? lost;
  if (error) return <Problem error={error} retry={stock.reload} />;
  if (stock.data === undefined) return <p class="empty">The stock of {productId} is being read…</p>;
  const { waiting } = stock.data;
  return (
    <>
      <StockBar view={stock.data} />
      <p class={waiting > 0 ? 'sale-day-waiting' : 'note'}>
        {waiting > 0 ? `${formatCount(waiting)} wait for units` : 'Nobody waits'}
      </p>
      <Opening productId={productId} state={state} changed={stock.reload} />
    </>
  );
}
