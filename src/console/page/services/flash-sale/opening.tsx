/** Whether a sale is open, when that changes by the clock, and the operator's buttons. */
import { useState } from 'preact/hooks';
import { formatInstant, formatSpan } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useNow } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';

interface OpeningProps {
  readonly productId: string;
  /** As the sale's stream says; undefined until it does. */
  readonly state: string | undefined;
  readonly changed: () => void;
}

const modes = [
  { mode: 'open', name: 'Open' },
  { mode: 'paused', name: 'Pause' },
  { mode: 'closed', name: 'Close' },
] as const;

export function Opening({ productId, state, changed }: OpeningProps) {
  const [error, setError] = useState<Error>();
  const set = async (mode: (typeof modes)[number]['mode']) => {
    // Closing empties the waiting room: that cannot be taken back.
    if (mode === 'closed' && !confirm(`Close ${productId}? Everybody who waits is sent away.`))
      return;
    const { error: refusal } = await hawker.flashSale
      .setState({ product_id: productId, state: mode })
      .result();
    setError(refusal);
    changed();
  };
  return (
    <>
      <div class="row centred">
        <span class={`state ${state ?? ''}`}>{state ?? '…'}</span>
        {modes.map(({ mode, name }) => (
          <button key={mode} disabled={state === mode} onClick={() => void set(mode)}>
            {name}
          </button>
        ))}
      </div>
      <Countdown productId={productId} state={state} />
      {error && <Problem error={error} />}
    </>
  );
}

function Countdown({ productId, state }: Pick<OpeningProps, 'productId' | 'state'>) {
  const now = useNow();
  const { data } = useLoaded(() => hawker.flashSale.listSales(), [productId, state]);
  const sale = data?.sales.find(({ product_id }) => product_id === productId);
  const { starts_at: startsAt, ends_at: endsAt } = sale ?? {};
  const next = nextOf(state, startsAt, endsAt);
  if (next === undefined || next.at <= now) return null;
  return (
    <p class="countdown">
      <b>{formatSpan(next.at - now)}</b> until it {next.what} at {formatInstant(next.at)}
    </p>
  );
}

/** What the clock will do to a sale in this state; undefined: nothing. */
function nextOf(
  state: string | undefined,
  startsAt: number | undefined,
  endsAt: number | undefined,
) {
  if (state === 'scheduled' && startsAt !== undefined) return { what: 'opens', at: startsAt };
  const isRunning = state === 'open' || state === 'paused';
  return isRunning && endsAt !== undefined ? { what: 'ends', at: endsAt } : undefined;
}
