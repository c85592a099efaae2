/** Every decision about a notification, as a time line from its acceptance on. */
import { useEffect } from 'preact/hooks';
import { formatClock, formatCount } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';

interface TraceProps {
  readonly id: string;
  /** Another number: there may be a further step. */
  readonly news: number;
  readonly close: () => void;
}

type Step = Awaited<ReturnType<typeof hawker.notification.trace>>['trace'][number];

export function Trace({ id, news, close }: TraceProps) {
  const { data, error, reload } = useLoaded(() => hawker.notification.trace(id), [id]);
  useEffect(reload, [news]);
  const section = useOpened(data !== undefined);
  const began = data?.trace[0]?.at ?? 0;
  return (
    <section class="panel" aria-labelledby="trace" ref={section}>
      <div class="spread">
        <h2 id="trace" tabIndex={-1}>
          Trace
        </h2>
        <span class="row centred">
          <button onClick={reload}>Look again</button>
          <button onClick={close}>Close</button>
        </span>
      </div>
      <code>{id}</code>
      {error && <Problem error={error} retry={reload} />}
      {data && (
        <ol class="time-line" aria-labelledby="trace">
          {data.trace.map((step, i) => (
            <li key={i} class={toneOf(step)}>
              <b>{step.step}</b> <span>{detailsOf(step)}</span>
              <span class="note">
                {formatClock(step.at)}, {formatCount(step.at - began)} ms after it came
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What else a step says: `status delivered`. Instants are written as times. */
function detailsOf(step: Step): string {
  return Object.entries(step)
    .filter(([name]) => name !== 'at' && name !== 'step')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${readable(value)}`)
    .join(', ');
}

/** From this number on, it is an instant of this century and no count. */
const firstInstant = 1e12;

const readable = (value: unknown) =>
  typeof value === 'number' && value >= firstInstant
    ? formatClock(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

function toneOf(step: Step): string {
  const { status = '' } = step as { status?: string };
  if (['delivered', 'sent'].includes(status)) return 'good';
  if (status === 'suppressed') return 'warn';
  return status === 'failed' ? 'bad' : '';
}
