/** A line without axes. */
import type { Tone } from './tones.ts';

interface SparklineProps {
  readonly values: readonly number[];
  /** What the line shows, for those who do not see it. */
  readonly label: string;
  readonly tone?: Tone | undefined;
}

const width = 120;
const height = 24;
/** As many points as can be told apart; each is the greatest of its seconds. */
const points = 120;

export function Sparkline({ values, label, tone }: SparklineProps) {
  const shown = thinned(values);
  const top = Math.max(1e-9, ...shown);
  const x = (i: number) => ((i + points - shown.length) / (points - 1)) * width;
  const y = (value: number) => height - 1 - (value / top) * (height - 2);
  const line = shown.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      class={tone === undefined ? 'sparkline' : `sparkline tone-${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={line} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

function thinned(values: readonly number[]): number[] {
  const size = Math.ceil(600 / points);
  const groups: number[] = [];
  // From the latest on, so that a group does not change with each second.
  for (let end = values.length; end > 0; end -= size) {
    groups.unshift(Math.max(...values.slice(Math.max(0, end - size), end)));
  }
  return groups;
}
