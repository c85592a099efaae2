/** The day of the sale: all that an operator looks at while it runs, on one page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatClock, formatMs } from '../live/format.ts';
import { useNow } from '../live/hooks.ts';
import { recentTime, useLive } from '../live/overview.ts';
import { Together } from '../live/together.tsx';
import { Chart } from '../parts/chart.tsx';
import { Figure } from '../parts/figure.tsx';
import { toneOf } from '../parts/tones.ts';
import { Lost } from '../parts/lost.tsx';
import { NotRunning } from '../parts/not-running.tsx';
import { variants } from '../services/dispatch/variant.ts';
import { DispatchPanel } from './dispatch-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { InventoryPanel } from './inventory-panel.tsx';
import './sale-day.css';
import { SalePanel } from './sale-panel.tsx';

/** The services whose counters and refusals are shown. */
const watched = ['flash-sale', 'inventory', ...variants];

export function SaleDay() {
  const { services, seconds } = useLive(watched.join(','));
  const page = useRef<HTMLDivElement>(null);
  const sale = seconds?.services['flash-sale'];
  const { sold_units: sold = [], queued = [] } = sale?.counters ?? {};
  const failed = addUp(watched.map((name) => seconds?.services[name]?.failed ?? []));
  const runs = (name: string) => services?.some((service) => service.name === name) === true;
  return (
    <div class="sale-day" ref={page}>
      <header class="spread">
        <h1>The day of the sale</h1>
        <Lost />
        <span class="row centred">
          <Clock />
          <FullScreen of={() => page.current!} />
        </span>
      </header>
      {services === undefined ? (
        <p class="empty">Asking the process what runs…</p>
      ) : (
        <Together>
          <section class="figures" aria-label="The sale, second by second">
            <Figure name="Units sold" unit="/s" values={sold} tone={toneOf('units sold')} />
            <Figure name="Queued" unit="/s" values={queued} tone={toneOf('queued')} />
            <Figure
              name="Refused"
              unit="/s"
              values={sale?.refused ?? []}
              tone={toneOf('refused')}
            />
            <Figure name="Failed" unit="/s" values={failed} tone={toneOf('failed')} />
            <Figure
              name="p99 of the sale"
              values={sale?.p99 ?? []}
              format={formatMs}
              read={(values) => recentTime(values) ?? 0}
            />
            <Figure
              name="Event loop delay"
              values={seconds?.process.delay ?? []}
              format={formatMs}
              read={(values) => Math.max(0, ...values.slice(-5))}
            />
          </section>
          <div class="sale-day-panels">
            {runs('flash-sale') ? <SalePanel /> : <Absent name="flash-sale" />}
            {runs('inventory') ? <InventoryPanel /> : <Absent name="inventory" />}
            {variants.some(runs) ? (
              <DispatchPanel variants={variants.filter(runs)} />
            ) : (
              <Absent name="dispatch-a" />
            )}
            <ErrorsPanel watched={watched.filter(runs)} />
            <section class="panel sale-day-wide" aria-label="Sales and refusals">
              <Chart
                title="Sales and refusals a second"
                at={seconds?.at ?? Date.now()}
                lines={[
                  { name: 'units sold', values: sold },
                  { name: 'queued', values: queued },
                  { name: 'refused', values: sale?.refused ?? [] },
                  { name: 'failed', values: failed },
                ]}
              />
            </section>
          </div>
        </Together>
      )}
    </div>
  );
}

function Absent({ name }: { readonly name: string }) {
  return (
    <section class="panel" aria-label={name}>
      <NotRunning service={name} />
    </section>
  );
}

function Clock() {
  return <time class="sale-day-clock">{formatClock(useNow())}</time>;
}

/** Full screen there is room for the sale alone: the list of services is away. */
function FullScreen({ of }: { readonly of: () => HTMLElement }) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const change = () => (isFull ? document.exitFullscreen() : of().requestFullscreen());
  return (
    // A browser that refuses says so itself, and the page stays as it is.
    <button onClick={() => void change().catch(() => undefined)}>
      {isFull ? 'Leave full screen' : 'Full screen'}
    </button>
  );
}

function addUp(lists: readonly (readonly number[])[]): number[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) =>
    lists.reduce((sum, list) => sum + (list[i - length + list.length] ?? 0), 0),
  );
}
