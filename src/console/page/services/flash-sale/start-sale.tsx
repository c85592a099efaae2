/** Something to look at: loads a sale, and sends it buyers as people would come. */
import { useState } from 'preact/hooks';
import type { HawkerError } from '../../../../client/index.ts';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';

interface StartSaleProps {
  /** There is no sale yet. */
  readonly isFirst: boolean;
  readonly done: (productId: string) => void;
}

/** Buyers who are under way at the same time. */
const lanes = 5;

export function StartSale({ isFirst, done }: StartSaleProps) {
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const { product: productId = '', units, buyers } = readForm(event);
    setError(undefined);
    try {
      const stock = { product_id: productId, total_stock: Number(units) };
      await hawker.flashSale.load({ ...stock, hold_seconds: 60, reset: true });
      done(productId);
      await sendBuyers(productId, Number(buyers), setProgress);
      setProgress(undefined);
    } catch (failure) {
      setProgress(undefined);
      setError(failure as Error);
    }
  };
  return (
    <details class="panel" open={isFirst}>
      <summary>{isFirst ? 'No sale yet: start one to look at' : 'Start a sale to look at'}</summary>
      <form class="row" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Product</span>
          <input name="product" defaultValue="lamp" required maxLength={128} />
        </label>
        <label class="field">
          <span>Units</span>
          <input name="units" type="number" defaultValue="100" min="1" max="1000000" required />
        </label>
        <label class="field">
          <span>Buyers</span>
          <input name="buyers" type="number" defaultValue="150" min="0" max="2000" required />
        </label>
        <button class="primary" disabled={progress !== undefined}>
          Load and send them
        </button>
        <span role="status">{progress}</span>
      </form>
      <p class="note">
        A product of this name is loaded anew. Each buyer takes one unit; two of three confirm, the
        others let their hold lapse after a minute.
      </p>
      {error && <Problem error={error} />}
    </details>
  );
}

/** @throws HawkerError for a refusal that is not part of the game */
async function sendBuyers(productId: string, count: number, tell: (progress: string) => void) {
  let sent = 0;
  const run = crypto.randomUUID().slice(0, 8);
  const lane = async () => {
    for (let i = sent++; i < count; i = sent++) {
      await buy(productId, `buyer-${run}-${i}`, i % 3 !== 0);
      tell(`${Math.min(sent, count)} of ${count} buyers have come`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function buy(productId: string, buyer: string, doesConfirm: boolean): Promise<void> {
  const { token, expires_at } = await hawker.flashSale.issueToken({ device_fp: buyer });
  const { data, error } = await hawker.flashSale
    .checkout({
      product_id: productId,
      user_id: buyer,
      qty: 1,
      device_fp: buyer,
      attestation: token,
      expires_at,
      idempotency_key: buyer,
    })
    .result();
  if (error !== undefined && !isOfTheGame(error)) throw error;
  if (data?.reservation_id === undefined || !doesConfirm) return;
  await hawker.flashSale.confirm({ reservation_id: data.reservation_id });
}

/** The operator may pause or close while they come. */
const isOfTheGame = ({ code }: HawkerError) =>
  ['SOLD_OUT', 'SALE_PAUSED', 'SALE_CLOSED', 'SALE_NOT_OPEN'].includes(code);
