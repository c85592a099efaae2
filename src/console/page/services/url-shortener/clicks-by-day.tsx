/** Clicks of the last days as bars, and where they came from. */
import { formatCount } from '../../live/format.ts';
import type { hawker } from '../../live/hawker.ts';
import { serviceNow } from '../../live/overview.ts';

type Stats = Awaited<ReturnType<typeof hawker.urlShortenerConsole.showClicks>>;

const shownDays = 30;
const dayMs = 86_400_000;
const height = 60;
/** Places that are named; the others are fewer clicks. */
const shownPlaces = 6;

// The service's days are those of UTC.
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export function ClicksByDay({ stats }: { readonly stats: Stats }) {
  const { total, bots, by_day, by_host, by_country } = stats;
  const days = lastDays(by_day);
  const most = Math.max(1, ...days.map(({ clicks }) => clicks));
  const spoken = days
    .filter(({ clicks }) => clicks > 0)
    .map(({ name, clicks }) => `${name}: ${formatCount(clicks)}`);
  const label = `Clicks by day, last ${shownDays} days: ${spoken.join(', ') || 'none'}`;
  return (
    <section class="by-day" aria-labelledby="by-day">
      <div class="spread">
        <h3 id="by-day">Clicks by day</h3>
        <span class="note">
          {formatCount(total)} by people, {formatCount(bots)} by bots
        </span>
      </div>
      <svg viewBox={`0 0 ${shownDays * 10} ${height + 1}`} role="img" aria-label={label}>
        {days.map(({ name, clicks }, i) => {
          const size = clicks === 0 ? 0 : Math.max(2, (clicks / most) * height);
          return (
            <rect key={name} x={i * 10 + 1} y={height - size} width="8" height={size}>
              <title>
                {name}: {formatCount(clicks)}
              </title>
            </rect>
          );
        })}
        <line x1="0" x2={shownDays * 10} y1={height} y2={height} />
      </svg>
      <div class="spread note">
        <span>{days[0]!.name}</span>
        <span>{total === 0 ? 'none yet' : `at most ${formatCount(most)} a day`}</span>
        <span>{days.at(-1)!.name}</span>
      </div>
      <Places title="From" places={by_host.map(({ host, clicks }) => ({ name: host, clicks }))} />
      <Places
        title="Countries"
        places={by_country.map(({ country, clicks }) => ({ name: country, clicks }))}
      />
    </section>
  );
}

interface PlacesProps {
  readonly title: string;
  readonly places: readonly { readonly name: string; readonly clicks: number }[];
}

function Places({ title, places }: PlacesProps) {
  if (places.length === 0) return null;
  const most = places.toSorted((a, b) => b.clicks - a.clicks).slice(0, shownPlaces);
  return (
    <p>
      {title}{' '}
      {most.map(({ name, clicks }) => (
        <span key={name} class="place">
          {name} <b>{formatCount(clicks)}</b>
        </span>
      ))}
    </p>
  );
}

/** Days without clicks are not in the answer. */
function lastDays(known: Stats['by_day']) {
  const clicksOf = new Map(known.map(({ day, clicks }) => [day, clicks]));
  const today = Math.floor(serviceNow() / dayMs);
  return Array.from({ length: shownDays }, (_, i) => {
    const at = new Date((today - shownDays + 1 + i) * dayMs);
    const clicks = clicksOf.get(at.toISOString().slice(0, 10)) ?? 0;
    return { name: dayFormat.format(at), clicks };
  });
}
