/** What became of all URLs: one bar, whose parts add up. */
import { formatCount, plural } from '../../live/format.ts';
import { tonesOf } from '../../parts/tones.ts';

export function Reasons({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ name, count }));
  const tones = tonesOf(parts.map(({ name }) => name));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const spoken = parts.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ');
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  return (
    <>
      <svg
        class="reasons"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Of ${plural(total, 'URL')}: ${spoken}`}
      >
        {parts.map(({ name, count }, i) => {
          const before = parts.slice(0, i).reduce((sum, part) => sum + part.count, 0);
          return (
            <rect
              key={name}
              class={`tone-${tones[i]}`}
              x={share(before)}
              width={share(count)}
              height="10"
            />
          );
        })}
      </svg>
      <ul class="reason-list">
        {parts.map(({ name, count }, i) => (
          <li key={name} class={`tone-${tones[i]}`}>
            <i /> {name} <b>{formatCount(count)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
