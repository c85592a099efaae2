/** Flash sale: the stock, the waiting room, the clock and the operator's buttons of one sale. */
import { useCallback, useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded, useStream } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { ServiceFrame } from '../service-frame.tsx';
import { Draws } from './draws.tsx';
import './flash-sale.css';
import { Opening } from './opening.tsx';
import { StartSale } from './start-sale.tsx';
import { StockBar } from './stock-bar.tsx';
import { WaitingRoom } from './waiting-room.tsx';

/** A checkout needs a token that is some seconds old at most. */
const withToken = async ({ device_fp = '' }: Readonly<Record<string, string>>) => {
  const { token, expires_at } = await hawker.flashSale.issueToken({ device_fp });
  return {
    attestation: token,
    expires_at: String(expires_at),
    idempotency_key: crypto.randomUUID(),
  };
};

export function FlashSalePage() {
  return (
    <ServiceFrame
      page="flash-sale"
      first={['flashSaleCheckout', 'flashSaleConfirm', 'flashSaleRelease', 'flashSaleQueueStatus']}
      prepare={{ flashSaleCheckout: withToken }}
    >
      <Sales />
    </ServiceFrame>
  );
}

function Sales() {
  const { data, error, reload } = useLoaded(() => hawker.flashSale.listSales(), []);
  const [chosen, choose] = useAddressMember('product');
  const sales = data?.sales ?? [];
  const productId = chosen === '' ? sales[0]?.product_id : chosen;
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {sales.length > 0 && (
        <label class="row centred">
          <span>Sale</span>
          <select value={productId} onChange={(event) => choose(event.currentTarget.value)}>
            {sales.map(({ product_id, flow }) => (
              <option key={product_id} value={product_id}>
                {product_id} ({flow})
              </option>
            ))}
          </select>
          <button onClick={reload}>Look for new sales</button>
        </label>
      )}
      {productId !== undefined && <Sale key={productId} productId={productId} />}
      {data !== undefined && (
        <StartSale
          isFirst={sales.length === 0}
          done={(id) => {
            choose(id);
            reload();
          }}
        />
      )}
    </>
  );
}

/** What a sale was last said to be, by its stream. */
interface SaleState {
  readonly state: string;
  readonly available: number;
  readonly waiting: number;
}

function Sale({ productId }: { readonly productId: string }) {
  const stock = useLoaded(() => hawker.flashSale.showStock({ product_id: productId }), [productId]);
  const [sale, setSale] = useState<SaleState>();
  const follow = useCallback(
    (signal: AbortSignal) => hawker.flashSale.follow({ product_id: productId, signal }),
    [productId],
  );
  const lost = useStream(
    follow,
    ({ data }) => {
      if (!('available' in data)) return;
      setSale(data);
      stock.reload();
    },
    [productId],
  );
  const error = stock.error ?? lost;
  if (error) return <Problem error={error} retry={stock.reload} />;
  const { data: view } = stock;
  if (view === undefined) return <p class="empty">Asking for the stock of {productId}…</p>;
  return (
    <div class="panels">
      <section class="panel" aria-label={`Stock of ${productId}`}>
        <StockBar view={view} />
        <Opening productId={productId} state={sale?.state} changed={stock.reload} />
      </section>
      <section class="panel" aria-label="Waiting room">
        <WaitingRoom waiting={sale?.waiting ?? view.waiting} />
      </section>
      {view.flow === 'lottery' && <Draws productId={productId} />}
    </div>
  );
}
