/** The sale: where its units are, who waits, and the operator's buttons. */
import { plural } from '../live/format.ts';
import { Problem } from '../parts/problem.tsx';
import '../services/flash-sale/flash-sale.css';
import { Opening } from '../services/flash-sale/opening.tsx';
import { StartSale } from '../services/flash-sale/start-sale.tsx';
import { StockBar } from '../services/flash-sale/stock-bar.tsx';
import { useSale } from '../services/flash-sale/use-sale.ts';
import { useSales } from '../services/flash-sale/use-sales.ts';

export function SalePanel() {
  const { sales, productId, choose, error, reload } = useSales();
  const started = (id: string) => {
    choose(id);
    reload();
  };
  return (
    <section class="panel" aria-label="Sale">
      {error && <Problem error={error} retry={reload} />}
      {sales !== undefined && sales.length > 1 && (
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
      {sales !== undefined && <StartSale isFirst={sales.length === 0} done={started} />}
    </section>
  );
}

function Sale({ productId }: { readonly productId: string }) {
  const { stock, state, error, reload } = useSale(productId);
  if (error) return <Problem error={error} retry={reload} />;
  if (stock === undefined) return <p class="empty">The stock of {productId} is being read…</p>;
  const { waiting } = stock;
  return (
    <>
      <StockBar view={stock} />
      <p class={waiting > 0 ? 'sale-day-waiting' : 'note'}>
        {waiting > 0
          ? `${plural(waiting, 'buyer waits', 'buyers wait')} for units`
          : 'Nobody waits'}
      </p>
      <Opening productId={productId} state={state} changed={reload} />
    </>
  );
}
