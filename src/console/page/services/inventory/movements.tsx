/** What has happened to one stock: a line of the units on hand, and its movements one by one. */
import { useEffect, useState } from 'preact/hooks';
import { formatClock, formatCount, formatInstant } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useNarrow } from '../../live/hooks.ts';
import { useLive } from '../../live/overview.ts';
import { readForm } from '../../parts/form.ts';
import { LongList } from '../../parts/long-list.tsx';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import { MovementLine, type Point } from './movement-line.tsx';
import type { StockView } from './stock.ts';

type Movement = Awaited<ReturnType<typeof hawker.inventory.listMovements>>['movements'][number];

interface MovementsProps {
  readonly stock: StockView;
  /** Grows when something has happened in the service. */
  readonly changes: number;
  readonly changed: () => void;
}

const shown = 500;

export function Movements({ stock, changes, changed }: MovementsProps) {
  const { hub_id, sku, available, held, confirmed } = stock;
  const { data, error, reload } = useLoaded(
    () => hawker.inventory.listMovements({ hub_id, sku, limit: shown }),
    [hub_id, sku],
  );
  useEffect(reload, [changes, available, held, confirmed]);
  // Where there is room, the table keeps the focus, which goes on by arrows.
  const isNarrow = useNarrow();
  const section = useOpened(data !== undefined && isNarrow);
  const { seconds } = useLive();
  const points = data && pointsOf(data.movements, data.next_cursor !== undefined, stock);
  // The stock has changed before the record has it.
  const isBehind = points !== undefined && points.at(-1)?.onHand !== available + held;
  useEffect(() => {
    if (isBehind) reload();
  }, [seconds?.at]);
  return (
    <section class="panel" aria-labelledby="movements" ref={section}>
      <div class="spread">
        <h2 id="movements" tabIndex={-1}>
          {sku} at {hub_id}
        </h2>
        <span class="note">
          {formatCount(available)} available, {formatCount(held)} held, {formatCount(confirmed)}{' '}
          confirmed
        </span>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {points && points.length === 0 && (
        <p class="empty">The record has no movement of it yet: that takes a second.</p>
      )}
      {points && points.length > 0 && (
        <>
          <MovementLine points={points} />
          <LongList
            label="Movements, the newest first"
            items={points.toReversed()}
            keyOf={({ movement }) => String(movement.seq)}
            maxHeight={204}
            phoneRowHeight={64}
            draw={({ movement, onHand }) => (
              <>
                <span class={movement.delta < 0 ? 'movement-delta less' : 'movement-delta'}>
                  {movement.delta > 0 && '+'}
                  {formatCount(movement.delta)}
                </span>
                <span>{movement.kind}</span>
                <span class="movement-why">{whyOf(movement)}</span>
                <span class="note">{formatCount(onHand)} on hand</span>
                <time title={formatInstant(movement.at)}>{formatClock(movement.at)}</time>
              </>
            )}
          />
        </>
      )}
      <Adjust stock={stock} changed={changed} />
    </section>
  );
}

function Adjust({ stock, changed }: Pick<MovementsProps, 'stock' | 'changed'>) {
  const { hub_id, sku } = stock;
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const { delta, reason = '' } = readForm(event);
    const reference = crypto.randomUUID();
    const adjustment = { hub_id, sku, delta: Number(delta), reason, reference };
    const { error: refusal } = await hawker.inventory.adjustStock(adjustment).result();
    setError(refusal);
    changed();
  };
  return (
    <form class="row" onSubmit={(event) => void submit(event)}>
      <label class="field">
        <span>Units that came, or below 0 went</span>
        <input name="delta" type="number" defaultValue="10" required />
      </label>
      <label class="field">
        <span>Reason</span>
        <input name="reason" defaultValue="delivery" required maxLength={256} />
      </label>
      <button>Adjust</button>
      {error && <Problem error={error} />}
    </form>
  );
}

const whyOf = ({ order_id, reason }: Movement) => reason ?? (order_id && `order ${order_id}`) ?? '';

/** In the order in which they happened. */
function pointsOf(
  movements: readonly Movement[],
  hasEarlier: boolean,
  { available, held }: StockView,
): (Point & { readonly movement: Movement })[] {
  const sum = movements.reduce((total, { delta }) => total + delta, 0);
  // Earlier movements are not known one by one; what they left is.
  let onHand = hasEarlier ? available + held - sum : 0;
  return movements.toReversed().map((movement) => {
    onHand += movement.delta;
    return { at: movement.at, onHand, movement };
  });
}
