/** What went wrong, and what was refused: of the services of the sale, the latest first. */
import { formatClock, formatCount, formatShort } from '../live/format.ts';
import { recent, useLive } from '../live/overview.ts';

/** More do not fit; the pages of the services have all. */
const shown = 8;

export function ErrorsPanel({ watched }: { readonly watched: readonly string[] }) {
  const { seconds, isConnected } = useLive();
  const all = watched.flatMap((name) => {
    const series = seconds?.services[name];
    return series === undefined ? [] : [{ name, ...series }];
  });
  const ill = all.filter(({ status, failed }) => status !== 'ready' || recent(failed) > 0);
  const refusals = all
    .flatMap(({ name, refusals: own = [] }) => own.map((refusal) => ({ ...refusal, name })))
    .toSorted((a, b) => b.lastAt - a.lastAt);
  return (
    <section class="panel" aria-labelledby="errors">
      <div class="spread">
        <h2 id="errors">Errors</h2>
        <span class="note">of the last ten minutes</span>
      </div>
      {!isConnected ? (
        <p class="note">The process does not answer: how its services are is not known.</p>
      ) : ill.length === 0 ? (
        <p class="sale-day-well">✓ All services of the sale are ready, and none fails.</p>
      ) : (
        <ul class="sale-day-ill">
          {ill.map(({ name, status, failed }) => (
            <li key={name}>
              <b>{name}</b> {status === 'ready' ? '' : status}{' '}
              {recent(failed) > 0 && `failures a second: ${formatShort(recent(failed))}`}
            </li>
          ))}
        </ul>
      )}
      {refusals.length === 0 ? (
        <p class="empty">Nothing was refused. What is refused shows here, with the reason.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Refused</th>
              <th scope="col" class="number">
                Times
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {refusals.slice(0, shown).map(({ name, code, title, count, lastAt }) => (
              <tr key={name + code}>
                <td>
                  <code>{code}</code>
                  <span class="sale-day-why">
                    {name}: {title}
                  </span>
                </td>
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
