/** The first page: every service, and what it is doing. */
import type { ServiceInfo, ServiceSeries } from '#kit/observe/overview-messages.ts';
import { pageOf, pathOf } from '../../pages.ts';
import { formatBytes, formatMs, formatNumber, formatShort, formatTime } from '../live/format.ts';
import { recent, recentTime, useLive } from '../live/overview.ts';
import { Sparkline } from '../parts/sparkline.tsx';
import { State } from '../parts/state.tsx';
import { toneOf } from '../parts/tones.ts';
import { Figure } from '../parts/figure.tsx';

export function Overview() {
  const { services, seconds } = useLive();
  const all = Object.values(seconds?.services ?? {});
  const sum = (read: (series: ServiceSeries) => readonly number[]) => addUp(all.map(read));
  const { delay = [], memory = [], cpu = [] } = seconds?.process ?? {};
  return (
    <>
      <header class="title">
        <h1>Overview</h1>
        <p>What this process has been doing for the last ten minutes.</p>
      </header>
      <section class="figures" aria-label="The process">
        <Figure name="Requests" unit="/s" values={sum(({ requests }) => requests)} />
        <Figure
          name="Refused"
          unit="/s"
          values={sum(({ refused }) => refused)}
          tone={toneOf('refused')}
        />
        <Figure
          name="Failed"
          unit="/s"
          values={sum(({ failed }) => failed)}
          tone={toneOf('failed')}
        />
        <Figure name="Event loop delay" values={delay} format={formatMs} read={worst} />
        <Figure name="Processor" unit=" cores" values={cpu} format={formatNumber} />
        <Figure name="Memory" values={memory} format={formatBytes} />
      </section>
      <section aria-labelledby="services">
        <h2 id="services">Services</h2>
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of services">
          <table class="services">
            <thead>
              <tr>
                <th scope="col">Service</th>
                <th scope="col">State</th>
                <th scope="col" class="number">
                  Requests/s
                </th>
                <th scope="col">Ten minutes</th>
                <th scope="col" class="number">
                  p50
                </th>
                <th scope="col" class="number">
                  p99
                </th>
                <th scope="col" class="number">
                  Refused/s
                </th>
                <th scope="col" class="number">
                  Failed/s
                </th>
                <th scope="col">Address and store</th>
              </tr>
            </thead>
            <tbody>
              {(services ?? []).map((service) => (
                <Row
                  key={service.name}
                  service={service}
                  series={seconds?.services[service.name]}
                />
              ))}
            </tbody>
          </table>
        </div>
        {services === undefined && <p class="empty">Asking the process what runs…</p>}
      </section>
    </>
  );
}

interface RowProps {
  readonly service: ServiceInfo;
  readonly series: ServiceSeries | undefined;
}

function Row({ service: { name, summary, address, store }, series }: RowProps) {
  const { requests, refused, failed, p50, p99 } = series ?? {};
  return (
    <tr>
      <th scope="row">
        <a href={pathOf(pageOf(name))}>{name}</a>
        <span class="summary">{summary}</span>
      </th>
      <td>
        <State series={series} />
      </td>
      <td class="number" data-name="Requests/s">
        {formatShort(recent(requests))}
      </td>
      <td>
        <Sparkline values={requests ?? []} label={`requests a second of ${name}`} />
      </td>
      <td class="number" data-name="p50">
        {formatTime(recentTime(p50))}
      </td>
      <td class="number" data-name="p99">
        {formatTime(recentTime(p99))}
      </td>
      <td class="number" data-name="Refused/s">
        {formatShort(recent(refused))}
      </td>
      <td class={recent(failed) > 0 ? 'number bad' : 'number'} data-name="Failed/s">
        {formatShort(recent(failed))}
      </td>
      <td class="where">
        <code>{address.replace('http://', '')}</code>
        <code title={store}>{store}</code>
      </td>
    </tr>
  );
}

const worst = (values: readonly number[]) => Math.max(0, ...values.slice(-5));

function addUp(lists: readonly (readonly number[])[]): number[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) => lists.reduce((sum, list) => sum + (list[i] ?? 0), 0));
}
