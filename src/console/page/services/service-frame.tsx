/** What the pages of all services have: what it is, how it is, its refusals, and the playground. */
import { Fragment, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RefusalCount, ServiceSeries } from '#kit/observe/overview-messages.ts';
import { servicePages, type ServicePage } from '../../pages.ts';
import { nameOfCounter } from '../live/counter-names.ts';
import { formatClock, formatCount, formatShort, formatTime } from '../live/format.ts';
import { recentTime, useLive } from '../live/overview.ts';
import { State } from '../parts/state.tsx';
import { Together, useHold } from '../live/together.tsx';
import { Chart, type Line } from '../parts/chart.tsx';
import { NotRunning } from '../parts/not-running.tsx';
import { Playground, type MadeBy, type Prepare } from '../playground/playground.tsx';
import { TellShown, type Shown } from '../playground/shown.ts';

interface ServiceFrameProps {
  readonly page: ServicePage;
  /** The variant that is shown, where a page has several. */
  readonly service?: string;
  /** Operations that the playground shows first, by their ids. */
  readonly first?: readonly string[];
  /** Makes members that cannot be written by hand, such as a token; by operation id. */
  readonly prepare?: Readonly<Record<string, Prepare>>;
  /** How programs get such members, where an operation makes them; by operation id. */
  readonly fresh?: Readonly<Record<string, MadeBy>>;
  /** The live picture. */
  readonly children?: ComponentChildren;
}

export function ServiceFrame(props: ServiceFrameProps) {
  const { page, service = servicePages[page][0], first, prepare, fresh, children } = props;
  const [shown, tellShown] = useState<Shown>({});
  const { services, seconds } = useLive(service);
  const info = services?.find(({ name }) => name === service);
  const series = seconds?.services[service];
  return (
    <>
      <header class="title">
        <div class="spread">
          <h1>{page}</h1>
          <a href={`/reference#?route=tag--${service}`}>Reference of {service}</a>
        </div>
        {services === undefined && <p role="status">Connecting to the process…</p>}
        {info && <p>{info.summary}</p>}
        {info && (
          <p class="facts">
            <State series={series} /> <code>{info.address.replace('http://', '')}</code>{' '}
            <code>{info.store}</code>
          </p>
        )}
      </header>
      {services !== undefined && info === undefined ? (
        <NotRunning service={service} />
      ) : (
        <Together>
          <TellShown.Provider value={tellShown}>{children}</TellShown.Provider>
          <Figures series={info && series} at={seconds?.at ?? Date.now()} />
          <Playground
            service={service}
            first={first ?? []}
            prepare={prepare ?? {}}
            fresh={fresh ?? {}}
            shown={shown}
          />
        </Together>
      )}
    </>
  );
}

interface FiguresProps {
  /** Undefined until it is known what runs. */
  readonly series: ServiceSeries | undefined;
  readonly at: number;
}

/** What the process has counted of the service. */
function Figures({ series, at }: FiguresProps) {
  // The counters come with the details, which are asked for when the page is shown.
  useHold(series?.counters === undefined);
  return (
    <div class="panels">
      <section class="panel" aria-label="Requests">
        <Chart
          title="Requests a second"
          at={at}
          lines={[
            { name: 'answered', values: series?.requests ?? [] },
            { name: 'refused', values: series?.refused ?? [] },
            { name: 'failed', values: series?.failed ?? [] },
          ]}
        />
        <p class="note">
          p50 {formatTime(recentTime(series?.p50))}, p99 {formatTime(recentTime(series?.p99))}
        </p>
      </section>
      <Business at={at} counters={series?.counters ?? {}} />
      <RefusalList refusals={series?.refusals ?? []} />
    </div>
  );
}

/** More lines cannot be told apart. */
const maxLines = 5;

function Business({
  at,
  counters,
}: {
  at: number;
  counters: NonNullable<ServiceSeries['counters']>;
}) {
  const [bytes, counts] = apart(Object.entries(counters), ([name]) => /_bytes(:|$)/.test(name));
  return (
    <section class="panel" aria-label="What happened">
      <Chart title="What happened, a second" at={at} lines={linesOf(counts)} />
      {bytes.length > 0 && <Chart title="Bytes a second" at={at} lines={linesOf(bytes)} />}
    </section>
  );
}

/** Those that happened most. */
function linesOf(counters: readonly (readonly [string, readonly number[]])[]): Line[] {
  return (
    counters
      .map(([name, values]) => ({ name: nameOfCounter(name), values }))
      .map((line) => ({ ...line, sum: line.values.reduce((sum, one) => sum + one, 0) }))
      .toSorted((a, b) => b.sum - a.sum)
      .slice(0, maxLines)
      // In an order that does not change while the sums do.
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  );
}

function apart<T>(all: readonly T[], isOfFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isOfFirst), all.filter((one) => !isOfFirst(one))];
}

function RefusalList({ refusals }: { readonly refusals: readonly RefusalCount[] }) {
  return (
    <section class="panel" aria-labelledby="refusals">
      <h2 id="refusals">Refusals of the last ten minutes</h2>
      {refusals.length === 0 ? (
        <p class="empty">None. What a service refuses shows here, with the reason.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">What it means</th>
              <th scope="col" class="number">
                Times
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ code, status, title, count, lastAt }) => (
              <tr key={code}>
                <td>
                  <BreakableCode code={code} /> {status}
                </td>
                <td>{title}</td>
                <td class="number" title={formatCount(count)}>
                  {formatShort(count)}
                </td>
                <td>{formatClock(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** It may be broken after an underscore. */
function BreakableCode({ code }: { readonly code: string }) {
  return (
    <code>
      {code.split('_').map((word, i) => (
        <Fragment key={i}>
          {i > 0 && '_'}
          {i > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
  );
}
