/** Something to look at: loads a sale of any flow, and sends it buyers as people would come. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { flows, sendBuyers, type Flow } from './buyers.ts';

interface StartSaleProps {
  /** There is no sale yet. */
  readonly isFirst: boolean;
  readonly done: (productId: string) => void;
}

const explanations: Readonly<Record<Flow, string>> = {
  standard: 'Buyers who come when everything is held wait for units.',
  race: 'Nobody waits: who comes late is refused.',
  weighted: 'Every third buyer is a premium member, and waits before the others.',
  voucher: 'Only who has claimed a voucher may buy.',
  slotted: 'The units are those of each slot; the slot that runs now is sold.',
  lottery: 'Buyers enter. “Draw”, on the page of the flash sale, then picks the winners.',
};

export function StartSale({ isFirst, done }: StartSaleProps) {
  const [flow, setFlow] = useState<Flow>('standard');
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const fields = readForm(event);
    const { product: productId = '', buyers } = fields;
    setError(undefined);
    // From here on nothing else can be started.
    setProgress(`Loading ${productId}`);
    try {
      const stock = { product_id: productId, flow, ...stockOf(flow, fields) };
      await hawker.flashSale.load({ ...stock, hold_seconds: 60, reset: true });
      done(productId);
      await sendBuyers({ productId, flow, count: Number(buyers) }, setProgress);
    } catch (failure) {
      setError(failure as Error);
    }
    setProgress(undefined);
  };
  return (
    <FirstRun
      isFirst={isFirst}
      summary={isFirst ? 'No sale yet: start one to look at' : 'Start a sale to look at'}
    >
      <form class="row" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Product</span>
          <input name="product" defaultValue="lamp" required maxLength={128} />
        </label>
        <label class="field">
          <span>Flow</span>
          <select value={flow} onChange={(event) => setFlow(event.currentTarget.value as Flow)}>
            {flows.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Units</span>
          <input name="units" type="number" defaultValue="100" min="1" max="1000000" required />
        </label>
        {flow === 'voucher' && (
          <label class="field">
            <span>Vouchers</span>
            <input name="vouchers" type="number" defaultValue="120" min="0" required />
          </label>
        )}
        {flow === 'slotted' && (
          <label class="field">
            <span>Slots, UTC</span>
            <input
              name="slots"
              defaultValue="00:00, 12:00"
              required
              pattern={`${slotTime}(, *${slotTime})*`}
              title="Times such as 12:00, with commas between"
            />
          </label>
        )}
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
        {explanations[flow]} A product of this name is loaded again. Each buyer takes one unit; two
        of three confirm, the others let their hold lapse after a minute.
      </p>
      {error && <Problem error={error} />}
    </FirstRun>
  );
}

const slotTime = '([01][0-9]|2[0-3]):[0-5][0-9]';

function stockOf(flow: Flow, { units, vouchers, slots = '' }: Readonly<Record<string, string>>) {
  const stock = Number(units);
  if (flow === 'slotted') return { slots: slots.split(/, */).map((slot) => ({ slot, stock })) };
  return { total_stock: stock, ...(flow === 'voucher' && { voucher_limit: Number(vouchers) }) };
}
