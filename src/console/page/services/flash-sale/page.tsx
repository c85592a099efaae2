/** Flash sale: the stock, the waiting room, the clock and the operator's buttons of one sale. */
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import { Draws } from './draws.tsx';
import './flash-sale.css';
import { Opening } from './opening.tsx';
import { StartSale } from './start-sale.tsx';
import { StockBar } from './stock-bar.tsx';
import { useSale } from './use-sale.ts';
import { useSales } from './use-sales.ts';
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

/** The same for a program that is shown. */
const byToken = {
  from: 'flashSaleIssueToken',
  members: { attestation: 'token', expires_at: 'expires_at' },
};

export function FlashSalePage() {
  return (
    <ServiceFrame
      page="flash-sale"
      first={['flashSaleCheckout', 'flashSaleConfirm', 'flashSaleRelease', 'flashSaleQueueStatus']}
      prepare={{ flashSaleCheckout: withToken }}
      fresh={{ flashSaleCheckout: byToken }}
    >
      <Sales />
    </ServiceFrame>
  );
}

function Sales() {
  const { sales, productId, choose, error, reload } = useSales();
  // What is loaded is another one.
  useShown({ product_id: productId, 'flashSaleLoad product_id': productId && '' });
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {/* Above what it brings, which would push it out of sight. */}
      {sales !== undefined && (
        <StartSale
          isFirst={sales.length === 0}
          done={(id) => {
            choose(id);
            reload();
          }}
        />
      )}
      {sales !== undefined && sales.length > 0 && (
        <label class="row centred">
          <span>Sale</span>
          <select value={productId} onChange={(event) => choose(event.currentTarget.value)}>
            {sales.map(({ product_id, flow }) => (
              <option key={product_id} value={product_id}>
                {product_id} ({flow})
              </option>
            ))}
          </select>
        </label>
      )}
      {productId !== undefined && <Sale key={productId} productId={productId} />}
    </>
  );
}

function Sale({ productId }: { readonly productId: string }) {
  const { stock, state, error, reload } = useSale(productId);
  const problem = error && <Problem error={error} retry={reload} />;
  if (stock === undefined) {
    return problem ?? <p class="empty">Asking for the stock of {productId}…</p>;
  }
  return (
    <>
      {problem}
      <div class="panels">
        <section class="panel" aria-label={`Stock of ${productId}`}>
          <StockBar view={stock} />
          <Opening productId={productId} state={state} changed={reload} />
        </section>
        <section class="panel" aria-label="Waiting room">
          <WaitingRoom waiting={stock.waiting} />
        </section>
        {stock.flow === 'lottery' && (
          <Draws productId={productId} state={state} available={stock.available} />
        )}
      </div>
    </>
  );
}
